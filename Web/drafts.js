// Who is entering what just now: told to the others while an amount is typed, and shown above the feed. Nothing of it is kept.

import { app, changed, nameOf } from './app.js';
import { tell as send } from './client.js';
import { h } from './dom.js';
import { t, tx } from './i18n.js';
import { exponent, formatted, symbol } from './money.js';
import { person } from './parts.js';
import { addsEntries } from './rights.js';
import { clean } from './text.js';
import { categoryName } from './words.js';

/** How long after the last key a draft is told, and how often again while somebody types, in milliseconds. */
const debounce = 400;
const repeat = 10000;
/** After how long without a key nothing is told any more. */
const idle = 60000;
/** After how long without news a draft of somebody else's counts for nothing: the server ends it after 30 s. */
const lapse = 35000;
/** The longest text that is told, in bytes. */
const textMax = 200;

// What others tell.

/** @type {Map<string, {draft: any, at: number}>} by member */
const others = new Map();
let lapsing = 0;

/** Takes what the server says. @param {any} message DraftChanged */
export function hear({ groupId, lane, memberId, draft }) {
  if (groupId !== app.group?.groupId || lane !== 'shared' || memberId === app.group.memberId) return;
  if (!draft) return forget(memberId);
  const isNew = !others.has(memberId);
  others.set(memberId, { draft, at: performance.now() });
  clearTimeout(lapsing);
  lapsing = setTimeout(lapsed, lapse);
  if (isNew && !app.settings.hidesDrafts) sayOnce(memberId);
  changed();
}

/** Forgets one member's draft, or everybody's. @param {string} [memberId] */
export function forget(memberId) {
  if (memberId) others.delete(memberId);
  else others.clear();
  changed();
}

function lapsed() {
  const before = performance.now() - lapse;
  for (const [id, one] of others) if (one.at <= before) others.delete(id);
  if (others.size) lapsing = setTimeout(lapsed, lapse);
  changed();
}

/** Reads aloud that somebody has begun; what they type further is seen and not read. */
function sayOnce(memberId) {
  const row = document.createElement('p');
  row.textContent = t('{name} is entering something', { name: nameOf(memberId) });
  const place = document.getElementById('news');
  place?.append(row);
  while (place?.childElementCount > 5) place.firstElementChild.remove();
}

/** What others enter just now, for above the feed. @returns {any} */
export function view() {
  if (!others.size || app.settings.hidesDrafts) return null;
  return h(
    'ul',
    { class: 'drafting' },
    [...others].map(([id, { draft }]) =>
      h('li', { key: id }, h('span', { class: 'dots', 'aria-hidden': 'true' }, '✎'), ' ', h('span', null, line(id, draft)))
    ),
  );
}

function line(id, draft) {
  const name = person(id);
  const what = clean(draft.text) || (draft.category ? categoryName(draft.category) : '');
  const values = { name, what: h('bdi', { class: 'what' }, what), amount: h('span', { dir: 'ltr' }, begun(draft)) };
  return Number(draft.digitCount ?? 0)
    ? tx(what ? '{name} is entering {what} {amount}' : '{name} is entering {amount}', values)
    : tx(what ? '{name} is entering {what}' : '{name} is entering something', values);
}

/** As much of an amount as is told: "₹1,2…". @param {any} draft @returns {string} */
export function begun({ currency, leadingDigits = '', digitCount = 0 }) {
  if (app.settings.isHiding) return '•••';
  if (!/^\d*$/.test(leadingDigits) || !(digitCount <= 15)) return '';
  const sign = symbol(currency);
  const whole = BigInt(leadingDigits.padEnd(Number(digitCount), '0') || 0) * 10n ** BigInt(exponent(currency));
  let left = leadingDigits.length;
  let text = '';
  for (const letter of formatted(whole, currency).slice(sign.length)) {
    if (!left) break;
    text += letter;
    if (/\d/.test(letter)) left--;
  }
  return sign + text + '…';
}

