// Members who settle as one, as couples and families do (SPEC PT-01 to PT-03).

import { app, presentMembers } from './app.js';
import { balances } from './balances.js';
import { personOrYou } from './parts.js';

const members = () => app.group.shared.members;

/** The id that the party of a member is called by. @param {string} id @returns {string} */
export const partyId = (id) => members().find((one) => one.memberId === id)?.partyId || id;

/** Who settles as one with a member, in the order of joining. @param {string} id @returns {string[]} */
export const partyOf = (id) => members().map((one) => one.memberId).filter((one) => one === id || partyId(one) === partyId(id));

/** Whether anybody settles as one with another. @returns {boolean} */
export const hasParties = () => members().some((one) => one.partyId);

/** "Asha + Ravi". @param {string} id @returns {any[]} */
export const partyName = (id) => partyOf(id).map((one, place) => [place ? ' + ' : '', personOrYou(one)]);

/** Whether the reader is of the party. @param {string} id @returns {boolean} */
export const isOwnParty = (id) => partyId(id) === partyId(app.group.memberId);

/**
 * What each party is owed in a currency, by the id that it is called by: those who are there, and whose balance is not zero.
 * @param {string} currency @returns {Map<string, bigint>}
 */
export function partyBalances(currency) {
  const of = balances().get(currency) ?? new Map();
  const here = new Set(presentMembers().map((one) => partyId(one.memberId)));
  const sums = new Map();
  for (const { memberId } of members()) {
    const id = partyId(memberId);
    sums.set(id, (sums.get(id) ?? 0n) + (of.get(memberId) ?? 0n));
  }
  for (const [id, minor] of sums) if (minor === 0n && !here.has(id)) sums.delete(id);
  return sums;
}
