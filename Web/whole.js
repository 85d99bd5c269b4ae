// A settlement plan of which one message has no space for all: what is left is asked for behind it (SPEC ST-07).

import { ask } from './client.js';

/**
 * The plan with all its debts.
 * @param {any} question readSettlement @param {any} answer with the debts that come first
 * @returns {Promise<any>} the answer; what came instead where a later part did not come, since a part is never shown as the whole
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
