// What the member of this device may do, by the table of SPEC section 7. It hides buttons; what counts is what the server answers.

import { app, isPresent, me } from './app.js';

const may = (policy, otherwise) => app.group.shared.policies[policy] ?? otherwise;
const rank = () => ({ ROLE_OWNER: 4, ROLE_ADMIN: 3, ROLE_ADULT: 2, ROLE_VIEWER: 1 }[me()?.role] ?? 0);
const isOpen = () => !app.group?.shared?.archivedAtMs && !app.group?.inbox.isSeparated;

export const isOwner = () => rank() === 4;
export const isLeader = () => rank() >= 3;
export const isMinor = () => me()?.role === 'ROLE_MINOR';
export const addsEntries = () => rank() >= 2 && isOpen();
export const edits = (entry) =>
  isOpen() && !entry.isVoided && (rank() >= 3 || (rank() === 2 && (isOwn(entry) || may('POLICY_ADULTS_EDIT_OTHERS', true))));
export const voids = (entry) =>
  isOpen() && !entry.isVoided && (rank() >= 3 || (rank() === 2 && isOwn(entry) && may('POLICY_ADULTS_VOID_OWN', true)));
export const restores = (entry) => isOpen() && entry.isVoided && (rank() >= 3 || (rank() === 2 && isOwn(entry)));
export const keepsAccounts = () => isOpen() && rank() >= 2;
/** Whether there are accounts to look at, or to make. */
export const showsAccounts = () => keepsAccounts() || Object.keys(app.group.accounts ?? {}).length > 0;
/** Whether the reader changes a rule. @param {any} rule @returns {boolean} */
export const setsRule = (rule) => isOpen() && (rank() >= 3 || (rank() === 2 && rule.createdBy === app.group.memberId));
/** Whether the reader receives what members earn, and so may divide by it (SPEC LN-13). */
export const readsIncomes = () => 'income' in app.group.lanes;
export const undoes = () => isOpen() && rank() >= 2;
export const setsBudgets = () => isOpen() && rank() >= 3;
export const invites = () => isOpen() && (rank() === 4 || (rank() === 3 && may('POLICY_ADMINS_INVITE', false)));
export const addsPlaceholders = () =>
  isOpen() &&
  (rank() >= 3 || (rank() === 2 && may('POLICY_ADULTS_ADD_PLACEHOLDERS', app.group.shared.template === 'GROUP_TEMPLATE_SPLIT_GROUP')));

/** Whether the sender may dispute an entry: they are named in it, and their role may. @param {any} entry @returns {boolean} */
export function disputes(entry) {
  const id = app.group.memberId;
  const isNamed = [...entry.paid, ...entry.owed].some((share) => share.memberId === id);
  const mayByRole = rank() >= 2 || (rank() === 1 ? may('POLICY_VIEWERS_DISPUTE', true) : may('POLICY_MINORS_DISPUTE', true));
  return isOpen() && !entry.isVoided && isNamed && mayByRole;
}

/** Whether the sender records that one has paid the other. @param {string} from @param {string} to @returns {boolean} */
export const settles = (from, to) => rank() >= 3 || (rank() === 2 && [from, to].includes(app.group.memberId));

/** Minors whom the reader looks after: the owner after all, others after those whose lane they receive. @returns {string[]} */
export const children = () =>
  (app.group?.shared?.members ?? []).filter((one) =>
    one.role === 'ROLE_MINOR' && isPresent(one) && one.memberId !== app.group.memberId &&
    (isOwner() || one.memberId in app.group.minors)
  ).map((one) => one.memberId);

/** Whether the reader may have tokens for programs, which read or also write (SPEC ID-19). @param {boolean} [writes] @returns {boolean} */
export const makesTokens = (writes = false) =>
  [1, 2, 4].includes(rank()) ? !writes || rank() > 1 : rank() === 3 && may('POLICY_ADMINS_MAKE_TOKENS', false);

const isOwn = (entry) => entry.addedBy === app.group.memberId;
