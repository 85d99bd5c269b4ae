// What each event of the feed says, in one sentence.

import { app, changed, nameOf } from './app.js';
import { h } from './dom.js';
import { list, t, tx } from './i18n.js';
import { figure, person } from './parts.js';
import { clean, cleanName } from './text.js';
import { entryTitle, periodWord, roleWord } from './words.js';

const quoted = (text) => h('bdi', { class: 'what' }, clean(text) || '?');
const entryName = (id) => quoted(entryTitle(app.group.shared.entries.get(id)));
const budgetName = (id) => quoted(app.group.shared.budgets.find((one) => one.budgetId === id)?.content?.name ?? '?');
const money = (value) => figure(value?.minor, value?.currency ?? app.group.shared.currency);
const fieldWord = (name) =>
  t(
    {
      money: 'amount',
      description: 'description',
      category: 'category',
      date: 'date',
      note: 'note',
      merchant: 'shop',
      place: 'place',
      receipts: 'receipts',
    }[name] ?? name,
  );

const tellers = {
  groupCreated: (by, body) => tx('{group} was created', { group: quoted(body.name) }),
  groupUpdated: (by) => tx('{name} changed the group', { name: by }),
  groupArchived: (by) => tx('{name} archived the group', { name: by }),
  groupUnarchived: (by) => tx('{name} took the group out of the archive', { name: by }),
  purgeRequested: (by) => tx('{name} asked to delete the group in 30 days', { name: by }),
  purgeCancelled: (by) => tx('{name} keeps the group after all', { name: by }),
  policySet: (by) => tx('{name} changed who may do what', { name: by }),
  memberJoined: (
    by,
    body,
    item,
  ) => (body.holder || item.by === body.memberId
    ? tx('{name} joined as {role}', { name: person(body.memberId), role: roleWord(body.role) })
    : tx('{actor} added {name}, who has no account yet, as {role}', { actor: by, name: person(body.memberId), role: roleWord(body.role) })),
  memberClaimed: (by, body) =>
    tx('{name} joined as {role}, in the place kept for them', { name: person(body.memberId), role: roleWord(body.role) }),
  memberRenamed: (by, body) => tx('{name} has this name from now on', { name: h('bdi', { class: 'name' }, cleanName(body.displayName)) }),
  memberColorSet: (by, body) => tx('{name} has another colour now', { name: person(body.memberId) }),
  roleChanged: (by, body) => tx('{name} is {role} now', { name: person(body.memberId), role: roleWord(body.role) }),
  roleChangeProposed: (by, body) => tx('{name} becomes {role} on accepting it', { name: person(body.memberId), role: roleWord(body.role) }),
  roleRequested: (by, body) => tx('{name} asks to become {role}', { name: person(body.memberId), role: roleWord(body.role) }),
  memberLeft: (by, body, item) => tx('{name} left the group', { name: person(body.memberId || item.by) }),
  memberRemoved: (by, body) => tx('{actor} removed {name}', { actor: by, name: person(body.memberId) }),
  memberRestored: (by, body) => tx('{name} is back as {role}', { name: person(body.memberId), role: roleWord(body.role) }),
  ownershipTransferred: (by, body) => tx('{name} owns the group now', { name: person(body.memberId) }),
  entryEdited: (
    by,
    body,
  ) => (body.undoes
    ? tx('{name} changed {entry}: undone', { name: by, entry: entryName(body.entryId) })
    : tx('{name} changed {entry}: {fields}', {
      name: by,
      entry: entryName(body.entryId),
      fields: list(Object.keys(body.changes ?? {}).map(fieldWord)),
    })),
  entryVoided: (by, body) => tx('{name} voided {entry}', { name: by, entry: entryName(body.entryId) }),
  entryRestored: (by, body) => tx('{name} restored {entry}', { name: by, entry: entryName(body.entryId) }),
  entryDisputed: (by, body) =>
    tx('{name} disputes {entry}: {reason}', { name: by, entry: entryName(body.entryId), reason: quoted(body.reason) }),
  disputeWithdrawn: (by, body) => tx('{name} no longer disputes {entry}', { name: by, entry: entryName(body.entryId) }),
  budgetSet: (by, body) =>
    tx('{name} set the budget {budget}: {limit} {period}', {
      name: by,
      budget: quoted(body.content.name),
      limit: money(body.content.limit),
      period: periodWord(body.content.period),
    }),
  budgetRemoved: (by, body) => tx('{name} removed the budget {budget}', { name: by, budget: budgetName(body.budgetId) }),
  budgetReactivated: (by, body) => tx('{name} brought the budget {budget} back', { name: by, budget: budgetName(body.budgetId) }),
  alertFired: (by, body) => {
    const budget = app.group.shared.budgets.find((one) => one.budgetId === body.budgetId)?.content;
    return tx(body.over ? '{budget} is overspent: {spent} of {limit} spent' : '{budget} is at {percent}%: {spent} of {limit} spent', {
      budget: quoted(budget?.name),
      percent: app.settings.isHiding ? '•••' : (body.basisPoints ?? 0) / 100,
      spent: figure(body.spentMinor, budget?.limit?.currency),
      limit: figure(body.limitMinor, budget?.limit?.currency),
    });
  },
  categorySet: (by, body) => tx('{name} set the category {category}', { name: by, category: quoted(body.content?.name) }),
  categoryRetired: (by, body) => tx('{name} retired a category', { name: by }),
  recurringSet: (by, body) => tx('{name} set a rule: {what}', { name: by, what: quoted(body.content?.template?.description) }),
  recurringPaused: () => t('A rule is paused'),
  recurringResumed: (by) => tx('{name} resumed a rule', { name: by }),
  recurringEnded: (by) => tx('{name} ended a rule', { name: by }),
  festivalSet: (by, body) => tx('{name} saves for {what}', { name: by, what: quoted(body.content?.name) }),
  rateSet: (by, body) =>
    tx('{name} noted the rate of {currency}: {rate}', { name: by, currency: body.rate?.from ?? '', rate: body.rate?.rate ?? '' }),
  inviteCreated: (by, body) => tx('{name} made an invite for one more {role}', { name: by, role: roleWord(body.role) }),
  inviteRevoked: (by) => tx('{name} took an invite back', { name: by }),
  joinRequested: (by, body) =>
    tx('{name} asks to join as {role}', { name: h('bdi', { class: 'name' }, cleanName(body.displayName)), role: roleWord(body.role) }),
  debtorReminded: (
    by,
    body,
  ) => (body.debtorId === app.group.memberId
    ? tx('{name} reminds you: you owe {creditor} {amount}', { name: by, creditor: person(body.creditorId), amount: money(body.owed) })
    : tx('{name} reminds {debtor}, who owes {creditor} {amount}', {
      name: by,
      debtor: person(body.debtorId),
      creditor: person(body.creditorId),
      amount: money(body.owed),
    })),
  coachingSent: (by, body) => tx('{name} says: {text}', { name: by, text: quoted(body.text) }),
  guardianAdded: (by, body) =>
    tx('{guardian} looks after {minor} from now on', { guardian: person(body.memberId), minor: person(body.minorId) }),
  guardianRemoved: (by, body) =>
    tx('{guardian} does not look after {minor} any more', { guardian: person(body.memberId), minor: person(body.minorId) }),
  spendingSet: (by, body) =>
    tx('{minor} spent {amount}: {what}', {
      minor: person(body.minorId),
      amount: money(body.content.amount),
      what: quoted(body.content.description),
    }),
  spendingVoided: (by) => tx('{name} took out a note of spending', { name: by }),
  spendingLimitSet: (by, body) =>
    tx('{name} set a limit for {minor}: {limit}, {amount} {period}', {
      name: by,
      minor: person(body.minorId),
      limit: quoted(body.content.name),
      amount: money(body.content.limit),
      period: periodWord(body.content.period),
    }),
  spendingLimitRemoved: (by, body) => tx('{name} removed a limit of {minor}', { name: by, minor: person(body.minorId) }),
  childAlertFired: (by, body) => {
    const limit = app.group.minors[body.minorId]?.limits.find((one) => one.limitId === body.limitId)?.content;
    return tx('{minor}: {limit} is at {percent}%, {spent} of {most} spent', {
      minor: person(body.minorId),
      limit: quoted(limit?.name),
      percent: app.settings.isHiding ? '•••' : body.over ? '>100' : (body.basisPoints ?? 0) / 100,
      spent: figure(body.spentMinor, limit?.limit?.currency),
      most: figure(body.limitMinor, limit?.limit?.currency),
    });
  },
  allowanceSet: (by, body) =>
    tx('{name} gives {minor} an allowance: {amount} {period}', {
      name: by,
      minor: person(body.minorId),
      amount: money(body.content.amount),
      period: periodWord(body.content.period),
    }),
  allowanceBooked: (by, body) => tx('{minor} may spend {amount} (allowance)', { minor: person(body.minorId), amount: money(body.amount) }),
  allowanceEnded: (by, body) => tx('{name} ended an allowance of {minor}', { name: by, minor: person(body.minorId) }),
};

