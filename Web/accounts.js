// Accounts of one's own, and those that others share: what is in each, and who sees it.

import { go, isPresent, member } from './app.js';
import { accounts, accountSign, accountType, balance, currencyOf, current, isOwn } from './account-state.js';
import { h } from './dom.js';
import { list, t, tx } from './i18n.js';
import { amount, empty, icon, person } from './parts.js';
import { keepsAccounts } from './rights.js';
import { clean } from './text.js';

/** The view. @returns {any} */
export function view() {
  const all = accounts();
  const [own, others] = [all.filter(isOwn), all.filter((one) => !isOwn(one))];
  const add = keepsAccounts()
    ? h('button', { type: 'button', class: 'second', onclick: () => go('accounts', 'accountSet') }, icon('plus'), t('New account'))
    : null;
  return [
    h('div', { class: 'between' }, h('h1', null, t('Accounts')), all.length ? add : null),
    own.length
      ? h(
        'section',
        { class: 'stack' },
        h('h2', null, t('Yours')),
        h('ul', { class: 'tiles' }, own.map((one) => accountTile(one, 'accounts'))),
      )
      : null,
    others.length
      ? h(
        'section',
        { class: 'stack' },
        h('h2', null, t('Shared with you')),
        h('ul', { class: 'tiles' }, others.map((one) => accountTile(one, 'accounts'))),
      )
      : null,
    all.length ? null : h(
      'div',
      { class: 'card' },
      empty(
        '🏦',
        t('No accounts yet'),
        keepsAccounts()
          ? t('Keep your savings, cash or card here. Nobody sees an account before you share it, and it changes no debts.')
          : t('What others share with you stands here.'),
        add,
      ),
    ),
    all.length
      ? h('p', { class: 'hint' }, t('Nobody sees an account of yours before you share it. Accounts change no debts of the group.'))
      : null,
  ];
}

/** An account in a list. @param {any} one @param {string} from the view @returns {any} */
export function accountTile(one, from) {
  const who = one.grants.filter((grant) => isPresent(member(current(grant.memberId)))).map((grant) => person(current(grant.memberId)));
  return h(
    'li',
    { key: one.id },
    h(
      'button',
      { type: 'button', class: 'tile', onclick: () => go(from, 'account', one.id) },
      h('span', { class: 'tile-sign', 'aria-hidden': 'true' }, accountSign(one.content.type)),
      h(
        'span',
        null,
        h('bdi', { class: 'strong' }, clean(one.content.name)),
        h(
          'span',
          { class: 'sub' },
          accountType(one.content.type),
          one.content.closed ? [' · ', t('closed')] : '',
          isOwn(one)
            ? (who.length ? [' · ', tx('shared with {names}', { names: list(who) })] : [' · ', t('only you see it')])
            : [' · ', tx('of {name}', { name: person(current(one.ownerId)) })],
        ),
      ),
      amount(balance(one), currencyOf(one), 'strong'),
    ),
  );
}
