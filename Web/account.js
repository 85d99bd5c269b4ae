// The sheet of one account: what is in it, who sees it, and its entries.

import { app, go, now } from './app.js';
import {
  account,
  accountType,
  balance,
  currencyOf,
  current,
  granteesOf,
  grantTo,
  isDeposit,
  isOwn,
  wishEnds,
  wishOf,
  writes,
} from './account-state.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { dateText, dayOf, dayText, t, tx } from './i18n.js';
import { amount, avatar, figure, icon, person, personOrYou } from './parts.js';
import { problemLine, sheet } from './sheets.js';
import { keepsAccounts } from './rights.js';
import { clean } from './text.js';

const form = new Form();
/** How many entries are shown at first, and how many more each time. */
const pageOf = 20;

/** The sheet. @param {string} _kind @param {string} id @returns {any} */
export function sheetFor(_kind, id) {
  const one = account(id);
  if (!one) return null;
  form.open(`account ${id}`, () => ({ shown: pageOf }));
  const currency = currencyOf(one);
  const own = isOwn(one);
  const view = app.route.view;
  const button = (label, sheetName, of, kind = 'second') =>
    h('button', { type: 'button', class: kind, onclick: () => go(view, sheetName, of) }, label);
  return sheet(h('bdi', null, clean(one.content.name)), [
    h(
      'p',
      { class: 'quiet-text' },
      accountType(one.content.type),
      own ? '' : [' · ', tx('of {name}', { name: person(current(one.ownerId)) })],
      one.content.closed ? [' · ', t('closed')] : '',
    ),
    h('p', { class: 'entry-amount' }, amount(balance(one), currency)),
    writes(one)
      ? h(
        'div',
        { class: 'row actions-row' },
        button(t('Deposit'), 'accountEntry', `${id}.in`),
        button(t('Withdraw'), 'accountEntry', `${id}.out`),
        own ? button(t('Transfer'), 'accountTransfer', id) : null,
      )
      : null,
    grants(one, own),
    entries(one, currency),
    problemLine(form.problem),
    own && keepsAccounts()
      ? h(
        'div',
        { class: 'row' },
        button(t('Change the account'), 'accountSet', id, 'quiet'),
      )
      : null,
  ], { key: form.key, onclose: form.leave });
}

/** Who sees it besides its owner. */
function grants(one, own) {
  const shown = own ? one.grants : [grantTo(one, app.group.memberId)].filter(Boolean);
  const others = own ? [] : one.grants.filter((grant) => current(grant.memberId) !== app.group.memberId);
  return h(
    'section',
    { class: 'stack tight' },
    h('h3', null, t('Who sees it')),
    own ? null : h(
      'ul',
      { class: 'people' },
      h(
        'li',
        null,
        avatar(current(one.ownerId), 'small'),
        h('span', { class: 'grow' }, person(current(one.ownerId)), h('span', { class: 'sub' }, t('whose account it is'))),
      ),
    ),
    shown.length
      ? h('ul', { class: 'people' }, shown.map((grant) => grantRow(one, grant, own)))
      : h('p', { class: 'hint' }, t('Nobody sees it besides you.')),
    others.length
      ? h(
        'ul',
        { class: 'people' },
        others.map((grant) =>
          h(
            'li',
            { key: grant.memberId },
            avatar(current(grant.memberId), 'small'),
            h('span', { class: 'grow' }, person(current(grant.memberId)), h('span', { class: 'sub' }, permission(grant))),
          )
        ),
      )
      : null,
    own && keepsAccounts() && granteesOf(one).length
      ? h(
        'button',
        { type: 'button', class: 'second', onclick: () => go(app.route.view, 'accountShare', one.id) },
        icon('people'),
        t('Share'),
      )
      : null,
  );
}

const permission = (grant) => (grant.permission === 'GRANT_PERMISSION_WRITE' ? t('reads and writes') : t('reads'));