const signs = {
  alertFired: '🔔',
  childAlertFired: '🔔',
  memberJoined: '👋',
  memberClaimed: '👋',
  memberRestored: '👋',
  groupCreated: '🔥',
  entryVoided: '✖️',
  entryDisputed: '❗',
  budgetSet: '🎯',
  debtorReminded: '⏰',
  inviteCreated: '✉️',
  coachingSent: '💬',
  spendingSet: '🧒',
  allowanceBooked: '🧒',
  spendingLimitSet: '🧒',
  allowanceSet: '🧒',
};

/** What is said of events of accounts; null: it was not wanted yet. @type {any} */
let accountTellers = null;

function accountTeller(item) {
  if (!accountTellers && item.lane.startsWith('account/')) {
    accountTellers = {};
    import('./account-lines.js').then(({ tellers: more }) => {
      accountTellers = more;
      changed();
    }, () => {
      accountTellers = null;
    });
  }
  return accountTellers?.[item.type];
}

/** What is said of an event; null where nothing is. @param {any} item @returns {any[] | string | null} */
export function line(item) {
  return (tellers[item.type] ?? accountTeller(item))?.(person(item.by), item.body, item) ?? null;
}

/** The picture of an event. @param {any} item @returns {string} */
export const sign = (item) => signs[item.type] ?? '•';

/** The text of a tree, for what is read aloud. @param {any} tree @returns {string} */
export function plainText(tree) {
  if (Array.isArray(tree)) return tree.map(plainText).join('');
  if (tree === null || tree === undefined || tree === false) return '';
  return typeof tree === 'object' ? plainText(tree.kids) : String(tree);
}

/** What an added entry says aloud. @param {any} item @returns {string} */
export function entryNews(item) {
  const entry = app.group.shared.entries.get(item.body.entryId);
  return entry ? `${nameOf(item.by)}: ${entryTitle(entry)}, ${figure(entry.minor, entry.currency)}` : '';
}
