// A form in a sheet: what is typed, what is wrong, and how it is sent. Each form keeps its values until it closes.

import { parsed } from './amounts.js';
import { app, changed, closeSheet, isOpen, now, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { sayDone } from './ends.js';
import { dayOf, dayText, refusal, t } from './i18n.js';
import { nothing, symbol } from './money.js';
import { isFarAhead } from './periods.js';
import { problemLine, field, sheet, show } from './sheets.js';

/** What stands below a day that may be mistyped. @param {string} date @returns {string | null} */
export const farAhead = (date) => (isFarAhead(date, dayOf(now())) ? t('{day} is far ahead.', { day: dayText(date) }) : null);

export class Form {
  constructor() {
    this.key = '';
    /** @type {Record<string, any>} */
    this.values = {};
    this.problem = '';
    this.isBusy = false;
    /** What is asked once more before it is done; empty: nothing. */
    this.asks = '';
  }

  /**
   * Begins anew where another thing is edited than before.
   * @param {string} key @param {() => Record<string, any>} first its values then
   */
  open(key, first) {
    if (this.key !== key) Object.assign(this, { key, values: first(), problem: '', isBusy: false, asks: '' });
    return this.values;
  }

  /** @param {Record<string, any>} changes */
  set(changes) {
    Object.assign(this.values, changes);
    this.problem = this.asks = '';
    changed();
  }

  /** Asks before something is done. @param {string} what */
  ask(what) {
    this.asks = what;
    this.problem = '';
    changed();
  }

  /** Says what is wrong. @param {string} problem */
  fail(problem) {
    this.problem = problem;
    changed();
  }

  /** Closes the sheet; it begins anew the next time. */
  leave = () => {
    this.key = '';
    closeSheet();
  };

  /**
   * Sends a command, and says that it is done or why not.
   * @param {any} command @param {string} done @param {{keeps?: boolean, label?: string, stays?: boolean}} [options] `stays`: in the sheet
   * @returns {Promise<boolean>} whether it is done
   */
  async run(command, done, options = {}) {
    if (this.isBusy) return false;
    this.isBusy = true;
    changed();
    const { key } = this;
    const { route } = app;
    const result = await client.command(command, { keeps: options.keeps, label: options.label });
    this.isBusy = false;
    this.asks = '';
    if (!result.accepted && !result.waiting) {
      const problem = result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.');
      if (this.key === key && isOpen(route)) this.fail(problem);
      else say(problem);
      return false;
    }
    if (!options.stays && this.key === key && isOpen(route)) this.leave();
    if (result.waiting) say(t('Kept here. It is sent as soon as there is a connection.'));
    else sayDone(done, result.accepted);
    return true;
  }

  /** A field of text. @param {string} label @param {string} name @param {any} [props] @param {any} [hint] @returns {any} */
  text(label, name, props = {}, hint = null) {
    return field(
      label,
      h('input', {
        value: this.values[name] ?? '',
        autocomplete: 'off',
        ...props,
        oninput: (event) => this.set({ [name]: event.target.value }),
      }),
      hint,
    );
  }

  /** A field of several lines. @param {string} label @param {string} name @returns {any} */
  lines(label, name) {
    return field(
      label,
      h('textarea', { value: this.values[name] ?? '', maxlength: 1000, oninput: (event) => this.set({ [name]: event.target.value }) }),
    );
  }

  /**
   * A day.
   * @param {string} label @param {string} name @param {any} [hint]
   * @param {boolean} [mayBeFar] whether a day far ahead is taken without a word @returns {any}
   */
  day(label, name, hint = null, mayBeFar = false) {
    const date = this.values[name] ?? '';
    return field(
      label,
      h('input', { type: 'date', value: date, onchange: (event) => this.set({ [name]: event.target.value }) }),
      (mayBeFar ? null : farAhead(date)) ?? hint,
    );
  }

  /** One of several. @param {string} label @param {string} name @param {[string, string][]} options value and text @param {any} [hint] @returns {any} */
  choice(label, name, options, hint = null) {
    return field(
      label,
      h(
        'select',
        { value: this.values[name] ?? '', onchange: (event) => this.set({ [name]: event.target.value }) },
        options.map(([value, text]) => h('option', { value, selected: this.values[name] === value }, text)),
      ),
      hint,
    );
  }

  /** Yes or no. @param {any} label @param {string} name @param {any} [hint] @returns {any} */
  check(label, name, hint = null) {
    return h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: Boolean(this.values[name]),
        onchange: (event) => this.set({ [name]: event.target.checked }),
      }),
      h('span', null, label, hint ? h('span', { class: 'sub' }, hint) : null),
    );
  }

  /** The amount, large, above all else. @param {string} currency @param {string} [name] @param {string} [label] @returns {any} */
  amount(currency, name = 'amount', label = t('Amount')) {
    const text = this.values[name] ?? '';
    return h(
      'div',
      { class: 'amount-field' },
      h('label', { class: 'unseen', for: `form-${name}` }, label),
      h('span', { class: 'currency-sign', 'aria-hidden': 'true' }, symbol(currency).trim()),
      h('input', {
        id: `form-${name}`,
        inputmode: 'decimal',
        autocomplete: 'off',
        placeholder: nothing(currency),
        maxlength: 60,
        value: text,
        'aria-invalid': String(text !== '' && parsed(text, currency) === null),
        oninput: (event) => this.set({ [name]: event.target.value }),
      }),
    );
  }

  /** The amount as money; null, with what is wrong said, where there is none. @param {string} currency @param {string} [name] @returns {any} */
  money(currency, name = 'amount') {
    const minor = parsed(this.values[name] ?? '', currency);
    if (minor === null) {
      this.fail(t('Write an amount, as in 450.50 or 320+130.'));
      return null;
    }
    return { minor: String(minor), currency };
  }

  /**
   * Something that is done once it was asked about.
   * @param {string} what @param {string} label @param {any} question @param {string} yes @param {() => void} act @param {string} [kind]
   * @returns {any}
   */
  asked(what, label, question, yes, act, kind = 'danger') {
    if (this.asks !== what) return this.asks ? null : h('button', { type: 'button', class: kind, onclick: () => this.ask(what) }, label);
    return h(
      'div',
      { class: 'note stack', role: 'group', 'aria-label': label, key: `ask ${what}`, ref: show },
      h('p', null, question),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'danger', disabled: this.isBusy, onclick: act }, yes),
        h('button', { type: 'button', class: 'quiet', onclick: () => this.ask('') }, t('Cancel')),
      ),
    );
  }

  /** The sheet with the form. @param {any} title @param {any} fields @param {() => void} submit @param {{label?: string, more?: any}} [options] @returns {any} */
  sheet(title, fields, submit, options = {}) {
    return sheet(
      title,
      h(
        'form',
        {
          class: 'stack',
          novalidate: true,
          onsubmit: (event) => {
            event.preventDefault();
            submit();
          },
        },
        fields,
        problemLine(this.problem),
        h(
          'div',
          { class: 'actions' },
          h('button', { class: 'main', type: 'submit', disabled: this.isBusy }, options.label ?? t('Save')),
          options.more,
        ),
      ),
      { key: this.key, onclose: this.leave },
    );
  }
}
