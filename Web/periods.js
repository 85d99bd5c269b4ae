// Periods of limits by civil dates, as SPEC BU-02 has them: one follows the other from the first day on.

const day = 86400000;
const at = (text) => Date.parse(`${text}T00:00:00Z`);
const text = (ms) => new Date(ms).toISOString().slice(0, 10);

/**
 * The period that a day falls into.
 * @param {string} period @param {string} start first day of the first period @param {string} today
 * @returns {{from: string, to: string}} both days are part of it
 */
export function periodOf(period, start, today) {
  const days = { BUDGET_PERIOD_WEEKLY: 7, BUDGET_PERIOD_BIWEEKLY: 14 }[period];
  if (days) {
    const first = at(start);
    const from = first + Math.floor((at(today) - first) / (days * day)) * days * day;
    return { from: text(from), to: text(from + (days - 1) * day) };
  }
  const months = period === 'BUDGET_PERIOD_YEARLY' ? 12 : 1;
  const [year, month, dayOfMonth] = start.split('-').map(Number);
  // What a month does not have falls on its last day.
  const nth = (count) => {
    const total = year * 12 + month - 1 + count * months;
    const last = new Date(Date.UTC(Math.floor(total / 12), total % 12 + 1, 0)).getUTCDate();
    return text(Date.UTC(Math.floor(total / 12), total % 12, Math.min(dayOfMonth, last)));
  };
  const [nowYear, nowMonth] = today.split('-').map(Number);
  let count = Math.floor(((nowYear * 12 + nowMonth) - (year * 12 + month)) / months);
  while (nth(count) > today) count--;
  while (nth(count + 1) <= today) count++;
  return { from: nth(count), to: text(at(nth(count + 1)) - day) };
}
