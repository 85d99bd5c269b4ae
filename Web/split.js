// How an expense is divided: what the form holds, what it comes to, and what is sent. It knows no page.

import { plain } from './money.js';
import { divided, parsed } from './amounts.js';
import { reckoned } from './bill.js';

/**
 * @typedef {{way: 'kept' | 'equal' | 'percentage' | 'exact' | 'weights' | 'income' | 'items', chosen: Set<string>,
 *   figures: Record<string, string>, bill?: import('./bill.js').Bill}} Split
 */

/** Hundredths of a percent from what was typed, or null. @param {string} text @returns {number | null} */
export function basisPoints(text) {
  const found = /^\s*(\d{1,3})(?:\.(\d{0,2}))?\s*%?\s*$/.exec(text);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Whole shares from what was typed, or null. @param {string} text @returns {number | null} */
export function weight(text) {
  return /^\s*\d{1,5}\s*$/.test(text) && Number(text) <= 10000 ? Number(text) : null;
}

/**
 * What a split comes to.
 * @param {Split} split @param {string[]} order members in the order of joining @param {bigint} amount @param {string} currency
 * @returns {{owed: Map<string, bigint>, missing: {amount?: bigint, basisPoints?: number}, isWhole: boolean, message: any, bill?: any}}
 */
export function resolved(split, order, amount, currency) {
  const owed = new Map();
  const give = (ids, weights) => divided(amount, weights).forEach((part, index) => owed.set(ids[index], part));
  // An income that nobody divides: who received it keeps it (SPEC CM-09).
  if (split.way === 'kept') return { owed, missing: {}, isWhole: true, message: undefined };
  if (split.way === 'income') {
    const ids = order.filter((id) => split.chosen.has(id));
    // The server divides: it knows what each earns on that day.
    return { owed, missing: {}, isWhole: ids.length > 0, message: { income: { memberIds: ids } } };
  }
  if (split.way === 'equal') {
    const ids = order.filter((id) => split.chosen.has(id));
    if (ids.length) give(ids, ids.map(() => 1n));
    return { owed, missing: {}, isWhole: ids.length > 0, message: { equal: { memberIds: ids } } };
  }
  if (split.way === 'items') {
    const bill = reckoned(split.bill, order, currency);
    if (!bill) return { owed, missing: {}, isWhole: false, message: undefined };
    const shares = [...bill.owed].map(([memberId, minor]) => ({ memberId, minor: String(minor) }));
    const difference = amount - bill.total;
    return { owed: bill.owed, missing: { amount: difference }, isWhole: difference === 0n, message: { exact: { shares } }, bill };
  }
  const typed = order.filter((id) => (split.figures[id] ?? '').trim() !== '');
  if (split.way === 'exact') {
    const shares = typed.map((id) => ({
      id,
      minor: /^\s*0+(\.0*)?\s*$/.test(split.figures[id]) ? 0n : parsed(split.figures[id], currency),
    }));
    const isRead = shares.every((share) => share.minor !== null);
    const total = shares.reduce((sum, share) => sum + (share.minor ?? 0n), 0n);
    for (const share of shares) if (share.minor) owed.set(share.id, share.minor);
    return {
      owed,
      missing: { amount: amount - total },
      isWhole: isRead && total === amount,
      message: {
        exact: { shares: shares.filter((share) => share.minor).map((share) => ({ memberId: share.id, minor: String(share.minor) })) },
      },
    };
  }
  const read = split.way === 'percentage' ? basisPoints : weight;
  const parts = typed.map((id) => ({ id, part: read(split.figures[id]) }));
  const isRead = parts.every((one) => one.part !== null);
  const some = parts.filter((one) => one.part);
  const total = some.reduce((sum, one) => sum + one.part, 0);
  if (split.way === 'percentage') {
    if (total === 10000) give(some.map((one) => one.id), some.map((one) => BigInt(one.part)));
    return {
      owed,
      missing: { basisPoints: 10000 - total },
      isWhole: isRead && total === 10000,
      message: { percentage: { shares: some.map((one) => ({ memberId: one.id, basisPoints: one.part })) } },
    };
  }
  if (total) give(some.map((one) => one.id), some.map((one) => BigInt(one.part)));
  return {
    owed,
    missing: {},
    isWhole: isRead && total > 0,
    message: { weights: { shares: some.map((one) => ({ memberId: one.id, weight: one.part })) } },
  };
}

/** Whether it is an income that each keeps who received it. @param {any} entry @returns {boolean} */
function isKept(entry) {
  if (entry.kind !== 'ENTRY_KIND_INCOME' || entry.split.kind !== 'exact' || entry.owed.length !== entry.paid.length) return false;
  return entry.owed.every((share, index) => share.memberId === entry.paid[index].memberId && share.minor === entry.paid[index].minor);
}

/**
 * The split of an entry as the form holds it.
 * @param {any} entry @returns {Split}
 */
export function splitOf(entry) {
  const { kind, figures } = entry.split;
  const chosen = new Set(entry.owed.map((share) => share.memberId));
  if (isKept(entry)) return { way: 'kept', chosen, figures: {} };
  if (kind === 'equal' || kind === 'income') return { way: kind, chosen, figures: {} };
  const of = (text) => Object.fromEntries(entry.owed.map((share, index) => [share.memberId, text(share, index)]));
  if (kind === 'percentage') return { way: 'percentage', chosen, figures: of((share, index) => String(figures[index] / 100)) };
  if (kind === 'weights') return { way: 'weights', chosen, figures: of((share, index) => String(figures[index])) };
  return { way: 'exact', chosen, figures: of((share) => plain(share.minor, entry.currency)) };
}

/** Even percentages that total 100. @param {string[]} ids @returns {Record<string, string>} */
export function evenPercentages(ids) {
  return Object.fromEntries(divided(10000n, ids.map(() => 1n)).map((part, index) => [ids[index], String(Number(part) / 100)]));
}
