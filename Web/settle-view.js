// Balances: who is owed and who owes, the payments that settle it, and where each of them comes from.

import { app, changed, go, presentMembers, say } from './app.js';
import { balances } from './balances.js';
import * as client from './client.js';
import { settlement } from './computed.js';
import { h } from './dom.js';
import { refusal, t, tn, tx } from './i18n.js';
import { amount, avatar, empty, magnitude, person, personOrYou, tabs } from './parts.js';
import { hasParties, isOwnParty, partyBalances, partyName, partyOf } from './parties.js';
import { payment } from './payments.js';
import { reasons } from './reasons.js';
import { isMinor, settles } from './rights.js';

const state = { currency: '', mode: '' };

/** The view. @returns {any} */
export function view() {
  const own = app.group.shared.currency;
  const currencies = [...new Set([own, ...balances().keys()])];
  const currency = currencies.includes(state.currency) ? state.currency : own;
  if (state.mode === 'parties' && !hasParties()) state.mode = '';
  const mode = state.mode || (app.group.shared.simplifyDebts ? 'SETTLEMENT_MODE_SIMPLIFIED' : 'SETTLEMENT_MODE_DIRECT');
  const { value, isStale } = settlement(currency, mode);
  return [
    h('h1', null, t('Balances')),
    currencies.length > 1
      ? tabs(t('Currency'), currencies.map((code) => [code, code]), currency, (code) => {
        state.currency = code;
        changed();
      })
      : null,
    h('section', { class: 'card' }, h('h2', null, t('Where everybody stands')), standings(currency, mode === 'parties')),
    h(
      'section',
      { class: 'card stack', 'aria-labelledby': 'who-pays' },
      h('h2', { id: 'who-pays' }, t('Who pays whom')),
      tabs(
        t('How it is reckoned'),
        [
          ['SETTLEMENT_MODE_SIMPLIFIED', t('Fewest payments')],
          ['SETTLEMENT_MODE_DIRECT', t('By the entries')],
          ...(hasParties() ? [['parties', t('Couples as one')]] : []),
        ],
        mode,
        (name) => {
          state.mode = name;
          changed();
        },
      ),
      value
        ? plan(value, mode, isStale, currencies.filter((one) => one !== currency && isOpen(one)).sort())
        : h('p', { class: 'loading' }, app.connection === 'live' ? t('One moment …') : t('This is known once there is a connection.')),
      value && isStale
        ? h('p', { class: 'hint' }, app.connection === 'live' ? t('One moment …') : t('As of the last connection.'))
        : null,
    ),
    h('p', { class: 'hint' }, t('Hearth records payments, it does not make them.')),
  ];
}

/** Whether anybody owes anything in a currency. @param {string} currency @returns {boolean} */
const isOpen = (currency) => [...(balances().get(currency)?.values() ?? [])].some((minor) => minor !== 0n);

function standings(currency, byParty) {
  const of = byParty ? partyBalances(currency) : balances().get(currency) ?? new Map();
  const rows = byParty ? [...of.keys()] : presentMembers().map((one) => one.memberId);
  for (const [id, minor] of of) if (minor !== 0n && !rows.includes(id)) rows.push(id);
  const most = [...of.values()].reduce((max, minor) => (magnitude(minor) > max ? magnitude(minor) : max), 1n);
  return h(
    'ul',
    { class: 'people' },
    rows.map((id) => {
      const minor = of.get(id) ?? 0n;
      return h(
        'li',
        { key: id },
        byParty ? h('span', { class: 'pair-of' }, partyOf(id).map((one) => avatar(one, 'small'))) : avatar(id),
        h(
          'span',
          { class: 'grow' },
          byParty ? partyName(id) : personOrYou(id),
          app.settings.isHiding || minor === 0n ? null : h('span', {
            class: `bar ${minor > 0n ? 'get' : 'owe'}`,
            style: { width: `${Number(magnitude(minor) * 100n / most)}%` },
            'aria-hidden': 'true',
          }),
        ),
        h(
          'span',
          { class: 'entry-figures' },
          h(
            'span',
            { class: `effect ${minor > 0n ? 'get' : minor < 0n ? 'owe' : ''}` },
            byParty ? standingOf(minor) : standing(minor, id, currency),
          ),
          minor === 0n ? null : amount(magnitude(minor), currency, 'strong'),
        ),
      );
    }),
  );
}

