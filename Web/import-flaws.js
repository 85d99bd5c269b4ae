// What is wrong with a file or a line of it, in words, and what its reader is asked for.

import { app } from './app.js';
import { refusal, t } from './i18n.js';
import { figure } from './parts.js';
import { clean } from './text.js';

// Codes that are said as the first of their line is.
const alike = {};
for (
  const line of [
    'no_table column_missing column_unknown',
    'too_long file_too_large too_many_lines takes_too_long',
    'direction_unsaid direction_unclear below_zero',
    'no_amount multiplier too_many_decimals amount_too_large',
    'no_currency currency_unknown currency_differs other_currency',
    'broken_line stray_quote open_quote too_wide too_narrow',
    'shares_differ share_unclear no_name_and_amount parts_differ',
    'balance_differs total_differs',
    'no_entry balance_line sum_line remark no_movement no_money nobody_owes not_completed',
  ]
) {
  const [code, ...others] = line.split(' ');
  for (const other of others) alike[other] = code;
}

// Their text may be an amount, which may be hidden.
const figures = ['no_amount', 'amount_unclear', 'no_currency', 'directions_differ'];
const answers = {
  no_table: 'columns',
  direction_unsaid: 'signs',
  no_day: 'dates',
  day_unclear: 'dates',
  amount_unclear: 'decimals',
  no_currency: 'currency',
  not_text: 'encoding',
  member_unknown: 'members',
  member_ambiguous: 'members',
};

/** The code as which it is said. @param {string} code */
export const known = (code) => alike[code] ?? code;
/** What is asked for where a line or the file has this flaw. @param {{code: string, details?: string[]}} flaw */
export const asked = (flaw) => (flaw.code === 'choice_unknown' ? flaw.details?.[0] : answers[known(flaw.code)]);

/** What is wrong with a file or a line (SPEC CV-13). @param {any} flaw @returns {string} */
export function flawText(flaw) {
  const code = known(flaw.code);
  if (flaw.refusal) return refusal({ ...flaw, code: flaw.refusal });
  const { details = [] } = flaw;
  const money = (minor) => (/^-?\d+$/.test(minor ?? '') && details[2] ? figure(minor, details[2]) : minor ?? '');
  const a = code === 'balance_differs' ? money(details[0]) : figures.includes(code) && app.settings.isHiding ? '•••' : clean(details[0]);
  return t(
    {
      file_empty: 'The file is empty.',
      too_long: 'The file is too long. Divide it.',
      not_a_table: 'Ask the bank for CSV, OFX, QIF, CAMT or MT940; save a workbook as CSV.',
      not_text: 'This is no text as it is read now. Say how its letters are written.',
      no_table: 'Say which columns have the day, the text and the amount.',
      no_day: '“{a}” is no day.',
      day_unclear: '“{a}” could be two days.',
      no_amount: '“{a}” is no amount that fits here.',
      amount_missing: 'The amount is missing.',
      amount_unclear: '“{a}” could be two amounts.',
      direction_unsaid: 'Nothing says whether it came in or went out.',
      directions_differ: 'The mark at “{a}” says the opposite of its column.',
      no_currency: '“{a}” is no currency that fits here.',
      broken_line: 'The line is not whole.',
      shares_differ: 'What people paid and owe does not add up.',
      member_unknown: 'Nobody here is called “{a}”.',
      member_ambiguous: 'Several members are called “{a}”.',
      no_entry: 'no entry',
      balance_differs: 'Lines may be missing: the file says {a}, and the lines come to {b}.',
    }[code] ?? 'This is damaged, or of a kind that is not read.',
    { a, b: money(details[1]) },
  );
}
