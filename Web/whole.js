// What one message has no space for: it is asked on behind what came (SPEC section 22), so that a part is never taken for the whole.

import { ask } from './client.js';

/**
 * A settlement plan with all its debts (SPEC ST-07).
 * @param {any} question readSettlement @param {any} answer with the debts that come first
 * @returns {Promise<any>} the answer, or what came instead of a later part
 */
export async function whole(question, answer) {
  const debts = [...answer.settlement.debts];
  for (let after = answer.settlement.nextDebt; after;) {
    const part = await ask({ readSettlement: { ...question.readSettlement, afterDebts: after } });
    if (!part.settlement) return part;
    debts.push(...(part.settlement.debts ?? []));
    // Each question goes on behind the one before, so that there is an end to them.
    const next = part.settlement.nextDebt ?? 0;
    if (next && next <= after) return { rejected: { code: 'unavailable' } };
    after = next;
  }
  return { settlement: { ...answer.settlement, debts, nextDebt: 0 } };
}

/**
 * The last events of lane shared up to a position, the oldest first (SPEC HI-01).
 * @param {string} groupId @param {number} end @param {number} count
 * @returns {Promise<any[] | null>} null where a part did not come
 */
export async function eventsBefore(groupId, end, count) {
  const events = [];
  for (let after = Math.max(0, end - count); after < end;) {
    const { history } = await ask({ readHistory: { groupId, lane: 'shared', after: String(after), limit: end - after } });
    if (!history) return null;
    if (!history.events?.length) break;
    events.push(...history.events);
    after = Number(history.events.at(-1).position);
  }
  return events;
}
