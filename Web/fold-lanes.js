// What events of the lanes that few receive do: invites, what is told to one member, and what is between a minor and their guardians.

/**
 * Applies an event of lane admin.
 * @param {any} admin @param {any} event
 */
export function foldAdmin(admin, event) {
  const invite = (id) => admin.invites.find((one) => one.inviteId === id) ?? {};
  if (event.inviteCreated) admin.invites.push({ ...event.inviteCreated, createdBy: event.memberId, createdAtMs: event.atMs, uses: 0 });
  if (event.inviteRevoked) invite(event.inviteRevoked.inviteId).revoked = true;
  if (event.inviteUsed) invite(event.inviteUsed.inviteId).uses = (invite(event.inviteUsed.inviteId).uses ?? 0) + 1;
  if (event.joinRequested) {
    admin.joinRequests.push({ ...event.joinRequested, atMs: event.atMs });
    const used = invite(event.joinRequested.inviteId);
    used.uses = (used.uses ?? 0) + 1;
  }
  const answered = event.joinApproved ?? event.joinDeclined;
  if (answered) admin.joinRequests = admin.joinRequests.filter((one) => one.memberId !== answered.memberId);
  for (const { memberId, displayName } of event.wordsErased?.names ?? []) {
    for (const request of admin.joinRequests) if (request.memberId === memberId) request.displayName = displayName;
  }
}

/** Empties the words of records that an erasure names (SPEC EW-05). */
function eraseWords(records, name, erased) {
  for (const { subjectId } of erased.events ?? []) {
    const record = records.find((one) => one[name] === subjectId);
    if (record?.content) record.content = { ...record.content, description: '', note: '', receipts: [] };
  }
}

/** Where notices reach the reader, by channel: "MAIL". @param {any[]} [said] @returns {Record<string, string>} */
export const addressesOf = (said) =>
  Object.fromEntries((said ?? []).map((one) => [one.channel.replace('NOTICE_CHANNEL_', ''), one.address ?? '']));

/**
 * Applies an event of the reader's own inbox.
 * @param {any} inbox @param {any} event
 */
export function foldInbox(inbox, event) {
  if (event.debtorReminded) inbox.reminders.push({ ...event.debtorReminded, by: event.memberId, atMs: event.atMs });
  if (event.coachingSent) {
    const { recipientId, text, sentAtMs } = event.coachingSent;
    (inbox.coaching ??= []).push({ senderId: event.memberId, recipientId, text, atMs: sentAtMs ?? event.atMs });
  }
  for (const { subjectId, atMs } of event.wordsErased?.events ?? []) {
    for (const one of inbox.coaching ?? []) if (one.senderId === subjectId && Number(one.atMs) === Number(atMs)) one.text = '';
  }
  if (event.paymentAddressSet) inbox.payAddress = event.paymentAddressSet.address ?? '';
  const address = event.noticeAddressSet;
  if (address) inbox.addresses = { ...inbox.addresses, ...addressesOf([address]) };
  if (event.separated) inbox.isSeparated = true;
  if (event.separationEnded) inbox.isSeparated = false;
}

/**
 * Applies an event of a minor's lane.
 * @param {any} minor @param {any} event
 */
export function foldMinor(minor, event) {
  for (const type in minorActs) if (event[type]) return minorActs[type](minor, event[type], event);
}

function put(list, name, record) {
  const place = list.findIndex((one) => one[name] === record[name]);
  if (place >= 0) list[place] = { ...list[place], ...record };
  else list.push(record);
}

/**
 * Applies an event of lane income: what members earn a month.
 * @param {Record<string, any>} incomes by member @param {any} event
 */
export function foldIncome(incomes, event) {
  const set = event.memberIncomeSet;
  if (!set) return;
  for (const id of set.formerMemberIds ?? []) delete incomes[id];
  if (set.monthly) incomes[event.memberId] = set.monthly;
  else delete incomes[event.memberId];
}

/**
 * Applies an event of an account's lane.
 * @param {any} account @param {any} event
 */
export function foldAccount(account, event) {
  for (const type in accountActs) if (event[type]) return accountActs[type](account, event[type], event);
}