/** One who sees it, and how that ends: at once, or when both agree (SPEC AC-07, AC-08). */
function grantRow(one, grant, own) {
  const id = current(grant.memberId);
  const wish = wishOf(grant, now());
  const ids = { accountId: one.id, memberId: grant.memberId };
  const end = () =>
    form.run({ revokeAccount: ids }, grant.needsConsent ? t('The other is asked.') : t('It is not shared any more.'), { stays: true });
  const answer = (confirmed, done) => form.run({ answerRevocation: { ...ids, confirmed } }, done, { stays: true });
  const name = { name: person(own ? id : current(one.ownerId)) };
  return h(
    'li',
    { key: grant.memberId, class: 'wrap' },
    avatar(id, 'small'),
    h(
      'span',
      { class: 'grow' },
      personOrYou(id),
      h(
        'span',
        { class: 'sub' },
        permission(grant),
        grant.atMs ? [' · ', t('since {day}', { day: dateText(dayOf(Number(grant.atMs))) })] : '',
        grant.needsConsent ? [' · ', t('ends when both agree')] : '',
      ),
      wish
        ? h(
          'span',
          { class: 'sub bad' },
          wish === app.group.memberId
            ? tx('You asked to end it. {name} decides until {day}.', { ...name, day: dateText(dayOf(wishEnds(grant))) })
            : tx('{name} asks to end it. Your answer counts until {day}.', { ...name, day: dateText(dayOf(wishEnds(grant))) }),
        )
        : null,
    ),
    wish === app.group.memberId
      ? h(
        'button',
        { type: 'button', class: 'quiet', disabled: form.isBusy, onclick: () => answer(false, t('Taken back.')) },
        t('Take it back'),
      )
      : wish
      ? [
        h('button', {
          type: 'button',
          class: 'second',
          disabled: form.isBusy,
          onclick: () => answer(true, t('It is not shared any more.')),
        }, t('Agree')),
        h('button', {
          type: 'button',
          class: 'quiet',
          disabled: form.isBusy,
          onclick: () => answer(false, t('It stays shared.')),
        }, t('Decline')),
      ]
      : form.asked(
        `end ${grant.memberId}`,
        t('End it'),
        grant.needsConsent
          ? tx('{name} has to agree. Until then it stays as it is.', name)
          : own
          ? tx('{name} sees nothing that comes later. What was seen stays seen.', name)
          : t('You see nothing that comes later.'),
        grant.needsConsent ? t('Ask to end it') : t('Yes'),
        end,
        'quiet',
      ),
  );
}

function entries(one, currency) {
  const all = one.entries.filter((entry) => !entry.voided).sort((
    a,
    b,
  ) => (a.content.date === b.content.date ? Number(b.addedAtMs) - Number(a.addedAtMs) : a.content.date < b.content.date ? 1 : -1));
  return h(
    'section',
    { class: 'stack tight' },
    h('h3', null, t('Entries')),
    all.length
      ? h('ul', { class: 'people' }, all.slice(0, form.values.shown).map((entry) => entryRow(one, entry, currency)))
      : h('p', { class: 'hint' }, t('Nothing noted yet.')),
    all.length > form.values.shown
      ? h('button', { type: 'button', class: 'quiet', onclick: () => form.set({ shown: form.values.shown + pageOf }) }, t('Earlier'))
      : null,
    BigInt(one.content.opening?.minor ?? 0)
      ? h('p', { class: 'hint' }, t('Opening balance {amount}', { amount: figure(one.content.opening.minor, currency) }))
      : null,
  );
}

function entryRow(one, entry, currency) {
  const { content } = entry;
  const isIn = isDeposit(content);
  const text = [
    h(
      'span',
      { class: 'grow' },
      h('bdi', null, clean(content.description)),
      h(
        'span',
        { class: 'sub' },
        dayText(content.date ?? ''),
        entry.addedBy && current(entry.addedBy) !== app.group.memberId
          ? [' · ', tx('noted by {name}', { name: person(current(entry.addedBy)) })]
          : '',
        entry.transfer ? [' · ', t('transfer')] : '',
        entry.reconciled ? [' · ', t('compared with the statement')] : '',
      ),
    ),
    h('span', { class: isIn ? 'get' : '' }, isIn ? '+' : '−', amount(content.amount.minor, currency)),
  ];
  return h(
    'li',
    { key: entry.entryId },
    h('span', { class: 'entry-sign', 'aria-hidden': 'true' }, isIn ? '↙' : '↗'),
    writes(one)
      ? h('button', {
        type: 'button',
        class: 'grow between',
        onclick: () => go(app.route.view, 'accountEntry', `${one.id}.${entry.entryId}`),
      }, text)
      : h('span', { class: 'grow between' }, text),
  );
}
