// A bill of items that members share, with tax, tip and discount by what each one's items cost. It knows no page.
// The console divides bills by the same rule, and writes the same note.

import { divided, parsed } from './amounts.js';
import { plain } from './money.js';

/**
 * @typedef {{name: string, amount: string, sharers: Set<string>}} Item
 * @typedef {{items: Item[], tax: string, tip: string, discount: string}} Bill
 */

// Limit: items of a bill; the entry's note takes them.
const itemsMax = 100;
const amountMax = 10n ** 15n;
const extras = ['tax', 'tip', 'discount'];

/** A bill with one item that nobody has written yet. @param {Set<string>} sharers @returns {Bill} */
export const newBill = (sharers) => ({ items: [{ name: '', amount: '', sharers: new Set(sharers) }], tax: '', tip: '', discount: '' });

/** Whether another item fits. @param {Bill} bill @returns {boolean} */
export const takesMore = (bill) => bill.items.length < itemsMax;

/**
 * "57", or "5%" of the items, halves up; nothing is 0, what is not understood null.
 * @param {string} text @param {bigint} sum @param {string} currency @returns {bigint | null}
 */
function extra(text, sum, currency) {
  if (/^\s*(0+(\.0*)?\s*%?)?\s*$/.test(text)) return 0n;
  const share = /^\s*(\d{1,3})(?:\.(\d{1,2}))?\s*%\s*$/.exec(text);
  if (!share) return parsed(text, currency);
  const points = BigInt(share[1]) * 100n + BigInt((share[2] ?? '').padEnd(2, '0'));
  return points <= 10000n ? (sum * points + 5000n) / 10000n : null;
}

/**
 * What each one's share comes to, exactly.
 *
 * What rounding down leaves over goes one unit each to the largest remainders, of equals to who has had such a unit least often on this bill.
 * @param {Bill} bill @param {string[]} order members in the order of joining @param {string} currency
 * @returns {{total: bigint, owed: Map<string, bigint>, extras: Record<string, bigint>} | null} null while something is missing
 */
export function reckoned(bill, order, currency) {
  /** @type {{id: string, minor: bigint, absorbed: number}[]} */
  const accounts = [];
  const account = (id) => accounts.find((one) => one.id === id) ?? accounts[accounts.push({ id, minor: 0n, absorbed: 0 }) - 1];
  let total = 0n;
  for (const item of bill.items) {
    const minor = parsed(item.amount, currency);
    const sharers = order.filter((id) => item.sharers.has(id)).map(account);
    if (minor === null || !sharers.length || !item.name.trim()) return null;
    const places = new Map(accounts.map((one, place) => [one, place]));
    sharers.sort((a, b) => a.absorbed - b.absorbed || places.get(a) - places.get(b));
    divided(minor, sharers.map(() => 1n)).forEach((part, place) => {
      if (part > minor / BigInt(sharers.length)) sharers[place].absorbed++;
      sharers[place].minor += part;
    });
    total += minor;
  }
  const [sum, costs] = [total, accounts.map((one) => one.minor)];
  /** @type {Record<string, bigint>} */
  const found = {};
  for (const name of extras) {
    const minor = extra(bill[name], sum, currency);
    if (minor === null || (name === 'discount' && minor > sum)) return null;
    if (!minor) continue;
    found[name] = minor;
    const sign = name === 'discount' ? -1n : 1n;
    total += sign * minor;
    divided(minor, costs).forEach((part, place) => {
      accounts[place].minor += sign * part;
    });
  }
  if (total < 1n || total > amountMax) return null;
  return { total, owed: new Map(accounts.filter((one) => one.minor).map((one) => [one.id, one.minor])), extras: found };
}

/** What the items are called, for an entry that has no other name. @param {Bill} bill @returns {string} */
export const namesOf = (bill) => [...bill.items.map((item) => item.name.trim()).join(', ')].slice(0, 200).join('');

/**
 * The bill as an entry's note keeps it for all: "Paneer 320.00 @Asha @Ravi; tax 57.00".
 * @param {string} own what else there is to note @param {Bill} bill @param {any} found as reckoned
 * @param {string[]} order @param {(id: string) => string} name @param {string} currency
 * @returns {string}
 */
export function noteOf(own, bill, found, order, name, currency) {
  const before = withoutBill(own);
  return [
    ...(before ? [before] : []),
    ...bill.items.map((item) =>
      `${item.name.trim()} ${plain(parsed(item.amount, currency) ?? 0n, currency)}` +
      order.filter((id) => item.sharers.has(id)).map((id) => ` @${name(id)}`).join('')
    ),
    ...extras.filter((one) => found.extras[one]).map((one) => `${one} ${one === 'discount' ? '-' : ''}${plain(found.extras[one], currency)}`),
  ].join('; ');
}

/** What a note says besides a bill that stands behind it. @param {string} note @returns {string} */
export function withoutBill(note) {
  const parts = note.split('; ');
  const isOfBill = (part) => /^[^@\n]+ \d+(\.\d+)? @[^\n]*$/.test(part) || /^(tax|tip|discount) -?\d+(\.\d+)?$/.test(part);
  while (parts.length && isOfBill(parts[parts.length - 1])) parts.pop();
  return parts.join('; ');
}