/** The payments that settle a currency; `others` are the currencies in which somebody owes something, too. */
function plan(value, mode, isStale, others) {
  const debts = value.debts ?? [];
  const { currency } = value;
  const more = others.length ? t('There are debts in {currencies}, too.', { currencies: others.join(', ') }) : '';
  if (!debts.length) {
    return more
      ? h('p', null, t('Nobody owes anything in {currency}.', { currency }), ' ', more)
      : empty('🤝', t('Settled'), t('Nobody owes anybody anything.'));
  }
  const isOnly = debts.filter((debt) => debt.fromMemberId === app.group.memberId).length === 1;
  return [
    mode !== 'SETTLEMENT_MODE_DIRECT'
      ? h(
        'p',
        { class: 'hint' },
        more
          ? tn(debts.length, '1 payment settles {currency}', '{n} payments settle {currency}', { currency })
          : tn(debts.length, '1 payment settles everything', '{n} payments settle everything'),
        ': ',
        value.proven ? t('no plan has fewer.') : t('the best plan found.'),
      )
      : h('p', { class: 'hint' }, t('Everybody pays back those who paid for them.')),
    more ? h('p', { class: 'hint' }, more) : null,
    h(
      'ol',
      { class: 'people' },
      debts.map((debt, place) =>
        h(
          'li',
          { key: `${debt.fromMemberId} ${debt.toMemberId}`, class: 'debt' },
          mode === 'parties' ? partyRow(debt, value.currency, isStale) : debtRow(debt, place, value.currency, mode, isStale, isOnly),
        )
      ),
    ),
  ];
}

/** A payment of the plan; nothing is done at a sum that a newer one is about to take the place of. */
function debtRow(debt, place, currency, mode, isStale, isOnly) {
  const { fromMemberId: from, toMemberId: to } = debt;
  const isMine = from === app.group.memberId;
  const isOutrun = isStale && app.connection === 'live';
  return h(
    'div',
    { class: 'stack tight grow' },
    h(
      'div',
      { class: 'between' },
      h(
        'span',
        { class: 'pair-of' },
        avatar(from, 'small'),
        h('span', { 'aria-hidden': 'true' }, '→'),
        avatar(to, 'small'),
        h(
          'span',
          null,
          isMine
            ? tx('You pay {to}', { to: person(to) })
            : to === app.group.memberId
            ? tx('{from} pays you', { from: person(from) })
            : tx('{from} pays {to}', { from: person(from), to: person(to) }),
        ),
      ),
      amount(debt.minor, currency, 'strong'),
    ),
    h(
      'div',
      { class: 'row' },
      !isOutrun && settles(from, to)
        ? h('button', {
          type: 'button',
          class: 'second',
          onclick: () => go('balances', 'settle', `${from}.${to}.${currency}.${mode === 'SETTLEMENT_MODE_DIRECT' ? 'd' : 's'}`),
        }, isMine ? t('I have paid') : to === app.group.memberId ? t('I have received it') : t('It was paid'))
        : null,
      !isOutrun && !isMine && settles(from, to) && !isMinor()
        ? h('button', { type: 'button', class: 'link', onclick: () => remind(debt, currency, mode) }, t('Remind'))
        : null,
    ),
    isMine && !isOutrun ? payment(debt, currency, mode, isOnly) : null,
    reasons(debt, place, currency, mode, isStale),
  );
}

/** A payment between parties: any member of the one pays any member of the other (SPEC PT-02). */
function partyRow(debt, currency, isStale) {
  const own = app.group.memberId;
  const [from, to] = [debt.fromMemberId, debt.toMemberId].map((id) => (isOwnParty(id) ? own : id));
  const isOutrun = isStale && app.connection === 'live';
  return h(
    'div',
    { class: 'stack tight grow' },
    h(
      'div',
      { class: 'between' },
      h('span', null, partyName(from), ' → ', partyName(to)),
      amount(debt.minor, currency, 'strong'),
    ),
    !isOutrun && settles(from, to)
      ? h('button', {
        type: 'button',
        class: 'second',
        onclick: () => go('balances', 'settle', `${from}.${to}.${currency}.p`),
      }, from === own ? t('I have paid') : to === own ? t('I have received it') : t('It was paid'))
      : null,
  );
}

async function remind(debt, currency, mode) {
  const result = await client.command({ remindDebtor: { debtorId: debt.fromMemberId, creditorId: debt.toMemberId, currency, mode } });
  say(result.accepted ? t('Reminded.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
}

const standingOf = (minor) => (minor > 0n ? t('are owed') : minor < 0n ? t('owe') : t('settled'));

/**
 * Says of which kind a balance is. Who owes or is owed in another currency is not called settled.
 * @param {bigint} minor @param {string} id the member @param {string} currency
 */
function standing(minor, id, currency) {
  const isMe = id === app.group.memberId;
  if (minor > 0n) return isMe ? t('are owed') : t('is owed');
  if (minor < 0n) return isMe ? t('owe') : t('owes');
  return [...balances().values()].some((of) => of.get(id)) ? t('nothing in {currency}', { currency }) : t('settled');
}