const grantOf = (account, id) => account.grants.find((one) => one.memberId === id) ?? {};
const entryOf = (account, id) => account.entries.find((one) => one.entryId === id) ?? {};

const accountActs = {
  wordsErased(account, body) {
    eraseWords(account.entries, 'entryId', body);
  },
  accountSet(account, { content }, event) {
    account.ownerId ||= event.memberId;
    account.content = content;
  },
  accountEntrySet(account, { entryId, content, transfer }, event) {
    const known = account.entries.find((one) => one.entryId === entryId);
    if (known) known.content = content;
    else account.entries.push({ entryId, content, transfer, addedBy: event.memberId || account.ownerId, addedAtMs: event.atMs });
  },
  accountEntryVoided(account, body) {
    entryOf(account, body.entryId).voided = true;
  },
  accountReconciled(account, body) {
    for (const id of body.entryIds) entryOf(account, id).reconciled = !body.undone;
  },
  accountGranted(account, { memberId, permission, needsConsent, grantedAtMs }, event) {
    account.grants.push({ memberId, permission, needsConsent, atMs: grantedAtMs ?? event.atMs });
  },
  accountRevoked(account, body) {
    account.grants = account.grants.filter((one) => one.memberId !== body.memberId);
  },
  accountRevocationAsked(account, body, event) {
    Object.assign(grantOf(account, body.memberId), { revocationBy: event.memberId, revocationAtMs: body.askedAtMs ?? event.atMs });
  },
  accountRevocationDeclined(account, body) {
    delete grantOf(account, body.memberId).revocationBy;
  },
};

const allowanceOf = (minor, id) => minor.allowances.find((one) => one.allowanceId === id) ?? {};

const minorActs = {
  guardianAdded(minor, body) {
    if (!minor.guardians.includes(body.memberId)) minor.guardians.push(body.memberId);
  },
  guardianRemoved(minor, body) {
    minor.guardians = minor.guardians.filter((id) => id !== body.memberId);
  },
  roleRequested(minor, body) {
    minor.requestedRole = body.role;
  },
  roleRequestDeclined(minor) {
    minor.requestedRole = '';
  },
  roleRequestSettled(minor) {
    minor.requestedRole = '';
  },
  wordsErased(minor, body) {
    eraseWords(minor.spending, 'spendingId', body);
  },
  spendingSet(minor, body, event) {
    const known = minor.spending.find((one) => one.spendingId === body.spendingId);
    put(minor.spending, 'spendingId', {
      spendingId: body.spendingId,
      content: body.content,
      ...(known ? {} : { addedBy: event.memberId, addedAtMs: event.atMs }),
    });
  },
  spendingVoided(minor, body) {
    put(minor.spending, 'spendingId', { spendingId: body.spendingId, voided: true });
  },
  spendingRestored(minor, body) {
    put(minor.spending, 'spendingId', { spendingId: body.spendingId, voided: false });
  },
  spendingLimitSet(minor, body, event) {
    put(minor.limits, 'limitId', { limitId: body.limitId, content: body.content, setBy: event.memberId });
  },
  spendingLimitRemoved(minor, body) {
    minor.limits = minor.limits.filter((one) => one.limitId !== body.limitId);
  },
  allowanceSet(minor, body, event) {
    put(minor.allowances, 'allowanceId', { allowanceId: body.allowanceId, content: body.content, setBy: event.memberId });
  },
  allowancePaused(minor, body) {
    allowanceOf(minor, body.allowanceId).paused = !body.resumed;
  },
  allowanceEnded(minor, body) {
    allowanceOf(minor, body.allowanceId).ended = true;
  },
  allowanceBooked(minor, body) {
    Object.assign(allowanceOf(minor, body.allowanceId), { lastDate: body.date, lastMinor: body.amount?.minor, handledUntil: body.date });
  },
  childAccessGranted(minor, { accountId, name, type, ownerId }, event) {
    // Said anew it was granted when it was.
    const known = (minor.accesses ??= []).some((one) => one.accountId === accountId);
    put(minor.accesses, 'accountId', { accountId, name, type, ownerId, ...(known ? {} : { atMs: event.atMs }) });
  },
  childAccessEnded(minor, body) {
    minor.accesses = (minor.accesses ?? []).filter((one) => one.accountId !== body.accountId);
  },
};
