// The sheet in which a payment between two members is recorded.

import { app, changed, closeSheet, isOpen, say } from './app.js';
import * as client from './client.js';
import { settlement } from './computed.js';
import { h } from './dom.js';
import { refusal, t, tx } from './i18n.js';
import { newID } from './ids.js';
import { formatted, nothing, plain, symbol } from './money.js';
import { parsed } from './amounts.js';
import { avatar, figure, person } from './parts.js';
import { partyId } from './parties.js';
import { field, problemLine, sheet } from './sheets.js';

const state = { key: '', amount: '', note: '', problem: '', isBusy: false, isMore: false };

/** The sheet. @param {string} _kind @param {string} id payer.receiver, with currency and mode behind @returns {any} */
export function sheetFor(_kind, id) {
  const [from, to, code, way] = id.split('.');
  const currency = code || app.group.shared.currency;
  const mode = { d: 'SETTLEMENT_MODE_DIRECT', s: 'SETTLEMENT_MODE_SIMPLIFIED', p: 'parties' }[way] ?? '';
  const plan = settlement(currency, mode || undefined).value;
  const side = (member) => (mode === 'parties' ? partyId(member) : member);
  const owed = BigInt(plan?.debts?.find((debt) => debt.fromMemberId === side(from) && debt.toMemberId === side(to))?.minor ?? 0);
  if (state.key !== id) {
    Object.assign(state, {
      key: id,
      amount: owed && !app.settings.isHiding ? plain(owed, currency) : '',
      note: '',
      problem: '',
      isBusy: false,
      isMore: false,
    });
  }
  const own = app.group.memberId;
  const minor = parsed(state.amount, currency);
  return sheet(
    t('Settle up'),
    h(
      'form',
      {
        class: 'stack',
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          send(from, to, currency, mode, owed);
        },
      },
      h('div', { class: 'pay-pair' }, avatar(from), h('span', { 'aria-hidden': 'true' }, '→'), avatar(to)),
      h(
        'p',
        { class: 'center' },
        from === own
          ? tx('You paid {to}', { to: person(to) })
          : to === own
          ? tx('{from} paid you', { from: person(from) })
          : tx('{from} paid {to}', { from: person(from), to: person(to) }),
      ),
      h(
        'div',
        { class: 'amount-field' },
        h('label', { class: 'unseen', for: 'paid' }, t('Amount')),
        h('span', { class: 'currency-sign', 'aria-hidden': 'true' }, symbol(currency).trim()),
        h('input', {
          id: 'paid',
          inputmode: 'decimal',
          autocomplete: 'off',
          placeholder: nothing(currency),
          value: state.amount,
          'aria-invalid': String(state.amount !== '' && minor === null),
          oninput: (event) => {
            Object.assign(state, { amount: event.target.value, problem: '', isMore: false });
            changed();
          },
        }),
      ),
      owed ? h('p', { class: 'hint center' }, t('The whole debt is {amount}.', { amount: figure(owed, currency) })) : null,
      field(
        t('Note'),
        h('input', {
          value: state.note,
          maxlength: 200,
          placeholder: t('UPI, cash …'),
          oninput: (event) => {
            state.note = event.target.value;
          },
        }),
      ),
      problemLine(state.problem),
      h('p', { class: 'hint' }, t('Hearth records payments, it does not make them.')),
      h(
        'div',
        { class: 'actions' },
        h(
          'button',
          { class: 'main', type: 'submit', disabled: state.isBusy },
          state.isMore ? t('Record it all the same') : t('Record payment'),
        ),
      ),
    ),
    { key: `settle ${id}`, onclose: leave },
  );
}

function leave() {
  state.key = '';
  closeSheet();
}

async function send(from, to, currency, mode, owed) {
  const minor = parsed(state.amount, currency);
  if (minor === null) {
    state.problem = t('Write an amount, as in 450.50 or 320+130.');
    return changed();
  }
  const { route } = app;
  state.isBusy = true;
  changed();
  // What one's party owes may be more than what one owes.
  const isOfParty = mode === 'parties' && minor <= owed;
  const allowsMore = state.isMore || isOfParty ? { allowMore: true } : {};
  const result = await client.command({
    settleUp: {
      entryId: newID(),
      fromMemberId: from,
      toMemberId: to,
      minor: String(minor),
      currency,
      note: state.note.trim(),
      ...(mode && mode !== 'parties' ? { mode } : {}),
      ...allowsMore,
    },
  }, { keeps: true, label: t('Payment') });
  state.isBusy = false;
  if (result.rejected && !isOpen(route)) return say(refusal(result.rejected));
  if (result.rejected) {
    state.isMore = ['more_than_owed', 'nothing_owed'].includes(result.rejected.code);
    state.problem = refusal(result.rejected);
    return changed();
  }
  if (isOpen(route)) leave();
  say(
    result.waiting
      ? t('Kept here. It is sent as soon as there is a connection.')
      : owed && minor < owed
      ? t('Recorded. {amount} is still owed.', { amount: formatted(owed - minor, currency) })
      : t('Recorded.'),
  );
}
