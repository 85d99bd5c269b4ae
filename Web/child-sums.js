// What a child spends: what is noted, and their parts of the group's expenses, each in the currency of the figure (SPEC FA-04).

import { app } from './app.js';
import { h } from './dom.js';
import { t } from './i18n.js';
import { exponent } from './money.js';
import { figure } from './parts.js';

/**
 * What a part of an entry comes to in a currency, by the rate that the entry carries: to the nearest minor unit, halves up.
 * @param {string} minor @param {any} entry @param {string} currency
 * @returns {bigint | null} null where it carries no rate into it
 */
export function worth(minor, entry, currency) {
  if (entry.currency === currency) return BigInt(minor);
  const { rate = '', to = '' } = entry.conversion ?? {};
  if (to !== currency || !/^\d+(\.\d+)?$/.test(rate)) return null;
  const [whole, fraction = ''] = rate.split('.');
  const top = BigInt(minor) * BigInt(whole + fraction) * 10n ** BigInt(exponent(currency));
  const bottom = 10n ** BigInt(fraction.length + exponent(entry.currency));
  const found = (2n * top + bottom) / (2n * bottom);
  return found < 2n ** 63n ? found : null;
}

/**
 * What counts as the child's spending between two days: notes, and parts of shared expenses.
 * @param {string} id @param {any} lane @param {string} from @param {string} to @param {string} currency @param {string[]} [categories] none: all
 * @returns {{noted: bigint, owed: bigint, all: bigint, leftOut: Map<string, bigint>}} `leftOut`: what has no rate, by its currency
 */
export function spentBetween(id, lane, from, to, currency, categories = []) {
  const counts = (day, category) => day >= from && day <= to && (!categories.length || categories.includes(category ?? ''));
  const sums = { noted: 0n, owed: 0n };
  const leftOut = new Map();
  const add = (name, minor, of) => {
    const found = worth(minor, of, currency);
    if (found !== null) sums[name] += found;
    else leftOut.set(of.currency, (leftOut.get(of.currency) ?? 0n) + BigInt(minor));
  };
  for (const { voided, content } of lane.spending) {
    if (!voided && content.amount && counts(content.date, content.category)) add('noted', content.amount.minor, content.amount);
  }
  for (const entry of app.group.shared.entries.values()) {
    if (entry.isVoided || entry.kind !== 'ENTRY_KIND_EXPENSE' || !counts(entry.date, entry.category)) continue;
    for (const share of entry.owed) if (share.memberId === id && share.minor !== '0') add('owed', share.minor, entry);
  }
  return { ...sums, all: sums.noted + sums.owed, leftOut };
}

/** What a figure leaves out, beside it; null where it leaves nothing out. @param {Map<string, bigint>} sums @returns {any} */
export function notCounted(sums) {
  if (!sums.size) return null;
  const texts = [...sums].sort().map(([currency, minor]) => figure(minor, currency));
  return h('p', { class: 'hint' }, t('Not counted, without a rate: {sums}', { sums: texts.join(', ') }));
}
