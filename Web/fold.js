// What each event of lane shared does to what is known of a group. The same rules as the server's `apply`, for what the page shows.

/**
 * The state of lane shared, from its snapshot.
 * @param {any} snapshot SharedSnapshot
 * @returns {any}
 */
export function sharedFromSnapshot(snapshot) {
  const members = (snapshot.members ?? []).map((one) => ({
    ...one,
    holder: undefined,
    isPlaceholder: !one.holder,
    status: one.status ?? (one.holder ? 'MEMBER_STATUS_ACTIVE' : 'MEMBER_STATUS_UNCLAIMED'),
  }));
  const ids = members.map((one) => one.memberId);
  /** @type {any[]} */
  const rows = (snapshot.entryRows ?? []).map((/** @type {any} */ row) => entryFromRow(row, ids));
  const entries = new Map(rows.map((entry) => [entry.id, entry]));
  const { entryRows, memberActs, namedMembers, preferences, ...rest } = snapshot;
  return {
    ...rest,
    members,
    entries,
    categories: snapshot.categories ?? [],
    budgets: snapshot.budgets ?? [],
    policies: Object.fromEntries((snapshot.policies ?? []).map((one) => [one.policy, Boolean(one.allowed)])),
    simplifyDebts: snapshot.simplifyDebts ?? true,
    wishes: Object.fromEntries((preferences ?? []).map((one) => [ids[one.member ?? 0], cellsOf(one.preferences)])),
  };
}

/** Which notices are wanted, by kind and channel. */
const cellsOf = (cells) => Object.fromEntries((cells ?? []).map((one) => [`${one.kind} ${one.channel}`, Boolean(one.wanted)]));

const splitKinds = {
  SPLIT_KIND_EQUAL: 'equal',
  SPLIT_KIND_PERCENTAGE: 'percentage',
  SPLIT_KIND_EXACT: 'exact',
  SPLIT_KIND_WEIGHTS: 'weights',
  SPLIT_KIND_INCOME: 'income',
};

function entryFromRow(row, ids) {
  const shares = (by, minor) => (by ?? []).map((place, index) => ({ memberId: ids[place], minor: minor?.[index] ?? '0' }));
  const story = row.story ?? {};
  return {
    id: row.entryId,
    kind: row.kind,
    minor: row.minor ?? '0',
    currency: row.currency,
    date: row.date,
    description: row.description ?? '',
    category: row.category ?? '',
    note: row.note ?? '',
    merchant: row.merchant ?? '',
    paid: shares(row.paidBy, row.paidMinor),
    owed: shares(row.owedBy, row.owedMinor),
    split: { kind: splitKinds[row.split] ?? 'exact', figures: (row.splitFigures ?? []).map(Number) },
    addedBy: ids[row.addedBy ?? 0],
    addedAtMs: Number(row.addedAtMs ?? 0),
    position: Number(row.position ?? 0),
    version: Number(row.version ?? 0) || Number(row.position ?? 0),
    isVoided: Boolean(story.voided),
    disputes: (story.disputes ?? []).map((one) => ({ memberId: ids[one.by ?? 0], reason: one.reason ?? '', atMs: Number(one.atMs ?? 0) })),
    receipts: story.receipts ?? [],
    ruleId: story.ruleId ?? '',
    isEdited: Boolean(story.changes?.length),
    origins: originsOf(story.changes ?? []),
    conversion: row.conversion,
  };
}

/** The words of an entry; `origins` has the position of the event that last set each, where that is not the one that added the entry. */
const fieldNames = {
  ENTRY_FIELD_DESCRIPTION: 'description',
  ENTRY_FIELD_NOTE: 'note',
  ENTRY_FIELD_MERCHANT: 'merchant',
  ENTRY_FIELD_RECEIPTS: 'receipts',
};

/** @param {any[]} changes of an entry's row @returns {Record<string, number> | undefined} */
function originsOf(changes) {
  const known = changes.filter((one) => fieldNames[one.field]);
  return known.length ? Object.fromEntries(known.map((one) => [fieldNames[one.field], Number(one.version)])) : undefined;
}

/**
 * An entry as the page keeps it, from what an event says of it.
 * @param {any} content EntryContent @param {any[]} owed
 * @returns {any}
 */
