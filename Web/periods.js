// Periods of limits by civil dates, as SPEC BU-02 has them: one follows the other from the first day on.

const day = 86400000;
const at = (text) => Date.parse(`${text}T00:00:00Z`);
const text = (ms) => new Date(ms).toISOString().slice(0, 10);

/** A day so many months later; what a month does not have falls on its last day. @param {string} start @param {number} months */
function afterMonths(start, months) {
  const [year, month, dayOfMonth] = start.split('-').map(Number);
  const total = year * 12 + month - 1 + months;
  const last = new Date(Date.UTC(Math.floor(total / 12), total % 12 + 1, 0)).getUTCDate();
  return text(Date.UTC(Math.floor(total / 12), total % 12, Math.min(dayOfMonth, last)));
}

/** How many dates are looked at, at most: a rule has 10,000. */
const datesMax = 10000;

/**
 * The next dates of a series (SPEC RC-02).
 * @param {any} recurrence @param {string} after only later ones; empty: from the first on @param {number} most how many
 * @param {string[]} skipped dates that are left out
 * @returns {string[]}
 */
export function nextDates({ unit, interval, firstDate, lastDate, count }, after, most, skipped) {
  const step = Number(interval ?? 0) || 1;
  const days = { RECURRENCE_UNIT_DAY: 1, RECURRENCE_UNIT_WEEK: 7 }[unit];
  const months = { RECURRENCE_UNIT_MONTH: 1, RECURRENCE_UNIT_YEAR: 12 }[unit] ?? 1;
  const found = [];
  for (let place = 0; firstDate && place < Math.min(Number(count) || datesMax, datesMax) && found.length < most; place++) {
    const date = days ? text(at(firstDate) + place * step * days * day) : afterMonths(firstDate, place * step * months);
    if (lastDate && date > lastDate) break;
    if (date > after && !skipped.includes(date)) found.push(date);
  }
  return found;
}

/** Further ahead people enter little: a year that was mistyped for one of the last nine months lies further. */
const daysAheadMax = 90;

/** Whether a day lies so far ahead that it may be mistyped. @param {string} date @param {string} today @returns {boolean} */
export const isFarAhead = (date, today) => at(date) - at(today) > daysAheadMax * day;

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
  const [year, month] = start.split('-').map(Number);
  const nth = (count) => afterMonths(start, count * months);
  const [nowYear, nowMonth] = today.split('-').map(Number);
  let count = Math.floor(((nowYear * 12 + nowMonth) - (year * 12 + month)) / months);
  while (nth(count) > today) count--;
  while (nth(count + 1) <= today) count++;
  return { from: nth(count), to: text(at(nth(count + 1)) - day) };
}
