// Copies of a group for its reader: the entries as a table, and all that this device knows of it.

import { nameOf } from './app.js';
import { plain } from './money.js';

const columns = ['date', 'kind', 'description', 'category', 'amount', 'currency', 'paid', 'owed', 'note', 'merchant', 'added_by', 'entry'];

/** A cell; nothing in it begins like a formula (SPEC CV-03). @param {string} text @returns {string} */
function cell(text) {
  const safe = /^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The entries that count, as SPEC section 10 writes them. @param {any} group @returns {string} */
export function tableOf(group) {
  const shares = (list, currency) => list.map((share) => `${nameIn(share.memberId)}=${plain(share.minor, currency)}`).join('; ');
  const rows = [...group.shared.entries.values()].filter((one) => !one.isVoided).map((one) => [
    one.date,
    one.kind.replace('ENTRY_KIND_', '').toLowerCase(),
    one.description,
    one.category,
    plain(one.minor, one.currency),
    one.currency,
    shares(one.paid, one.currency),
    shares(one.owed, one.currency),
    one.note,
    one.merchant,
    nameIn(one.addedBy),
    one.id,
  ]);
  return [columns, ...rows].map((row) => row.map((one) => cell(String(one ?? ''))).join(',') + '\r\n').join('');
}

/** A member's name, or the id where the name would not be read back. @param {string} id @returns {string} */
function nameIn(id) {
  const name = nameOf(id);
  return /[;=]/.test(name) || name === '?' ? id : name;
}

/** Everything that this device knows of the group. @param {any} group @returns {string} */
export function copyOf(group) {
  const { computed, online, ...known } = group;
  return JSON.stringify(
    known,
    (_, value) => (value instanceof Map ? [...value.values()] : typeof value === 'bigint' ? String(value) : value),
    1,
  );
}