export function entryFromContent(content, owed) {
  return {
    kind: content.kind,
    minor: content.amount?.minor ?? '0',
    currency: content.amount?.currency ?? '',
    date: content.date ?? '',
    description: content.description ?? '',
    category: content.category ?? '',
    note: content.note ?? '',
    merchant: content.merchant ?? '',
    paid: withFigures(content.paid),
    owed: withFigures(owed),
    split: splitFrom(content.split, owed),
    receipts: content.receipts ?? [],
    conversion: content.conversion,
  };
}

const withFigures = (shares) => (shares ?? []).map((share) => ({ memberId: share.memberId, minor: share.minor ?? '0' }));

function splitFrom(split, owed) {
  const kind = Object.keys(split ?? {})[0] ?? 'exact';
  const figure = { percentage: 'basisPoints', weights: 'weight' }[kind];
  const of = new Map((split?.[kind]?.shares ?? []).map((share) => [share.memberId, Number(share[figure] ?? 0)]));
  return { kind, figures: figure ? (owed ?? []).map((share) => of.get(share.memberId) ?? 0) : [] };
}

/**
 * Applies an event.
 * @param {any} shared @param {any} event @param {number} position
 */
export function foldShared(shared, event, position) {
  for (const type in acts) if (event[type]) return acts[type](shared, event[type], event, position);
}

const memberOf = (shared, id) => shared.members.find((one) => one.memberId === id) ?? {};
const budgetOf = (shared, id) => shared.budgets.find((one) => one.budgetId === id) ?? {};

function noRoleWaits(member) {
  delete member.proposedRole;
  delete member.proposedEffectiveAtMs;
  delete member.requestedRole;
}

/** Who settles as one with a member (SPEC PT-01). */
const partyOf = (shared, { partyId }) => (partyId ? shared.members.filter((one) => one.partyId === partyId) : []);

function joinParty(member, other) {
  other.partyId ||= other.memberId;
  member.partyId = other.partyId;
}

/** Who stays of it alone is no party; one that is called after who leaves is called after the first who stays. */
function leaveParty(shared, member) {
  const rest = partyOf(shared, member).filter((one) => one !== member);
  const name = member.partyId === member.memberId ? rest[0]?.memberId : member.partyId;
  delete member.partyId;
  for (const one of rest) {
    if (rest.length < 2) delete one.partyId;
    else one.partyId = name;
  }
}

function end(shared, id, status, event, keepsProposal) {
  const member = memberOf(shared, id);
  member.status = status;
  member.endedAtMs = event.atMs;
  delete member.requestedRole;
  if (!keepsProposal) {
    delete member.proposedRole;
    delete member.proposedEffectiveAtMs;
  }
}

/** Empties what still stands there since an event whose words were erased (SPEC EW-05). */
function eraseWords(shared, { position, subjectId, atMs }) {
  const rule = shared.recurring?.find((one) => one.ruleId === subjectId && Number(one.version) === Number(position));
  if (rule) rule.content = { ...rule.content, template: { ...rule.content.template, description: '', note: '', merchant: '' } };
  const entry = shared.entries.get(subjectId);
  if (!entry) return;
  for (const name of Object.values(fieldNames)) {
    if ((entry.origins?.[name] ?? entry.position) === Number(position)) entry[name] = name === 'receipts' ? [] : '';
  }
  if (!atMs) return;
  for (const dispute of [...entry.disputes, ...(entry.endedDisputes ?? [])]) if (dispute.atMs === Number(atMs)) dispute.reason = '';
}