/** Whether an amount that begins as a draft's does may be within 1 % of another. @param {any} draft @param {bigint} minor @returns {boolean} */
function isNear({ currency, leadingDigits = '', digitCount = 0 }, minor) {
  if (!/^\d{1,15}$/.test(leadingDigits) || digitCount > 15) return false;
  const unit = 10n ** BigInt(Number(digitCount) - leadingDigits.length + exponent(currency));
  const low = BigInt(leadingDigits) * unit;
  return low * 100n <= minor * 101n && (low + unit) * 100n > minor * 99n;
}

/** Somebody who enters just now what is about to be sent; null: nobody. @param {any} content EntryContent @returns {any} */
export function twin(content) {
  if (app.settings.hidesDrafts) return null;
  for (const [memberId, { draft, at }] of others) {
    if (
      performance.now() - at < lapse && content.category && draft.category === content.category &&
      draft.currency === content.amount.currency && isNear(draft, BigInt(content.amount.minor))
    ) return { memberId, draft };
  }
  return null;
}

/** What may be told of an amount: at most half of its digits, and at most two. @param {bigint} minor @param {string} currency */
export function shortened(minor, currency) {
  const digits = String(minor / 10n ** BigInt(exponent(currency)));
  return { leadingDigits: digits.slice(0, Math.min(2, Math.floor(digits.length / 2))), digitCount: digits.length };
}

// What this device tells.

const own = { groupId: '', message: /** @type {any} */ (null), told: '', timer: 0, repeating: 0, typedAt: 0, request: 0, refusedAs: '' };

/** Whether anything is told: by who may add, unless they do not wish it, or the server does not take it. */
const tells = () =>
  addsEntries() && !app.settings.keepsDrafts && !app.group.inbox.isSeparated && !app.group.shared.archivedAtMs &&
  own.refusedAs !== roleNow();

const roleNow = () => `${app.group.groupId} ${app.group.shared.members.find((one) => one.memberId === app.group.memberId)?.role}`;

/**
 * Tells the others, a moment later, what is being entered.
 * @param {any} draft of entry-draft.js @param {bigint | null} minor the amount, as far as it can be read
 */
export function tell(draft, minor) {
  if (!tells()) return;
  own.groupId = app.group.groupId;
  own.typedAt = performance.now();
  own.message = {
    currency: draft.currency,
    ...(minor ? shortened(minor, draft.currency) : {}),
    ...(draft.category ? { category: draft.category } : {}),
    ...(draft.description.trim() ? { text: cut(clean(draft.description)) } : {}),
  };
  if (!own.timer) own.timer = setTimeout(out, debounce);
}

/** At most so many bytes of a text, in whole letters and one line. */
function cut(text) {
  let length = 0;
  let kept = '';
  for (const letter of text.replace(/\s+/g, ' ').trim()) {
    length += new TextEncoder().encode(letter).length;
    if (length > textMax) break;
    kept += letter;
  }
  return kept;
}

function out() {
  own.timer = 0;
  if (!own.message || own.groupId !== app.group?.groupId || !tells()) return;
  // The form was left by the browser's way back.
  if (app.route.sheet !== 'add') return end();
  const isEmpty = !own.message.digitCount && !own.message.text && !own.message.category;
  if (isEmpty) {
    if (own.told) say();
  } else say(own.message);
  clearTimeout(own.repeating);
  own.repeating = setTimeout(() => {
    if (performance.now() - own.typedAt < idle && own.told) out();
  }, repeat);
}

function say(draft) {
  const request = send({ tellDraft: { groupId: own.groupId, lane: 'shared', ...(draft ? { draft } : {}) } });
  if (request) own.request = request;
  own.told = draft && request ? JSON.stringify(draft) : '';
}

/** Nothing is entered any more. */
export function end() {
  clearTimeout(own.timer);
  clearTimeout(own.repeating);
  own.timer = 0;
  own.message = null;
  if (own.told) say();
}

/** A refusal of something that was told: who may not tell it does not try again until their role is another. @param {number} request @param {any} rejected */
export function refused(request, rejected) {
  if (request !== own.request || !app.group?.shared) return;
  if (rejected.code === 'forbidden') own.refusedAs = roleNow();
  own.told = '';
}

/** The connection has broken: what was told ends with it. */
export function broken() {
  own.told = '';
  forget();
}

app.drafts = { view, forget, refused, broken };
