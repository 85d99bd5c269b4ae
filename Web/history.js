// The history: every entry, to be searched, and everything that happened, read back from the server.

import { parsed } from './amounts.js';
import { app, changed, nameOf, say } from './app.js';
import * as client from './client.js';
import { h } from './dom.js';
import { dayOf, dayText, refusal, t, timeText } from './i18n.js';
import { line, sign } from './lines.js';
import { empty, tabs } from './parts.js';
import { field } from './sheets.js';
import { feedItem } from './replica.js';
import { undoes } from './rights.js';
import { entryRow } from './entry-row.js';
import { eventsBefore } from './whole.js';
import { categoryName, entryTitle } from './words.js';

const pageOf = 50;
/** Milliseconds until what was refused is asked for again. */
const pause = 2000;
const state = { tab: 'entries', words: '', category: '', memberId: '', shown: pageOf, groupId: '', pages: [], from: null, isBusy: false };

/** The view. @returns {any} */
export function view() {
  if (state.groupId !== app.group.groupId) {
    Object.assign(state, { groupId: app.group.groupId, pages: [], from: null, shown: pageOf, category: '', memberId: '', words: '' });
  }
  return [
    h(
      'div',
      { class: 'between' },
      h('h1', null, t('History')),
      undoes() ? h('button', { type: 'button', class: 'link', onclick: undo }, t('Undo my last change')) : null,
    ),
    tabs(t('What to look at'), [['entries', t('Entries')], ['events', t('Everything that happened')]], state.tab, (name) => {
      state.tab = name;
      changed();
    }),
    state.tab === 'entries' ? entries() : events(),
  ];
}

async function undo() {
  const result = await client.command({ undoLast: {} });
  say(result.accepted ? t('Undone.') : result.rejected ? refusal(result.rejected) : t('There is no connection. Try again.'));
}

/** What is searched of an entry: made when somebody searches first, and kept as long as the entry is. */
const texts = new WeakMap();

/** Whether a word fits an entry: its texts, category, members, month, day or amount. */
function fits(entry, word) {
  const named = (text) => [...entry.paid, ...entry.owed].some((share) => nameOf(share.memberId).toLowerCase().includes(text));
  if (word.startsWith('@') && word.length > 1) return named(word.slice(1));
  let known = texts.get(entry);
  if (known?.version !== entry.version) {
    const text = [entryTitle(entry), entry.description, entry.merchant, entry.note, entry.category].join('\n').toLowerCase();
    texts.set(entry, known = { version: entry.version, text });
  }
  if (known.text.includes(word) || (entry.category && categoryName(entry.category).toLowerCase().includes(word))) return true;
  if (/^\d{4}-\d\d(-\d\d)?$/.test(word) && entry.date.startsWith(word)) return true;
  return parsed(word, entry.currency) === BigInt(entry.minor) || named(word);
}

function entries() {
  const words = state.words.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...app.group.shared.entries.values()].filter((entry) =>
    (!state.category || entry.category === state.category) &&
    (!state.memberId || [...entry.paid, ...entry.owed].some((share) => share.memberId === state.memberId)) &&
    words.every((word) => fits(entry, word))
  )
    .sort((a, b) => (a.date === b.date ? b.position - a.position : a.date < b.date ? 1 : -1));
  const used = [...new Set([...app.group.shared.entries.values()].map((entry) => entry.category))];
  const set = (changes) => {
    Object.assign(state, changes, { shown: pageOf });
    changed();
  };
  return [
    h(
      'div',
      { class: 'filters' },
      field(t('Search'), h('input', { type: 'search', maxlength: 200, value: state.words, oninput: (event) => set({ words: event.target.value }) })),
      field(
        t('Category'),
        h(
          'select',
          { value: state.category, onchange: (event) => set({ category: event.target.value }) },
          h('option', { value: '' }, t('All')),
          used.filter(Boolean).map((key) => h('option', { value: key }, categoryName(key))),
        ),
      ),
      field(
        t('Member'),
        h(
          'select',
          { value: state.memberId, onchange: (event) => set({ memberId: event.target.value }) },
          h('option', { value: '' }, t('All')),
          app.group.shared.members.map((one) => h('option', { value: one.memberId }, nameOf(one.memberId))),
        ),
      ),
    ),
    found.length
      ? byDay(found.slice(0, state.shown), (entry) => entry.date, (entry) => h('li', { key: entry.id }, entryRow(entry, '', 'history')))
      : h(
        'div',
        { class: 'card' },
        empty(
          '🔎',
          t('No such entries'),
          words.length || state.category || state.memberId ? t('Try other words.') : t('Nothing was entered yet.'),
        ),
      ),
    found.length > state.shown
      ? h('button', {
        type: 'button',
        class: 'quiet wide',
        onclick: () => {
          state.shown += pageOf;
          changed();
        },
      }, t('Earlier'))
      : null,
  ];
}

function byDay(items, dayFor, row) {
  const days = [];
  for (const item of items) {
    const day = dayFor(item);
    if (days.at(-1)?.day !== day) days.push({ day, items: [] });
    days.at(-1).items.push(item);
  }
  return days.map((one, place) =>
    h(
      'section',
      { class: 'day', key: `${one.day} ${place}` },
      h('h2', { class: 'day-title' }, dayText(one.day)),
      h('ol', { class: 'feed-list' }, one.items.map(row)),
    )
  );
}

function events() {
  if (state.from === null && !state.isBusy) queueMicrotask(more);
  const live = app.group.feed.filter((item) => item.lane === 'shared' && item.position > (state.pages[0]?.position ?? 0));
  const all = [...live.reverse(), ...state.pages];
  // What was taken away since is told nowhere.
  const gone = new Set(all.filter((item) => item.type === 'commentRemoved').map((item) => item.body.commentId));
  const items = all.filter((item) => item.type !== 'entryCommented' || !gone.has(item.body.commentId));
  return [
    items.length ? byDay(items, (item) => dayOf(item.atMs), eventRow) : null,
    state.isBusy ? h('p', { class: 'loading', role: 'status' }, t('One moment …')) : null,
    state.from === null && !state.isBusy && app.connection !== 'live'
      ? h('p', { class: 'loading' }, t('This is known once there is a connection.'))
      : null,
    state.from ? h('button', { type: 'button', class: 'quiet wide', onclick: more }, t('Earlier')) : null,
  ];
}

function eventRow(item) {
  const entry = item.type === 'entryAdded' ? app.group.shared.entries.get(item.body.entryId) : null;
  if (entry) return h('li', { key: item.key }, entryRow(entry, timeText(item.atMs), 'history'));
  const said = line(item);
  return said === null ? null : h(
    'li',
    { key: item.key, class: 'event' },
    h('span', { class: 'event-sign', 'aria-hidden': 'true' }, sign(item)),
    h('span', { class: 'event-text' }, said),
    h('time', null, timeText(item.atMs)),
  );
}

/** Reads the page of events before those that are shown. */
async function more() {
  if (state.isBusy || state.from === 0 || app.connection !== 'live') return;
  state.isBusy = true;
  changed();
  const end = state.from ?? app.group.lanes.shared ?? 0;
  const { groupId } = app.group;
  const events = await eventsBefore(groupId, end, pageOf);
  // Who asks again at once after a refusal would be refused for that.
  if (!events) await new Promise((resolve) => setTimeout(resolve, pause));
  state.isBusy = false;
  if (events && groupId === state.groupId) {
    state.pages.push(...events.map(({ position, event }) => feedItem('shared', Number(position), event)).filter(Boolean).reverse());
    state.from = Math.max(0, end - pageOf);
  }
  changed();
}
