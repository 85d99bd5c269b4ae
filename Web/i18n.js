// The languages of the page. English sentences are the keys; another language is a table of them, loaded when somebody wants it.

import { app, changed, setSettings } from './app.js';
import { h } from './dom.js';
import { remedies } from './remedies.js';

/** @type {Record<string, string> | null} */
let table = null;
/** @type {Record<string, string[]> | null} causes and remedies of refusals by code */
let refusals = null;
let current = 'en';

/** The languages there are, each called by its own name. */
export const languages = { en: 'English', hi: 'हिन्दी' };

/** The language in use. */
export const language = () => current;

/**
 * Chooses a language and loads it.
 * @param {string} wanted '' means the browser's
 */
export async function choose(wanted) {
  const code = wanted || ((navigator.language ?? '').toLowerCase().startsWith('hi') ? 'hi' : 'en');
  if (code === 'hi' && !table) {
    const loaded = await import('./hi.js');
    table = loaded.sentences;
    refusals = loaded.refusals;
  }
  current = code;
  document.documentElement.lang = code;
  changed();
}

/**
 * Chooses a language for good.
 * @param {string} code
 */
export async function setLanguage(code) {
  setSettings({ language: code });
  await choose(code);
}

const sentence = (key) => (current === 'hi' ? table?.[key] ?? key : key).replace(/ \[.*\]$/, '');

/**
 * A sentence as plain text.
 * @param {string} key the sentence in English; what stands in brackets at its end only tells two alike apart
 * @param {Record<string, string | number>} [values] what stands for {name}
 * @returns {string}
 */
export function t(key, values) {
  const text = sentence(key);
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text;
}

/**
 * A sentence with elements in it, as names that are kept apart from its direction.
 * @param {string} key
 * @param {Record<string, any>} values
 * @returns {any[]}
 */
export function tx(key, values) {
  return sentence(key).split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name && name in values ? values[name] : part;
  });
}

/**
 * One of two sentences by a number.
 * @param {number} count
 * @param {string} one @param {string} many with {n}
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function tn(count, one, many, values) {
  return t(count === 1 ? one : many, { n: count, ...values });
}

/**
 * Cause and remedy of a refusal, in the language of the reader.
 * @param {any} rejected
 * @returns {string}
 */
export function refusal(rejected) {
  const own = current === 'hi' ? refusals?.[`${rejected.code} ${rejected.field}`] ?? refusals?.[rejected.code] : null;
  return own ? own.join(' ') : [rejected.cause, remedies[rejected.code] ?? rejected.remedy].filter(Boolean).join(' ');
}

/**
 * A list of names: "Asha, Ravi and Meera".
 * @param {any[]} items texts or elements
 * @returns {any[]}
 */
export function list(items) {
  return items.map((item, index) => [index === 0 ? '' : index === items.length - 1 ? t(' and ') : ', ', item]);
}

const formats = new Map();
function format(options) {
  const key = current + JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat(current === 'hi' ? 'hi-IN' : 'en-GB', { numberingSystem: 'latn', ...options }));
  }
  return formats.get(key);
}

/**
 * The civil date of a moment in the group's time zone.
 * @param {number} ms
 * @returns {string} "2026-11-28"
 */
export function dayOf(ms) {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: app.group?.shared?.timeZone || undefined }).format(ms);
  } catch {
    return new Date(ms).toISOString().slice(0, 10);
  }
}

/**
 * A civil date as people read it: "28 Nov", with the year where it is another.
 * @param {string} day @param {string} [today] @returns {string}
 */
export function dayText(day, today = dayOf(Date.now() + app.clockAhead)) {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  if (day === today) return t('Today');
  if (day === new Date(Date.parse(today) - 86400000).toISOString().slice(0, 10)) return t('Yesterday');
  return format({ timeZone: 'UTC', day: 'numeric', month: 'short', ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }) })
    .format(Date.parse(day));
}

/**
 * A civil date with its year: "28 Nov 2026".
 * @param {string} day @returns {string}
 */
export function dateText(day) {
  return /^\d{4}-\d\d-\d\d$/.test(day)
    ? format({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(Date.parse(day))
    : day;
}

/**
 * A month: "November 2026", or "Nov".
 * @param {string} day @param {boolean} [isShort] @returns {string}
 */
export function monthText(day, isShort = false) {
  return format({ timeZone: 'UTC', month: isShort ? 'short' : 'long', ...(isShort ? {} : { year: 'numeric' }) }).format(Date.parse(day));
}

/**
 * A time of day in the group's time zone.
 * @param {number} ms @returns {string}
 */
export function timeText(ms) {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  try {
    return format({ ...options, timeZone: app.group?.shared?.timeZone || undefined }).format(ms);
  } catch {
    return format(options).format(ms);
  }
}

/** Where text in another language stands by itself. */
export const inLanguage = (code, text) => h('span', { lang: code }, text);
