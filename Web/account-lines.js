// What events of accounts say in the feed. Loaded with the first of them: most groups have none.

import { app } from './app.js';
import { current, currencyOf, isDeposit } from './account-state.js';
import { h } from './dom.js';
import { t, tx } from './i18n.js';
import { figure, person } from './parts.js';
import { clean } from './text.js';

const of = (body) => app.group.accounts?.[body.accountId];
const name = (body) => h('bdi', { class: 'what' }, clean(body.content?.name ?? of(body)?.content?.name) || t('Account'));
const who = (body) => person(current(body.memberId));

/** By the event's name, as in lines.js. @type {Record<string, (by: any, body: any) => any>} */
export const tellers = {
  accountSet: (by, body) =>
    tx(body.content?.closed ? '{name} closed the account {account}' : '{name} set up the account {account}', { name: by, account: name(body) }),
  accountEntrySet: (by, body) =>
    tx(isDeposit(body.content) ? '{account}: {amount} in · {what}' : '{account}: {amount} out · {what}', {
      account: h('bdi', { class: 'what' }, clean(of(body)?.content?.name) || t('Account')),
      amount: figure(body.content.amount.minor, of(body) ? currencyOf(of(body)) : body.content.amount.currency),
      what: h('bdi', null, clean(body.content.description)),
    }),
  accountEntryVoided: (by, body) => tx('{name} took an entry out of {account}', { name: by, account: name(body) }),
  accountReconciled: (by, body) => tx('{name} compared {account} with a statement', { name: by, account: name(body) }),
  accountGranted: (by, body) =>
    tx(
      body.permission === 'GRANT_PERMISSION_WRITE'
        ? '{name} shares the account {account} with {member}, to read and write'
        : '{name} shares the account {account} with {member}, to read',
      { name: by, account: name(body), member: who(body) },
    ),
  accountRevoked: (by, body) => tx('The account {account} is not shared with {member} any more', { account: name(body), member: who(body) }),
  accountRevocationAsked: (by, body) =>
    tx('{name} wishes that the account {account} is not shared with {member} any more', { name: by, account: name(body), member: who(body) }),
  accountRevocationDeclined: (by, body) => tx('The account {account} stays shared with {member}', { account: name(body), member: who(body) }),
};
