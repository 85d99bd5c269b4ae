// What the page knows, in one place, and who is told when it changes. It draws nothing and talks to nobody.

import { cleanName } from './text.js';
import * as storage from './storage.js';

/** Everything the views are drawn from. */
export const app = {
  /** @type {'none' | 'known' | 'lost'} whether this device has a token, and whether the server still takes it */
  identity: 'none',
  /** @type {'off' | 'connecting' | 'live'} the connection to the server */
  connection: 'off',
  /** Whether the server closed the connection for what this page sent, which it would send again. */
  isMisfit: false,
  /** Whether everything missed has come in. */
  isCaughtUp: false,
  /** When the next attempt to connect is due, by Date.now(); 0: none is. */
  retryAt: 0,
  /** @type {any[]} the groups of this identity, as `list_groups` tells them */
  groups: [],
  /** Whether `list_groups` was answered in this visit. */
  groupsKnown: false,
  /** @type {any} the group that is open (replica.js); null: none */
  group: null,
  /** @type {any[]} commands that are not answered yet, and refused ones that nobody has seen */
  outbox: [],
  /**
   * `told`: what the server was told of where this browser is told of notices; empty: it is not.
   * @type {{language: string, theme: string, isHiding: boolean, currentGroup: string, name: string, keepsDrafts?: boolean, hidesDrafts?: boolean, told?: string}}
   */
  settings: { language: '', theme: '', isHiding: false, currentGroup: '', name: '' },
  /** @type {{view: string, sheet: string, id: string}} where the page is */
  route: { view: 'room', sheet: '', id: '' },
  /** @type {{text: string, action?: {label: string, run: () => void}, isBehind?: boolean} | null} what is said at the bottom for a moment */
  toast: null,
  /** What the server's clock is ahead of ours, in milliseconds. */
  clockAhead: 0,
  identityId: '',
  /** The key by which push services know the server; empty: it tells no browsers. */
  pushKey: '',
  /** @type {any} drafts.js, once it is there: who is entering what just now */
  drafts: null,
};

const listeners = new Set();
let isScheduled = false;

/**
 * Has a function called after changes, once for a burst of them.
 * @param {() => void} listener
 */
export function whenChanged(listener) {
  listeners.add(listener);
}

/** Says that something has changed. */
export function changed() {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    for (const listener of listeners) listener();
  });
}

/**
 * The server's time now, as well as it is known.
 * @returns {number} milliseconds since 1970
 */
export function now() {
  return Date.now() + app.clockAhead;
}

/**
 * Changes settings and keeps them on this device.
 * @param {Partial<typeof app.settings>} changes
 */
export function setSettings(changes) {
  Object.assign(app.settings, changes);
  storage.keep('values', 'settings', { ...app.settings }).catch(() => {});
  changed();
}

let toastTimer = 0;

/**
 * Says something at the bottom of the page for some seconds.
 * @param {string} text
 * @param {{label: string, run: () => void}} [action]
 */
export function say(text, action) {
  app.toast = { text, action };
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    app.toast = null;
    changed();
  }, action ? 10000 : 5000);
  changed();
}

/**
 * Goes to a view or opens a sheet over it; the browser's way back closes it again.
 * @param {string} view
 * @param {string} [sheet]
 * @param {string} [id]
 */
export function go(view, sheet = '', id = '') {
  const hash = '#/' + [view, sheet, id].filter(Boolean).join('/');
  if (location.hash === hash) return;
  // One sheet takes another's place, so that the way back leads to the view.
  if (sheet && app.route.sheet) history.replaceState({ isSheet: true }, '', hash);
  else history.pushState({ isSheet: Boolean(sheet) }, '', hash);
  readRoute();
}

/**
 * Whether a sheet is still the open one: an answer may come when another was opened.
 * @param {{sheet: string, id: string}} route @returns {boolean}
 */
export const isOpen = ({ sheet, id }) => app.route.sheet === sheet && app.route.id === id;

/** Closes the sheet that is open. */
export function closeSheet() {
  if (!app.route.sheet) return;
  if (history.state?.isSheet) {
    app.route = { ...app.route, sheet: '', id: '' };
    changed();
    history.back();
  } else {
    history.replaceState({}, '', '#/' + app.route.view);
    readRoute();
  }
}

/** Takes the route from the address. */
export function readRoute() {
  const [view, sheet, id] = location.hash.replace(/^#\/?/, '').split('/');
  const before = app.route;
  app.route = { view: view || 'room', sheet: sheet || '', id: id || '' };
  if (before.view !== app.route.view) scrollTo(0, 0);
  // What was said before a sheet opened covers nothing of it.
  const { sheet: opened, id: one } = app.route;
  if (app.toast && opened && (opened !== before.sheet || one !== before.id)) app.toast.isBehind = true;
  changed();
}

/**
 * A member of the open group.
 * @param {string | undefined} id
 * @returns {any}
 */
export function member(id) {
  return app.group?.shared.members.find((one) => one.memberId === id);
}

/**
 * What a member is called, behind it the end of the id where another is called the same.
 * @param {string | undefined} id empty: the server itself
 * @returns {string}
 */
export function nameOf(id) {
  if (!id) return 'Hearth';
  const found = member(id);
  if (!found) return '?';
  const name = cleanName(found.displayName);
  const isShared = app.group.shared.members.some((one) =>
    one !== found && one.status !== 'MEMBER_STATUS_REPLACED' && cleanName(one.displayName).toLowerCase() === name.toLowerCase()
  );
  return isShared && found.status !== 'MEMBER_STATUS_REPLACED' ? `${name} (${id.slice(-6)})` : name;
}

/**
 * The member that this device is in the open group.
 * @returns {any}
 */
export function me() {
  return member(app.group?.memberId);
}

/**
 * Members who are there: active ones and those without an account yet.
 * @returns {any[]}
 */
export function presentMembers() {
  return (app.group?.shared.members ?? []).filter((one) => isPresent(one));
}

/**
 * Whether somebody is in the group now.
 * @param {any} one
 * @returns {boolean}
 */
export function isPresent(one) {
  return one?.status === 'MEMBER_STATUS_ACTIVE' || one?.status === 'MEMBER_STATUS_UNCLAIMED';
}
