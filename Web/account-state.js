// What is known of accounts: what is in one, who sees it, and what the reader may do with it.

import { app, member, presentMembers } from './app.js';
import { children, keepsAccounts } from './rights.js';
import { t } from './i18n.js';

/** Who somebody is now, who was another member before. @param {string} id @returns {string} */
export function current(id) {
  const found = member(id);
  return found?.becameMemberId ? current(found.becameMemberId) : id;
}

/** All accounts that the reader receives, their own first. @returns {any[]} */
export const accounts = () =>
  Object.entries(app.group.accounts ?? {}).filter(([, one]) => one.content).map(([id, one]) => ({ id, ...one })).sort((a, b) =>
    Number(isOwn(b)) - Number(isOwn(a)) || Number(Boolean(a.content.closed)) - Number(Boolean(b.content.closed)) ||
    (a.content.name < b.content.name ? -1 : 1)
  );

/** @param {string} id @returns {any} */
export const account = (id) => accounts().find((one) => one.id === id);

/** @param {any} one an account @returns {boolean} whether it is the reader's own */
export const isOwn = (one) => current(one.ownerId) === app.group.memberId;

/** The grant of an account to a member. @param {any} one @param {string} id @returns {any} */
export const grantTo = (one, id) => one.grants.find((grant) => current(grant.memberId) === id);

/** Limit: members who see an account besides its owner, as the server has it. */
const grantsMax = 10;

/** Whether a grant of an account would be of use: it is the reader's, open, and not seen by as many as may. @param {any} one @returns {boolean} */
export const isShareable = (one) => isOwn(one) && !one.content.closed && one.grants.length < grantsMax;

/** Whether a child may read such an account (SPEC AC-06). @param {any} one @returns {boolean} */
export const isForChildren = (one) => ['ACCOUNT_TYPE_CHECKING', 'ACCOUNT_TYPE_SAVINGS'].includes(one.content.type);

/** Whether a member may be given an account that they do not see yet. @param {any} one @param {string} id @returns {boolean} */
export const isShareableWith = (one, id) =>
  isShareable(one) && !grantTo(one, id) && (member(id)?.role !== 'ROLE_MINOR' || isForChildren(one));

/** Members to whom an account can be granted: partners, and children whom the owner looks after. @param {any} one @returns {any[]} */
export function granteesOf(one) {
  if (!isShareable(one)) return [];
  const own = children();
  return presentMembers().filter((found) =>
    found.status === 'MEMBER_STATUS_ACTIVE' && found.memberId !== app.group.memberId && isShareableWith(one, found.memberId) &&
    (['ROLE_OWNER', 'ROLE_ADMIN', 'ROLE_ADULT'].includes(found.role) || own.includes(found.memberId))
  );
}

/** Accounts that a member reads besides their own, as far as the reader knows of them. @param {string} id @returns {any[]} */
export const readBy = (id) => accounts().filter((one) => current(one.ownerId) === id || grantTo(one, id));

/** Whether the reader notes what goes in and out. @param {any} one @returns {boolean} */
export const writes = (one) =>
  keepsAccounts() && !one.content.closed && (isOwn(one) || grantTo(one, app.group.memberId)?.permission === 'GRANT_PERMISSION_WRITE');

/** What is in an account. @param {any} one @returns {bigint} minor units of its currency */
export function balance(one) {
  let sum = BigInt(one.content.opening?.minor ?? 0);
  for (const { content, voided } of one.entries) {
    if (!voided) sum += BigInt(content.amount.minor) * (isDeposit(content) ? 1n : -1n);
  }
  return sum;
}

/** @param {any} content of an entry @returns {boolean} */
export const isDeposit = (content) => content.kind === 'ACCOUNT_ENTRY_KIND_DEPOSIT';

/** @param {any} one an account @returns {string} */
export const currencyOf = (one) => one.content.opening?.currency ?? app.group.shared.currency;

/** The kinds of accounts. */
export const accountTypes = [
  'ACCOUNT_TYPE_SAVINGS',
  'ACCOUNT_TYPE_CHECKING',
  'ACCOUNT_TYPE_CASH',
  'ACCOUNT_TYPE_CARD',
  'ACCOUNT_TYPE_GOLD',
];

/** @param {string} type @returns {string} */
export const accountType = (type) =>
  t(
    {
      ACCOUNT_TYPE_SAVINGS: 'Savings account',
      ACCOUNT_TYPE_CHECKING: 'Current account',
      ACCOUNT_TYPE_CASH: 'Cash',
      ACCOUNT_TYPE_CARD: 'Card',
      ACCOUNT_TYPE_GOLD: 'Gold',
    }[type] ?? 'Account',
  );

/** @param {string} type @returns {string} its picture */
export const accountSign = (
  type,
) => ({
  ACCOUNT_TYPE_SAVINGS: '🐖',
  ACCOUNT_TYPE_CHECKING: '🏦',
  ACCOUNT_TYPE_CASH: '💵',
  ACCOUNT_TYPE_CARD: '💳',
  ACCOUNT_TYPE_GOLD: '🥇',
}[type] ?? '🏦');

/** How long a wish to end a grant waits for its answer, in milliseconds (SPEC AC-08). */
const patience = 14 * 24 * 3600 * 1000;

/** Who wishes that a grant ends; empty: nobody, or it has lapsed. @param {any} grant @param {number} at @returns {string} */
export const wishOf = (
  grant,
  at,
) => (grant.revocationBy && Number(grant.revocationAtMs) + patience > at ? current(grant.revocationBy) : '');

/** Until when an answer counts. @param {any} grant @returns {number} */
export const wishEnds = (grant) => Number(grant.revocationAtMs) + patience;