const acts = {
  groupUpdated(shared, body) {
    Object.assign(shared, body);
  },
  groupArchived(shared, body, event) {
    shared.archivedAtMs = event.atMs;
  },
  groupUnarchived(shared) {
    delete shared.archivedAtMs;
    delete shared.purgeAtMs;
  },
  purgeRequested(shared, body) {
    shared.purgeAtMs = body.purgeAtMs;
  },
  purgeCancelled(shared) {
    delete shared.purgeAtMs;
  },
  policySet(shared, body) {
    shared.policies[body.policy] = Boolean(body.allowed);
  },

  memberJoined(shared, body, event) {
    shared.members.push({
      memberId: body.memberId,
      displayName: body.displayName,
      role: body.role,
      joinedAtMs: event.atMs,
      isPlaceholder: !body.holder,
      status: body.holder ? 'MEMBER_STATUS_ACTIVE' : 'MEMBER_STATUS_UNCLAIMED',
      transparencyVersion: body.transparencyVersion,
    });
  },
  memberClaimed(shared, body, event) {
    const member = memberOf(shared, body.memberId);
    Object.assign(member, {
      status: 'MEMBER_STATUS_ACTIVE',
      isPlaceholder: false,
      displayName: body.displayName ?? member.displayName,
      role: body.role ?? member.role,
    });
    noRoleWaits(member);
    if (!body.replacedMemberId) return;
    const former = memberOf(shared, body.replacedMemberId);
    if (shared.wishes?.[body.replacedMemberId]) shared.wishes[body.memberId] = shared.wishes[body.replacedMemberId];
    Object.assign(former, { status: 'MEMBER_STATUS_REPLACED', becameMemberId: body.memberId, endedAtMs: event.atMs });
    const other = partyOf(shared, former).find((one) => one !== former && one !== member);
    leaveParty(shared, former);
    if (other && !member.partyId) joinParty(member, other);
  },
  partySet(shared, body) {
    const member = memberOf(shared, body.memberId);
    leaveParty(shared, member);
    if (body.withMemberId && body.withMemberId !== body.memberId) joinParty(member, memberOf(shared, body.withMemberId));
  },
  memberRenamed(shared, body) {
    memberOf(shared, body.memberId).displayName = body.displayName;
  },
  preferencesSet(shared, body, event) {
    shared.wishes = { ...shared.wishes, [event.memberId]: { ...shared.wishes?.[event.memberId], ...cellsOf(body.preferences) } };
  },
  wordsErased(shared, body) {
    for (const { memberId, displayName } of body.names ?? []) memberOf(shared, memberId).displayName = displayName;
    for (const one of body.events ?? []) eraseWords(shared, one);
  },
  memberColorSet(shared, body) {
    memberOf(shared, body.memberId).color = body.color ?? '';
  },
  roleChanged(shared, body) {
    const member = memberOf(shared, body.memberId);
    member.role = body.role;
    noRoleWaits(member);
  },
  roleChangeProposed(shared, body) {
    Object.assign(memberOf(shared, body.memberId), { proposedRole: body.role, proposedEffectiveAtMs: body.effectiveAtMs });
  },
  roleRequested(shared, body) {
    memberOf(shared, body.memberId).requestedRole = body.role;
  },
  roleRequestDeclined(shared, body) {
    delete memberOf(shared, body.memberId).requestedRole;
  },
  memberLeft(shared, body, event) {
    end(shared, body.memberId ?? event.memberId, 'MEMBER_STATUS_LEFT', event, body.keepsProposal);
  },
  memberRemoved(shared, body, event) {
    end(shared, body.memberId, 'MEMBER_STATUS_REMOVED', event, body.keepsProposal);
  },
  memberRestored(shared, body) {
    const member = memberOf(shared, body.memberId);
    Object.assign(member, {
      status: member.isPlaceholder ? 'MEMBER_STATUS_UNCLAIMED' : 'MEMBER_STATUS_ACTIVE',
      role: body.role ?? member.role,
      displayName: body.displayName || member.displayName,
    });
    delete member.endedAtMs;
  },
  ownershipTransferred(shared, body) {
    for (const member of shared.members) if (member.role === 'ROLE_OWNER') member.role = 'ROLE_ADMIN';
    memberOf(shared, body.memberId).role = 'ROLE_OWNER';
  },
  defaultSharingSet(shared, body) {
    memberOf(shared, body.memberId).sharesByDefault = body.shares;
  },
  coachingRestricted(shared, body) {
    memberOf(shared, body.minorId).coachingRestricted = !body.lifted;
  },

  entryAdded(shared, body, event, position) {
    if (body.ruleId) ruleOf(shared, body).handledUntil = body.content.date;
    shared.entries.set(body.entryId, {
      id: body.entryId,
      ...entryFromContent(body.content, body.owed),
      addedBy: body.addedBy || event.memberId || ruleMaker(shared, body),
      addedAtMs: Number(event.atMs),
      position,
      version: position,
      isVoided: false,
      disputes: [],
      ruleId: body.ruleId ?? '',
      isEdited: false,
    });
  },
  entryEdited(shared, body, event, position) {
    const entry = shared.entries.get(body.entryId);
    if (!entry) return;
    const { money, receipts, place, ...texts } = body.changes ?? {};
    if (money) {
      const { kind, minor, currency, paid, owed, split, conversion } = entryFromContent(money, body.owed);
      Object.assign(entry, { kind, minor, currency, paid, owed, split, conversion });
      if (body.reopensDisputes) entry.disputes = entry.endedDisputes ?? [];
      else if (entry.disputes.length) [entry.endedDisputes, entry.disputes] = [entry.disputes, []];
    }
    Object.assign(entry, texts);
    if (receipts) entry.receipts = receipts.receipts ?? [];
    for (const name of Object.values(fieldNames)) if (name in (body.changes ?? {})) (entry.origins ??= {})[name] = position;
    entry.version = position;
    entry.isEdited = true;
  },
  entryVoided(shared, body, event, position) {
    markVoided(shared, body, true, position);
  },
  entryRestored(shared, body, event, position) {
    markVoided(shared, body, false, position);
  },
  entryDisputed(shared, body, event) {
    const entry = shared.entries.get(body.entryId);
    if (!entry) return;
    entry.disputes = entry.disputes.filter((one) => one.memberId !== event.memberId);
    entry.disputes.push({ memberId: event.memberId, reason: body.reason ?? '', atMs: Number(event.atMs) });
  },
  disputeWithdrawn(shared, body, event) {
    const entry = shared.entries.get(body.entryId);
    if (entry) entry.disputes = entry.disputes.filter((one) => one.memberId !== event.memberId);
  },

  budgetSet(shared, body) {
    const budget = shared.budgets.find((one) => one.budgetId === body.budgetId);
    if (budget) budget.content = body.content;
    else shared.budgets.push({ budgetId: body.budgetId, content: body.content, createdBy: body.createdBy, fired: [] });
  },
  alertFired(shared, body) {
    const budget = budgetOf(shared, body.budgetId);
    budget.fired ??= [];
    let fired = budget.fired.find((one) => one.periodStart === body.periodStart);
    if (!fired) budget.fired.push(fired = { periodStart: body.periodStart, basisPoints: [] });
    if (body.over) fired.over = true;
    else fired.basisPoints = [...(fired.basisPoints ?? []), body.basisPoints].sort((a, b) => a - b);
  },
  budgetRemoved(shared, body) {
    budgetOf(shared, body.budgetId).removed = true;
  },
  budgetReactivated(shared, body) {
    budgetOf(shared, body.budgetId).removed = false;
  },

  categorySet(shared, body) {
    const place = shared.categories.findIndex((one) => one.key === body.content.key);
    if (place >= 0) shared.categories[place] = body.content;
    else shared.categories.push(body.content);
  },
  categoryRetired(shared, body) {
    const category = shared.categories.find((one) => one.key === body.key);
    if (category) category.retired = true;
  },
  recurringSet(shared, { ruleId, content, createdBy }, event, version) {
    const rule = shared.recurring?.find((one) => one.ruleId === ruleId);
    if (rule) Object.assign(rule, { content, version });
    else (shared.recurring ??= []).push({ ruleId, content, createdBy, version });
  },
  recurringPaused(shared, body) {
    Object.assign(ruleOf(shared, body), { paused: true, pauseCode: body.code ?? '' });
  },
  recurringResumed(shared, body) {
    const rule = ruleOf(shared, body);
    Object.assign(rule, { paused: false, pauseCode: '', handledUntil: body.passedUntil || rule.handledUntil });
  },
  recurringEnded(shared, body) {
    ruleOf(shared, body).ended = true;
  },
  occurrenceSkipped(shared, body) {
    (ruleOf(shared, body).skipped ??= []).push(body.date);
  },
  festivalSet(shared, { festivalId, content, createdBy }) {
    const found = shared.festivals?.find((one) => one.festivalId === festivalId);
    if (found) Object.assign(found, { content, removed: false });
    else (shared.festivals ??= []).push({ festivalId, content, createdBy });
  },
  festivalRemoved(shared, body) {
    const found = shared.festivals?.find((one) => one.festivalId === body.festivalId);
    if (found) found.removed = true;
  },
};

function markVoided(shared, body, isVoided, position) {
  const entry = shared.entries.get(body.entryId);
  if (entry) Object.assign(entry, { isVoided, version: position });
}

const ruleOf = (shared, { ruleId }) => shared.recurring?.find((one) => one.ruleId === ruleId) ?? {};

const ruleMaker = (shared, body) => ruleOf(shared, body).createdBy ?? '';
