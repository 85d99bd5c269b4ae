// Rules: what the server books again and again by itself, such as rent or a salary. A list, and the sheet of one.

import { parsed } from './amounts.js';
import { app, go, now, presentMembers } from './app.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dateText, dayOf, list, t } from './i18n.js';
import { newID } from './ids.js';
import { plain } from './money.js';
import { amount, empty, figure, icon, personOrYou } from './parts.js';
import { nextDates } from './periods.js';
import { addsEntries, setsRule } from './rights.js';
import { problemLine, sheet } from './sheets.js';
import { clean } from './text.js';
import { categoryName, choosable, picture } from './words.js';

const form = new Form();

/** The usual ways in which something comes again: unit and number. */
const rhythms = { WEEK: 'WEEK.1', FORTNIGHT: 'WEEK.2', MONTH: 'MONTH.1', QUARTER: 'MONTH.3', YEAR: 'YEAR.1', DAY: 'DAY.1' };

/** @param {any} recurrence @returns {string} unit and number */
const rhythmOf = ({ unit, interval }) => `${String(unit).replace('RECURRENCE_UNIT_', '')}.${Number(interval ?? 0) || 1}`;

/** @param {string} rhythm unit and number @returns {string} */
function rhythmText(rhythm) {
  const usual = Object.keys(rhythms).find((name) => rhythms[name] === rhythm);
  if (usual) {
    return t(
      {
        WEEK: 'every week',
        FORTNIGHT: 'every two weeks',
        MONTH: 'every month',
        QUARTER: 'every three months',
        YEAR: 'every year',
        DAY: 'every day',
      }[usual] ?? '',
    );
  }
  const [unit, n] = rhythm.split('.');
  return t({ DAY: 'every {n} days', WEEK: 'every {n} weeks', MONTH: 'every {n} months', YEAR: 'every {n} years' }[unit] ?? '', { n });
}

const rules = () => app.group.shared.recurring ?? [];
const titleOf = (content) => clean(content.template?.description) || categoryName(content.template?.category ?? '');

/** When a rule books next; empty: never again. */
function nextOf(rule) {
  if (rule.ended) return '';
  const after = rule.handledUntil || '';
  return nextDates(rule.content.recurrence, after, 1, rule.skipped ?? [])[0] ?? '';
}

/** The view. @returns {any} */
export function view() {
  const all = rules();
  const [going, over] = [all.filter((one) => !one.ended), all.filter((one) => one.ended)];
  const add = addsEntries()
    ? h('button', { type: 'button', class: 'second', onclick: () => go('rules', 'rule') }, icon('plus'), t('New recurring entry'))
    : null;
  return [
    h('div', { class: 'between' }, h('h1', null, t('Recurring entries')), going.length ? add : null),
    going.length ? h('ul', { class: 'tiles' }, going.map(tile)) : h(
      'div',
      { class: 'card' },
      empty('🔁', t('Nothing recurs yet'), t('Rent, school fees, a salary: the server enters what comes again and again, on its day.'), add),
    ),
    over.length ? h('details', null, h('summary', null, t('Ended')), h('ul', { class: 'tiles' }, over.map(tile))) : null,
  ];
}

function tile(rule) {
  const { template, recurrence } = rule.content;
  return h(
    'li',
    { key: rule.ruleId },
    h(
      'button',
      { type: 'button', class: 'tile', onclick: () => go('rules', 'rule', rule.ruleId) },
      h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, picture(template.category, template.kind)),
      h(
        'span',
        null,
        h('bdi', { class: 'strong' }, titleOf(rule.content)),
        h('span', { class: 'sub' }, rhythmText(rhythmOf(recurrence)), ' · ', standing(rule)),
      ),
      amount(template.amount.minor, template.amount.currency, 'strong'),
    ),
  );
}

