// What the entries come to: who is owed and who owes, per currency. The server reckons the same; here it also works without a connection.

import { app } from './app.js';

let cache = { entries: null, position: -1, sums: new Map() };

/**
 * What all entries leave each member owed (above zero) or owing, by currency.
 * @returns {Map<string, Map<string, bigint>>} currency to member to minor units
 */
export function balances() {
  const { group } = app;
  if (!group?.shared) return new Map();
  const position = group.lanes.shared;
  if (cache.entries === group.shared.entries && cache.position === position) return cache.sums;
  const sums = new Map();
  for (const entry of group.shared.entries.values()) {
    if (entry.isVoided) continue;
    let of = sums.get(entry.currency);
    if (!of) sums.set(entry.currency, of = new Map());
    // Who receives an income holds what the others are owed of it.
    const sign = entry.kind === 'ENTRY_KIND_INCOME' ? -1n : 1n;
    for (const share of entry.paid) of.set(share.memberId, (of.get(share.memberId) ?? 0n) + sign * BigInt(share.minor));
    for (const share of entry.owed) of.set(share.memberId, (of.get(share.memberId) ?? 0n) - sign * BigInt(share.minor));
  }
  cache = { entries: group.shared.entries, position, sums };
  return sums;
}

/**
 * What the member of this device is owed, by currency; the group's own comes first, then those that are not zero.
 * @returns {{currency: string, minor: bigint}[]}
 */
export function mine() {
  const own = app.group?.shared?.currency;
  const found = [...balances()].map(([currency, of]) => ({ currency, minor: of.get(app.group.memberId) ?? 0n }));
  if (!found.some((one) => one.currency === own)) found.push({ currency: own, minor: 0n });
  return found.filter((one) => one.currency === own || one.minor !== 0n).sort((
    a,
    b,
  ) => (a.currency === own ? -1 : b.currency === own ? 1 : 0));
}

/**
 * What one entry means for a member: what they get back (above zero) or owe by it; null where it does not name them.
 * @param {any} entry @param {string} memberId
 * @returns {bigint | null}
 */
export function meaning(entry, memberId) {
  const paid = entry.paid.filter((share) => share.memberId === memberId);
  const owed = entry.owed.filter((share) => share.memberId === memberId);
  if (!paid.length && !owed.length) return null;
  let difference = 0n;
  for (const share of paid) difference += BigInt(share.minor);
  for (const share of owed) difference -= BigInt(share.minor);
  return entry.kind === 'ENTRY_KIND_INCOME' ? -difference : difference;
}
