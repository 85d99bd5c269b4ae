// Two small sheets: a payment that is changed, and what one earns a month.

import { app, isOpen, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { t, tx } from './i18n.js';
import { plain } from './money.js';
import { avatar, figure, person } from './parts.js';
import { entryTitle } from './words.js';

const form = new Form();

/** The sheet. @param {string} kind 'payment' or 'income' @param {string} id of the payment @returns {any} */
export function sheetFor(kind, id) {
  return kind === 'payment' ? payment(id) : income();
}

function payment(id) {
  const entry = app.group.shared.entries.get(id);
  if (!entry) return null;
  const { currency } = entry;
  const values = form.open(
    `payment ${id}`,
    () => ({ amount: plain(entry.minor, currency), date: entry.date, note: entry.note, base: entry.version }),
  );
  const [from, to] = [entry.paid[0]?.memberId, entry.owed[0]?.memberId];
  const save = async () => {
    const amount = form.money(currency);
    if (!amount) return;
    const changes = {
      // Who paid and who received it stay, each with the new amount (SPEC EN-02, EN-11).
      ...(amount.minor === String(entry.minor) ? {} : { money: { kind: entry.kind, amount } }),
      ...(values.date === entry.date ? {} : { date: values.date }),
      ...(values.note.trim() === entry.note ? {} : { note: values.note.trim() }),
    };
    if (!Object.keys(changes).length) return form.leave();
    const current = app.group.shared.entries.get(id);
    if (current.version !== values.base) {
      form.set({ base: current.version });
      return form.fail(t('{what} was changed meanwhile: it is {amount} now. Save again to put yours in its place.', {
        what: entryTitle(current),
        amount: figure(current.minor, currency),
      }));
    }
    await form.run({ editEntry: { entryId: id, baseVersion: String(values.base), changes } }, t('Changed.'), {
      keeps: true,
      label: entryTitle(entry),
    });
  };
  return form.sheet(t('Change the payment'), [
    h('div', { class: 'pay-pair' }, avatar(from), h('span', { 'aria-hidden': 'true' }, '→'), avatar(to)),
    h('p', { class: 'center' }, tx('{from} paid {to}', { from: person(from), to: person(to) })),
    form.amount(currency),
    form.day(t('Date'), 'date'),
    form.lines(t('Note'), 'note'),
    h('p', { class: 'hint' }, t('Between two others? Void this payment, and record a new one.')),
  ], save);
}

function income() {
  const { currency } = app.group.shared;
  const known = app.group.incomes?.[app.group.memberId];
  const values = form.open('income', () => ({ amount: known ? plain(known.minor, known.currency) : '' }));
  const none = () => form.run({ setMemberIncome: { monthly: { minor: '0', currency } } }, t('Taken away.'));
  const save = async () => {
    const monthly = form.money(currency);
    if (!monthly) return;
    const { route } = app;
    const result = await client.command({ setMemberIncome: { monthly } });
    if (!result.accepted) {
      return form.fail(result.rejected ? t('It could not be kept. Check the amount.') : t('There is no connection. Try again.'));
    }
    if (isOpen(route)) form.leave();
    say(t('Saved.'));
  };
  return form.sheet(
    t('What you earn a month'),
    [
      form.amount(currency),
      h(
        'p',
        { class: 'hint' },
        t('It is used to divide entries by what each of you earns. Only members who may see incomes see it; everybody sees the parts of an entry.'),
      ),
      values.amount ? null : h('p', { class: 'hint' }, t('You have not said it yet.')),
    ],
    save,
    { more: known ? h('button', { type: 'button', class: 'danger', disabled: form.isBusy, onclick: none }, t('Take it away')) : null },
  );
}