function standing(rule) {
  if (rule.ended) return t('ended');
  if (rule.paused) return t('paused');
  const next = nextOf(rule);
  return next ? t('next on {day}', { day: dateText(next) }) : t('nothing to come');
}

/** The sheet. @param {string} _kind @param {string} id @returns {any} */
export function sheetFor(_kind, id) {
  const rule = rules().find((one) => one.ruleId === id);
  if (id && !rule) return null;
  form.open(`rule ${id}`, () => first(rule));
  return rule && !form.values.isChanging ? detail(rule) : editing(rule);
}

function first(rule) {
  const template = rule?.content.template;
  const currency = template?.amount.currency ?? app.group.shared.currency;
  const recurrence = rule?.content.recurrence ?? {};
  return {
    isChanging: false,
    kind: template?.kind ?? 'ENTRY_KIND_EXPENSE',
    amount: template ? plain(template.amount.minor, currency) : '',
    description: template?.description ?? '',
    category: template?.category ?? '',
    rhythm: rule ? rhythmOf(recurrence) : 'MONTH.1',
    from: recurrence.firstDate ?? dayOf(now()),
    until: recurrence.lastDate ?? '',
    payer: template?.paid?.[0]?.memberId ?? app.group.memberId,
  };
}

function detail(rule) {
  const { template, recurrence, loan } = rule.content;
  const currency = template.amount.currency;
  const ids = { ruleId: rule.ruleId };
  const fact = (word, value) => (value ? h('div', null, h('dt', null, word), h('dd', null, value)) : null);
  const next = nextOf(rule);
  const stays = { stays: true };
  const isMissing = rule.paused && next && next <= dayOf(now());
  const button = (text, command, done, kind = 'second') =>
    h('button', { type: 'button', class: kind, disabled: form.isBusy, onclick: () => form.run(command, done, stays) }, text);
  const owed = Object.values(template.split ?? {})[0];
  const sharers = owed?.memberIds ?? (owed?.shares ?? []).map((share) => share.memberId);
  return sheet(h('bdi', null, titleOf(rule.content)), [
    h('p', { class: 'entry-amount' }, amount(template.amount.minor, currency)),
    h('dl', { class: 'facts' }, [
      fact(t('How often'), rhythmText(rhythmOf(recurrence))),
      fact(t('From'), dateText(recurrence.firstDate ?? '')),
      fact(
        t('Until'),
        recurrence.lastDate ? dateText(recurrence.lastDate) : recurrence.count ? t('{n} times', { n: recurrence.count }) : '',
      ),
      fact(t('Next'), rule.ended ? t('ended') : rule.paused ? t('paused') : next ? dateText(next) : t('nothing to come')),
      fact(
        template.kind === 'ENTRY_KIND_INCOME' ? t('Received by') : t('Paid by'),
        list((template.paid ?? []).map((share) => personOrYou(share.memberId))),
      ),
      fact(t('Category'), categoryName(template.category ?? '')),
      fact(t('Divided among'), sharers.length ? list(sharers.map(personOrYou)) : t('all who usually share')),
      fact(t('Owed on the loan'), loan && rule.outstandingMinor ? figure(rule.outstandingMinor, currency) : ''),
      fact(t('Made by'), rule.createdBy ? personOrYou(rule.createdBy) : ''),
    ]),
    rule.pauseCode
      ? h('p', { class: 'fault' }, t('It paused by itself: an entry could not be entered. Mend it, then resume it.'))
      : null,
    problemLine(form.problem),
    !rule.ended && setsRule(rule)
      ? h(
        'div',
        { class: 'stack' },
        form.asks ? null : h(
          'div',
          { class: 'row actions-row' },
          loan ? null : h('button', { type: 'button', class: 'second', onclick: () => form.set({ isChanging: true }) }, t('Change')),
          rule.paused
            ? button(t('Resume'), { resumeRecurring: ids }, t('It goes on.'))
            : button(t('Pause'), { pauseRecurring: ids }, t('Paused.')),
          isMissing && !loan
            ? button(t('Resume, and enter what was missed'), { resumeRecurring: { ...ids, catchUp: true } }, t('It goes on.'))
            : null,
          !rule.paused && next && !loan
            ? button(t('Skip {day}', { day: dateText(next) }), { skipOccurrence: { ...ids, date: next } }, t('Skipped.'), 'quiet')
            : null,
        ),
        form.asked('end', t('End it'), t('Nothing more is entered by it. What it has entered stays.'), t('Yes, end it'), () =>
          form.run({ endRecurring: ids }, t('It has ended.'))),
      )
      : null,
  ], { key: form.key, onclose: form.leave });
}

