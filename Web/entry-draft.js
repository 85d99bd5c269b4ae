// What the form of an entry holds, and what of it is sent.

import { parsed } from './amounts.js';
import { app, nameOf, now, presentMembers } from './app.js';
import { namesOf, noteOf } from './bill.js';
import { dayOf } from './i18n.js';
import { plain } from './money.js';
import { plainly } from './receipts.js';
import { resolved, splitOf } from './split.js';
import { categoryName } from './words.js';

const order = () => presentMembers().map((one) => one.memberId);
/** A placeholder takes a proposed role by itself, at its time. */
function sharesByDefault(one) {
  const at = Number(one.proposedEffectiveAtMs ?? 0);
  const role = one.proposedRole && at && now() >= at ? one.proposedRole : one.role;
  return one.sharesByDefault ?? ['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_ADULT'].includes(role);
}

/** An expense that is not entered yet. @returns {any} */
export function newDraft() {
  return {
    entry: null,
    kind: 'ENTRY_KIND_EXPENSE',
    amount: '',
    currency: app.group.shared.currency,
    description: '',
    category: '',
    date: dayOf(now()),
    payers: { [app.group.memberId]: '' },
    isSeveral: false,
    split: { way: 'equal', chosen: new Set(presentMembers().filter(sharesByDefault).map((one) => one.memberId)), figures: {} },
    note: '',
    merchant: '',
    receipts: [],
    problem: '',
    isBusy: false,
    isRepeated: false,
  };
}

/** An entry as the form holds it. @param {any} entry @returns {any} */
export function draftOf(entry) {
  if (!entry) return null;
  return {
    ...newDraft(),
    entry,
    base: entry.version,
    kind: entry.kind,
    amount: plain(entry.minor, entry.currency),
    currency: entry.currency,
    description: entry.description,
    category: entry.category,
    date: entry.date,
    payers: Object.fromEntries(entry.paid.map((share) => [share.memberId, plain(share.minor, entry.currency)])),
    isSeveral: entry.paid.length > 1,
    split: splitOf(entry),
    note: entry.note,
    merchant: entry.merchant,
    receipts: [...entry.receipts],
  };
}

/** Members who may stand in the entry: those who are there, and those who stand in it already. @param {any} draft @returns {string[]} */
export function members(draft) {
  const here = order();
  const named = [...(draft.entry?.owed ?? []), ...(draft.entry?.paid ?? [])].map((share) => share.memberId);
  return [...here, ...new Set(named.filter((id) => !here.includes(id)))];
}

/**
 * What the form holds, as EntryContent. Without words of its own an entry is called like its category.
 * @param {any} draft @param {bigint} minor @param {any} split as resolved
 * @returns {any}
 */
export function body(draft, minor, split) {
  const several = Object.entries(draft.payers).map(([memberId, text]) => ({ memberId, minor: String(parsed(text, draft.currency) ?? 0n) }))
    .filter((share) => share.minor !== '0');
  const paid = draft.isSeveral ? several : [{ memberId: Object.keys(draft.payers)[0], minor: String(minor) }];
  const { bill } = draft.split;
  return {
    kind: draft.kind,
    amount: { minor: String(minor), currency: draft.currency },
    description: draft.description.trim() || (split.bill ? namesOf(bill) : draft.category ? categoryName(draft.category) : ''),
    category: draft.category,
    date: draft.date,
    paid,
    split: split.message,
    note: split.bill ? noteOf(draft.note.trim(), bill, split.bill, members(draft), nameOf, draft.currency) : draft.note.trim(),
    merchant: draft.merchant.trim(),
    ...(draft.receipts.length ? { receipts: plainly(draft.receipts) } : {}),
  };
}

/**
 * Only what was changed, with the version that it is based on.
 * @param {any} draft @param {any} content
 * @returns {any} a command's body, or null when nothing was changed
 */
export function editing(draft, content) {
  const { entry } = draft;
  const changes = {};
  const before = body(draftOf(entry), BigInt(entry.minor), resolved(splitOf(entry), members(draft), BigInt(entry.minor), entry.currency));
  const money = ({ kind, amount, paid, split }) => ({ kind, amount, paid, split });
  if (JSON.stringify(money(content)) !== JSON.stringify(money(before))) changes.money = money(content);
  for (const name of ['description', 'category', 'date', 'note', 'merchant']) {
    if (content[name] !== before[name]) changes[name] = content[name];
  }
  if (JSON.stringify(content.receipts ?? []) !== JSON.stringify(before.receipts ?? [])) {
    changes.receipts = { receipts: content.receipts ?? [] };
  }
  return Object.keys(changes).length ? { editEntry: { entryId: entry.id, baseVersion: String(draft.base), changes } } : null;
}
