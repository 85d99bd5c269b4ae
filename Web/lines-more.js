// What rarer events say in the feed: roles, rules, children, accounts. Loaded with the first of them.

import { currencyOf, current, isDeposit } from './account-state.js';
import { app } from './app.js';
import { h } from './dom.js';
import { dateText, t, tx } from './i18n.js';
import { budgetName, money, quoted } from './lines.js';
import { percent } from './money.js';
import { figure, person } from './parts.js';
import { clean, cleanName } from './text.js';
import { categoryName, entryTitle, periodWord, roleWord } from './words.js';

const of = (body) => app.group.accounts?.[body.accountId];
const name = (body) => h('bdi', { class: 'what' }, clean(body.content?.name ?? of(body)?.content?.name) || t('Account'));
const who = (body) => person(current(body.memberId));
// Of an account that a child reads: its own lane tells the same to who receives it, and to the child.
const tellsAccess = (body) => !of(body) && current(body.minorId) !== app.group.memberId;
const named = (body) => h('bdi', { class: 'what' }, clean(body.name));
const ownerOf = (body) => person(current(body.ownerId));
const ruleName = (id) => {
  const template = app.group.shared.recurring?.find((one) => one.ruleId === id)?.content?.template;
  return quoted(clean(template?.description) || categoryName(template?.category ?? ''));
};
const entryName = (id) => quoted(entryTitle(app.group.shared.entries.get(id)));
const isRemoved = (id) => app.group.feed.some((one) => one.type === 'commentRemoved' && one.body.commentId === id);
const festivalName = (id) => quoted(app.group.shared.festivals?.find((one) => one.festivalId === id)?.content?.name);

