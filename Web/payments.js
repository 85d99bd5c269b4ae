// Where one takes money, and how one pays what one owes: a button on the telephone, a code for another one.

import { app, changed } from './app.js';
import { computed } from './computed.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { refusal, t } from './i18n.js';
import { qrCode } from './qr.js';
import { clean, cleanName } from './text.js';

const form = new Form();
/** The debts whose payment is looked at. */
const opened = new Set();

/**
 * How the viewer pays a debt of theirs. Only one that is the only one is asked about unlooked at; it has null where the payee takes money nowhere.
 * @param {any} debt @param {string} currency @param {string} mode
 * @param {boolean} isOnly whether the viewer has no other in the plan
 * @returns {any}
 */
export function payment(debt, currency, mode, isOnly) {
  const { groupId } = app.group;
  const payeeId = debt.toMemberId;
  const name = `pay ${payeeId} ${currency} ${mode}`;
  const ask = () => {
    const { value, isStale } = computed(name, { readPaymentLink: { groupId, payeeId, currency, mode } }, 'paymentLink');
    const { rejected } = app.group.computed[name] ?? {};
    // A sum of before is not paid, nor to an address that was taken away.
    return { rejected, found: value && !isStale && !rejected && value.amount.minor === debt.minor ? ways(value) : null };
  };
  if (isOnly) return ask().found;
  const key = `${groupId} ${name}`;
  const isOpen = opened.has(key);
  const answer = isOpen ? ask() : null;
  return h(
    'details',
    { open: isOpen },
    h('summary', {
      onclick: (event) => {
        event.preventDefault();
        if (isOpen) opened.delete(key);
        else opened.add(key);
        // What was refused is asked for again by looking again.
        if (answer?.rejected) delete app.group.computed[name];
        changed();
      },
    }, t('How to pay')),
    !answer
      ? null
      : answer.found ?? (answer.rejected
        ? h('p', { class: 'hint' }, refusal(answer.rejected))
        : h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.'))),
  );
}

/** A link for the telephone, or what a bank wants to know. @param {any} value the answer @returns {any} */
function ways(value) {
  const name = cleanName(value.name);
  if (value.link && value.payload.startsWith('upi://pay?')) {
    return h(
      'div',
      { class: 'row' },
      h('a', { class: 'second', href: value.payload, rel: 'noreferrer' }, t('Pay by UPI')),
      h(
        'details',
        null,
        h('summary', null, t('With another telephone')),
        app.settings.isHiding ? null : qrCode(value.payload, t('A code by which {name} is paid', { name })),
        h('p', { class: 'hint', dir: 'ltr' }, clean(value.address)),
      ),
    );
  }
  return h(
    'details',
    null,
    h('summary', null, t('Pay by bank transfer')),
    app.settings.isHiding ? null : qrCode(value.payload, t('A code by which {name} is paid', { name })),
    h('p', { class: 'code', dir: 'ltr' }, clean(value.address)),
    h('p', { class: 'hint' }, clean(value.note)),
  );
}

/** The sheet: where the viewer takes money. @returns {any} */
export function sheetFor() {
  const known = app.group.inbox.payAddress ?? '';
  const values = form.open('payAddress', () => ({ address: known }));
  const save = () => form.run({ setPaymentAddress: { address: values.address.trim() } }, t('Saved.'));
  const none = () => form.run({ setPaymentAddress: { address: '' } }, t('Taken away.'));
  return form.sheet(
    t('Where you receive money'),
    [
      form.text(t('UPI address or IBAN'), 'address', { maxlength: 300, dir: 'ltr', spellcheck: 'false' }),
      h('p', { class: 'hint' }, t('Those who owe you see it, and nobody else does. Hearth pays nothing: it makes the link.')),
    ],
    save,
    { more: known ? h('button', { type: 'button', class: 'danger', disabled: form.isBusy, onclick: none }, t('Take it away')) : null },
  );
}
