// Words for what the protocol names: roles, periods, categories, kinds.

import { app } from './app.js';
import { t } from './i18n.js';
import { clean } from './text.js';

const pictures = {
  housing: '🏠',
  groceries: '🛒',
  utilities: '💡',
  education: '📚',
  healthcare: '🏥',
  transportation: '🚌',
  insurance: '🔒',
  'family-support': '👪',
  emi: '🏦',
  dining: '🍛',
  entertainment: '🎬',
  shopping: '🛍️',
  'personal-care': '🧴',
  travel: '🧳',
  subscriptions: '🔁',
  gifts: '🎁',
  festivals: '🪔',
  'emergency-fund': '🚨',
  investments: '📈',
  retirement: '🌅',
  'goal-savings': '🎯',
  gold: '🥇',
  salary: '💼',
  'other-income': '💰',
};

const groupPictures = { house: '🏠', heart: '❤️', people: '👪', plane: '✈️', food: '🍛', star: '⭐', leaf: '🌿', key: '🔑' };

/** The pictures that a group may have. */
export const groupIcons = Object.keys(groupPictures);

/** @param {string} key @returns {string} the picture of a group */
export const groupPicture = (key) => groupPictures[(key ?? '').split('.')[0]] ?? '🔥';

const usualNames = {
  housing: 'Housing/Rent',
  groceries: 'Groceries',
  utilities: 'Utilities',
  education: 'Education',
  healthcare: 'Healthcare',
  transportation: 'Transportation',
  insurance: 'Insurance',
  'family-support': 'Family Support',
  emi: 'EMI/Loans',
  dining: 'Dining Out',
  entertainment: 'Entertainment',
  shopping: 'Shopping',
  'personal-care': 'Personal Care',
  travel: 'Travel',
  subscriptions: 'Subscriptions',
  gifts: 'Gifts & Donations',
  festivals: 'Festivals',
  'emergency-fund': 'Emergency Fund',
  investments: 'Investments',
  retirement: 'Retirement',
  'goal-savings': 'Goal Savings',
  gold: 'Gold/Jewelry',
  salary: 'Salary',
  'other-income': 'Other Income',
};

/**
 * A category's name; those that a group starts with have one in every language.
 * @param {string} key @returns {string}
 */
export function categoryName(key) {
  if (!key) return t('No category');
  const found = app.group?.shared?.categories.find((one) => one.key === key);
  const name = clean(found?.name ?? key);
  return usualNames[key] === name ? t(name) : name;
}

/** @param {string} key @param {string} [kind] @returns {string} the picture of a category, or of the kind of an entry */
export const picture = (key, kind) => pictures[key] ?? (key ? '🔹' : { ENTRY_KIND_INCOME: '💰', ENTRY_KIND_TRANSFER: '💸' }[kind] ?? '🧾');

/** @param {string} role @returns {string} */
export function roleWord(role) {
  const words = { ROLE_OWNER: 'owner', ROLE_ADMIN: 'admin', ROLE_ADULT: 'adult', ROLE_VIEWER: 'viewer', ROLE_MINOR: 'minor' };
  return t(words[role] ?? 'unknown role');
}

/** @param {string} role @returns {string} what a role may do, in one sentence */
export function roleMeaning(role) {
  return t(
    {
      ROLE_OWNER: 'Decides about everything.',
      ROLE_ADMIN: 'Adds and changes everything, sets budgets.',
      ROLE_ADULT: 'Adds expenses, and shares them.',
      ROLE_VIEWER: 'Sees everything, changes nothing.',
      ROLE_MINOR: 'A child: sees the group; has limits and an allowance.',
    }[role] ?? '',
  );
}

/** @param {string} period @returns {string} */
export function periodWord(period) {
  return t(
    {
      BUDGET_PERIOD_WEEKLY: 'weekly',
      BUDGET_PERIOD_BIWEEKLY: 'every two weeks',
      BUDGET_PERIOD_MONTHLY: 'monthly',
      BUDGET_PERIOD_YEARLY: 'yearly',
    }[period] ?? 'monthly',
  );
}

/** @param {any} entry @returns {string} what an entry is called */
export function entryTitle(entry) {
  // The server calls a settlement so where nobody has called it anything.
  if (entry?.kind === 'ENTRY_KIND_TRANSFER' && (!entry.description || entry.description === 'Settlement')) return t('Settlement');
  // Only erased words leave nothing.
  return clean(entry?.description) || categoryName(entry?.category ?? '') || t('(erased)');
}

/** Categories that may be chosen. @param {string} kind @returns {any[]} */
export function choosable(kind) {
  const wanted = kind === 'ENTRY_KIND_INCOME' ? 'forIncome' : 'forExpense';
  return (app.group?.shared?.categories ?? []).filter((one) => one[wanted] && !one.retired)
    .sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0));
}