function editing(rule) {
  const { values } = form;
  const currency = rule?.content.template.amount.currency ?? app.group.shared.currency;
  const isIncome = values.kind === 'ENTRY_KIND_INCOME';
  const several = (rule?.content.template.paid?.length ?? 0) > 1;
  const split = rule?.content.template.split;
  const isExact = Boolean(split?.exact);
  const save = () => {
    const money = form.money(currency);
    if (!money) return;
    if (!values.description.trim()) return form.fail(t('Say what it is.'));
    const [unit, interval] = values.rhythm.split('.');
    const { lastDate, count, ...kept } = rule?.content.recurrence ?? {};
    const before = rule?.content.template ?? {};
    const changesMoney = rule && String(parsed(values.amount, currency)) !== String(before.amount.minor);
    if (changesMoney && (several || isExact)) {
      return form.fail(t('Its amount is divided by fixed figures. End it, and make a new one.'));
    }
    const ruleId = rule?.ruleId ?? newID();
    form.run({
      setRecurring: {
        ruleId,
        baseVersion: String(rule?.version ?? 0),
        content: {
          recurrence: {
            ...kept,
            unit: `RECURRENCE_UNIT_${unit}`,
            interval: Number(interval),
            firstDate: values.from,
            ...(values.until ? { lastDate: values.until } : count && !values.until ? { count } : {}),
          },
          template: {
            ...before,
            kind: values.kind,
            amount: money,
            description: values.description.trim(),
            category: values.category,
            ...(several ? {} : { paid: [{ memberId: values.payer, minor: money.minor }] }),
          },
        },
      },
    }, t('Saved.'));
  };
  const options = [...new Set([...Object.values(rhythms), values.rhythm])];
  return form.sheet(rule ? t('Change the recurring entry') : t('New recurring entry'), [
    rule ? null : form.choice(t('Kind'), 'kind', [['ENTRY_KIND_EXPENSE', t('Expense')], ['ENTRY_KIND_INCOME', t('Income')]]),
    form.amount(currency),
    form.text(isIncome ? t('From what') : t('What for'), 'description', { maxlength: 200 }),
    form.choice(t('Category'), 'category', [
      ['', t('No category')],
      .../** @type {[string, string][]} */ (choosable(values.kind).map((one) => [one.key, `${picture(one.key)} ${categoryName(one.key)}`])),
    ]),
    form.choice(t('How often'), 'rhythm', options.map((one) => [one, rhythmText(one)])),
    form.day(t('From'), 'from', rule ? null : t('Dates that have passed already are entered at once.')),
    form.day(t('Until'), 'until', t('Without a day it goes on until you end it.'), true),
    several ? null : form.choice(
      isIncome ? t('Received by') : t('Paid by'),
      'payer',
      presentMembers().filter((one) => one.role !== 'ROLE_MINOR' || one.memberId === values.payer).map((
        one,
      ) => [one.memberId, one.memberId === app.group.memberId ? t('You') : clean(one.displayName)]),
    ),
    h(
      'p',
      { class: 'hint' },
      split
        ? t('It is divided as before.')
        : isIncome
        ? t('The person who receives it keeps it.')
        : t('Each time it is divided equally among all who usually share.'),
    ),
  ], save);
}