/** By the event's name, as in lines.js. @type {Record<string, (by: any, body: any, item: any) => any>} */
export const tellers = {
  groupArchived: (by) => tx('{name} archived the group', { name: by }),
  groupUnarchived: (by) => tx('{name} took the group out of the archive', { name: by }),
  purgeRequested: (by) => tx('{name} asked to delete the group in 30 days', { name: by }),
  purgeCancelled: (by) => tx('{name} keeps the group after all', { name: by }),
  // What was emptied in between is told by nothing.
  wordsErased: (by, body) =>
    body.done
      ? tx('What {name} wrote is erased', { name: person(body.memberId) })
      : body.events?.length
        ? null
        : tx('{name} has everything erased that {other} wrote', { name: by, other: person(body.memberId) }),
  policySet: (by) => tx('{name} changed who may do what', { name: by }),
  memberRenamed: (by, body) => tx('{name} has this name from now on', { name: h('bdi', { class: 'name' }, cleanName(body.displayName)) }),
  memberColorSet: (by, body) => tx('{name} has another colour now', { name: person(body.memberId) }),
  roleChangeProposed: (by, body) => tx('{name} becomes {role} on accepting it', { name: person(body.memberId), role: roleWord(body.role) }),
  partySet: (by, body) =>
    body.withMemberId
      ? tx('{name} settles as one with {other}', { name: person(body.memberId), other: person(body.withMemberId) })
      : tx('{name} settles alone', { name: person(body.memberId) }),
  roleRequested: (by, body) => tx('{name} asks to become {role}', { name: person(body.memberId), role: roleWord(body.role) }),
  memberRestored: (by, body) => tx('{name} is back as {role}', { name: person(body.memberId), role: roleWord(body.role) }),
  ownershipTransferred: (by, body) => tx('{name} owns the group now', { name: person(body.memberId) }),
  entryCommented: (by, body) =>
    // What was taken away since is told nowhere.
    isRemoved(body.commentId)
      ? null
      : tx('{name} on {entry}: {text}', { name: by, entry: entryName(body.entryId), text: quoted(body.text) }),
  commentRemoved: (by, body) => tx('{name} took a comment on {entry} away', { name: by, entry: entryName(body.entryId) }),
  budgetReactivated: (by, body) => tx('{name} brought the budget {budget} back', { name: by, budget: budgetName(body.budgetId) }),
  categorySet: (by, body) => tx('{name} set the category {category}', { name: by, category: quoted(body.content?.name) }),
  categoryRetired: (by, body) => tx('{name} retired a category', { name: by }),
  recurringSet: (by, body) => tx('{name} set a rule: {what}', { name: by, what: quoted(body.content?.template?.description) }),
  recurringPaused: (by, body) => tx('The recurring entry {what} is paused', { what: ruleName(body.ruleId) }),
  recurringResumed: (by) => tx('{name} resumed a rule', { name: by }),
  recurringEnded: (by) => tx('{name} ended a rule', { name: by }),
  festivalSet: (by, body) => tx('{name} saves for {what}', { name: by, what: quoted(body.content?.name) }),
  rateSet: (by, body) =>
    tx('{name} noted the rate of {currency}: {rate}', { name: by, currency: body.rate?.from ?? '', rate: body.rate?.rate ?? '' }),
  coachingSent: (by, body) => tx('{name} says: {text}', { name: by, text: quoted(body.text) }),
  paymentAddressSet: (by, body) => (body.address ? t('Those who owe you see where you take money') : t('You take money nowhere any more')),
  webhookAdded: (by, body) =>
    tx('{name} added a webhook: what happens here goes to {host}', { name: by, host: h('bdi', null, clean(body.host)) }),
  webhookSecretRotated: (by) => tx('{name} gave a webhook a new secret', { name: by }),
  webhookTested: (by) => tx('{name} tests a webhook', { name: by }),
  webhookPaused: () => t('A webhook is paused: nothing could be sent to it'),
  webhookResumed: (by) => tx('{name} resumed a webhook', { name: by }),
  webhookRemoved: (by) => tx('{name} removed a webhook', { name: by }),
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
  spendingRestored: (by) => tx('{name} brought back a note of spending', { name: by }),
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
    const values = {
      minor: person(body.minorId),
      limit: quoted(limit?.name),
      percent: app.settings.isHiding ? '•••' : body.over ? percent(body.spentMinor, body.limitMinor) : (body.basisPoints ?? 0) / 100,
      spent: figure(body.spentMinor, limit?.limit?.currency),
      most: figure(body.limitMinor, limit?.limit?.currency),
    };
    return tx('{minor} at {percent}% of {limit}: {spent} of {most} spent', values);
  },
  allowanceSet: (by, body) =>
    tx('{name} gives {minor} an allowance: {amount} {period}', {
      name: by,
      minor: person(body.minorId),
      amount: money(body.content.amount),
      period: periodWord(body.content.period),
    }),
  allowanceBooked: (by, body) => {
    const allowance = app.group.minors[body.minorId]?.allowances.find((one) => one.allowanceId === body.allowanceId)?.content;
    const values = { minor: person(body.minorId), amount: money(body.amount) };
    // SPEC AC-10: paid into an account, it caps nothing.
    if (allowance?.accountId) return tx('An allowance of {minor} is due, to be paid into an account: {amount}', values);
    return tx('{minor} may spend {amount} (allowance)', values);
  },
  childAccessGranted: (by, body) =>
    tellsAccess(body)
      ? tx('{minor} reads the account {account} of {owner}', { minor: person(body.minorId), account: named(body), owner: ownerOf(body) })
      : null,
  childAccessEnded: (by, body) =>
    tellsAccess(body)
      ? tx('{minor} does not read the account {account} of {owner} any more', {
        minor: person(body.minorId),
        account: named(body),
        owner: ownerOf(body),
      })
      : null,
  allowanceEnded: (by, body) => tx('{name} ended an allowance of {minor}', { name: by, minor: person(body.minorId) }),
  accountSet: (by, body, item) => {
    const values = { name: by, account: name(body) };
    if (body.content?.closed) return tx('{name} closed the account {account}', values);
    // An account's first event makes it.
    return tx(item.position > 1 ? '{name} changed the account {account}' : '{name} set up the account {account}', values);
  },
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
  accountRevoked: (by, body) =>
    tx('The account {account} is not shared with {member} any more', { account: name(body), member: who(body) }),
  accountRevocationAsked: (by, body) =>
    tx('{name} wishes that the account {account} is not shared with {member} any more', {
      name: by,
      account: name(body),
      member: who(body),
    }),
  accountRevocationDeclined: (by, body) =>
    tx('The account {account} stays shared with {member}', { account: name(body), member: who(body) }),
  occurrenceSkipped: (by, body) =>
    tx('{name} leaves out {what} on {day}', { name: by, what: ruleName(body.ruleId), day: dateText(body.date ?? '') }),
  festivalRemoved: (by, body) => tx('{name} no longer saves for {what}', { name: by, what: festivalName(body.festivalId) }),
  roleRequestDeclined: (by, body) => tx('The wish of {name} for another role was declined', { name: person(body.memberId) }),
  allowancePaused: (by, body) =>
    tx(body.resumed ? '{name} lets an allowance of {minor} go on' : '{name} paused an allowance of {minor}', {
      name: by,
      minor: person(body.minorId),
    }),
  allowanceSkipped: (by, body) =>
    tx('{name} leaves out an allowance of {minor} on {day}', { name: by, minor: person(body.minorId), day: dateText(body.date ?? '') }),
};

/** Kinds of events of which nothing is said on purpose. A kind that is neither here nor told fails a test. */
const silent = new Set([
  // An entry has a row of its own.
  'entryAdded',
  // The joining that follows is told.
  'inviteUsed',
  'joinApproved',
  'joinDeclined',
  'roleRequestSettled',
  // What somebody set for themselves, and what others are not told of.
  'memberEmailSet',
  'incomeSet',
  'memberIncomeSet',
  'preferencesSet',
  'noticeAddressSet',
  'defaultSharingSet',
  'coachingMuted',
  'coachingRestricted',
  'separated',
  'separationEnded',
  // Totals of accounts by category, which the page does not show.
  'categoryShared',
  'categoryTotalSet',
]);

/** What is said of an event for which there is no sentence; null where nothing is, on purpose. @param {string} type @returns {string | null} */
export const unknown = (type) => (silent.has(type) ? null : t('Something has happened that this page does not know yet: load it anew.'));
