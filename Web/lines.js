// What each event of the feed says, in one sentence.

import { app, changed, nameOf } from './app.js';
import { h } from './dom.js';
import { list, t, tx } from './i18n.js';
import { figure, person } from './parts.js';
import { clean, cleanName } from './text.js';
import { entryTitle, periodWord, roleWord } from './words.js';

/** What somebody wrote, kept apart. @param {string | undefined} text @returns {any} */
export const quoted = (text) => h('bdi', { class: 'what' }, clean(text) || '?');
const entryName = (id) => quoted(entryTitle(app.group.shared.entries.get(id)));
/** @param {string} id @returns {any} */
export const budgetName = (id) => quoted(app.group.shared.budgets.find((one) => one.budgetId === id)?.content?.name ?? '?');
/** @param {any} value Money @returns {string} */
export const money = (value) => figure(value?.minor, value?.currency ?? app.group.shared.currency);
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
  memberJoined: (
    by,
    body,
    item,
  ) => (body.holder || item.by === body.memberId
    ? tx('{name} joined as {role}', { name: person(body.memberId), role: roleWord(body.role) })
    : tx('{actor} added {name}, who has no account yet, as {role}', { actor: by, name: person(body.memberId), role: roleWord(body.role) })),
  memberClaimed: (by, body) =>
    tx('{name} joined as {role}, in the place kept for them', { name: person(body.memberId), role: roleWord(body.role) }),
  roleChanged: (by, body) => tx('{name} is {role} now', { name: person(body.memberId), role: roleWord(body.role) }),
  memberLeft: (by, body, item) => tx('{name} left the group', { name: person(body.memberId || item.by) }),
  memberRemoved: (by, body) => tx('{actor} removed {name}', { actor: by, name: person(body.memberId) }),
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
  alertFired: (by, body) => {
    const budget = app.group.shared.budgets.find((one) => one.budgetId === body.budgetId)?.content;
    return tx(body.over ? '{budget} is overspent: {spent} of {limit} spent' : '{budget} has reached {percent}%: {spent} of {limit} spent', {
      budget: quoted(budget?.name),
      percent: app.settings.isHiding ? '•••' : (body.basisPoints ?? 0) / 100,
      spent: figure(body.spentMinor, budget?.limit?.currency),
      limit: figure(body.limitMinor, budget?.limit?.currency),
    });
  },
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

/** What is said of rarer events (lines-more.js); null: none has come yet. @type {any} */
let more = null;
/** @type {Promise<void> | null} */
let loading = null;

/** Loads what is said of rarer events, once. @returns {Promise<void>} */
function load() {
  loading ??= import('./lines-more.js').then((module) => {
    more = module;
    changed();
  }, () => {
    loading = null;
  });
  return loading;
}

/** What is said of an event; null where nothing is. @param {any} item @returns {any[] | string | null} */
export function line(item) {
  if (!tellers[item.type] && item.type !== 'entryAdded' && !more) load();
  const tell = tellers[item.type] ?? more?.tellers[item.type];
  return tell ? tell(person(item.by), item.body, item) : more?.unknown(item.type) ?? null;
}

/** Waits until everything can be said. @returns {Promise<void> | undefined} */
export const whenTold = () => loading ?? undefined;

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
