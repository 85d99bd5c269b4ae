// The client: who this device is, which group it follows, and what it asks. It drives the connection and keeps the replica.

import { app, changed, me, now, say, setSettings } from './app.js';
import { leaveInvite } from './arrival.js';
import { Broken, Connection } from './connection.js';
import * as outbox from './outbox.js';
import { children } from './rights.js';
import * as storage from './storage.js';
import { t } from './i18n.js';

const program = 'hearth-page/1';
/** How long the state may wait before it is written; a large group's longer, since it is written whole. */
const writeDelay = () => (app.group?.shared?.entries.size > 2000 ? 5000 : 400);

/** After how long a device takes a further token, in milliseconds: an operator may have tokens end after some days (SPEC ID-14). */
const tokenAge = 24 * 3600 * 1000;

let token = '';
/** The token that this connection was made with. */
let shown = '';
/** @type {any} the first message when there is no token: register or linkDevice; null otherwise */
let introduction = null;
/** @type {((result: any) => void) | null} */
let introduced = null;
/** @type {import('./replica.js').Follower | null} */
let follower = null;
let writeTimer = 0;
/** What the page showed before messages that it is not up to date with yet. @type {any} */
let shownBefore = null;
/** Whether this device is about to forget who it is. */
let isLeaving = false;

const connection = new Connection({
  open: () => new WebSocket(location.origin.replace(/^http/, 'ws') + '/v1/socket', ['hearth.v1.json']),
  first: () => introduction ?? (token ? { hello: { token, client: program } } : null),
  async refresh() {
    token = (await storage.read('values', 'token')) ?? token;
    shown = token;
  },
  onOpen: opened,
  onMessage: took,
  onState(state, retryAt) {
    app.connection = state;
    app.retryAt = retryAt;
    if (state !== 'live') {
      app.isCaughtUp = false;
      // Who is here is known only while somebody says so.
      if (app.group) app.group.online = [];
      app.drafts?.broken();
    }
    changed();
  },
  async onRegistered(registered) {
    introduction = null;
    // Kept before anything else: it is shown once (SPEC ID-01).
    await keepToken(registered.token);
    shown = token;
    app.identity = 'known';
    introduced?.({ registered });
    introduced = null;
  },
  onRefused(rejected) {
    introduction = null;
    introduced?.({ rejected });
    introduced = null;
    if (token) connection.start();
  },
  onMisfit() {
    app.isMisfit = true;
    changed();
  },
  async onEnd() {
    if (isLeaving) return;
    // Another tab may have another token by now.
    const kept = await storage.read('values', 'token');
    if (kept && kept !== shown) return connection.start();
    app.identity = 'lost';
    changed();
  },
});

async function keepToken(given) {
  await storage.keep('values', 'token', given);
  await storage.keep('values', 'tokenAt', Date.now());
  token = given;
}

/** Takes a further token before the one that this device has may end. The new one is kept before it is used (SPEC ID-07). */
async function renewToken() {
  const at = (await storage.read('values', 'tokenAt')) ?? 0;
  if (Math.abs(Date.now() - at) < tokenAge) return;
  const { tokenRotated } = await ask({ rotateToken: {} });
  if (tokenRotated) await keepToken(tokenRotated.token);
}

/** Reads what this device keeps, draws it, and connects. */
export async function start() {
  const [kept, settings, groups] = await Promise.all([
    storage.read('values', 'token'),
    storage.read('values', 'settings'),
    storage.read('values', 'groups'),
  ]);
  Object.assign(app.settings, settings ?? {});
  app.groups = groups ?? [];
  await outbox.load();
  if (kept) {
    token = kept;
    app.identity = 'known';
    if (app.settings.currentGroup) await open(app.settings.currentGroup);
    connection.start();
  }
  addEventListener('online', () => connection.hurry());
  addEventListener('offline', () => connection.drop());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      connection.check();
      renewToken();
      changed();
    } else write();
  });
  addEventListener('pagehide', write);
  changed();
}

/**
 * Becomes known to the server: as somebody new, or by a code that another device of theirs shows.
 * @param {any} message {register: …} or {linkDevice: …}
 * @returns {Promise<{registered?: any, rejected?: any}>}
 */
export function introduce(message) {
  const body = Object.values(message)[0];
  Object.assign(body, { client: program, device: deviceName() });
  introduction = message;
  connection.stop();
  const done = new Promise((resolve) => {
    introduced = resolve;
  });
  connection.start();
  return done;
}

/** What this device is called in the list of devices. */
function deviceName() {
  const system = /Android|iPhone|iPad|Windows|Mac|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? '';
  const browser = /Firefox|Edg|OPR|SamsungBrowser|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? '';
  return [browser.replace('Edg', 'Edge'), system].filter(Boolean).join(', ').slice(0, 50);
}

/** The token, for the doors of receipts' files. It never leaves for anywhere else. */
export const bearer = () => 'Bearer ' + token;

/**
 * Asks the server something.
 * @param {any} body
 * @returns {Promise<any>} the answer, `{rejected}` among them; `{broken: true}` where none came
 */
export async function ask(body) {
  try {
    return await connection.ask(body);
  } catch (error) {
    if (error instanceof Broken) return { broken: true };
    throw error;
  }
}

/** @type {Array<() => void>} who waits for the connection */
const awaiting = [];

/** Waits until the connection stands. @returns {Promise<void>} */
export const whenLive = () =>
  app.connection === 'live' ? Promise.resolve() : new Promise((resolve) => {
    awaiting.push(() => resolve());
  });

/**
 * Asks as soon as the connection stands.
 * @param {any} body
 * @returns {Promise<any>} the answer, as of `ask`
 */
export async function askWhenLive(body) {
  for (;;) {
    await whenLive();
    const answer = await ask(body);
    if (!answer.broken) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Says something that is answered only when it is refused. @param {any} body @returns {number} the request; 0: it was not sent */
export const tell = (body) => connection.tell(body);

/** Connects at once instead of waiting. */
export const hurry = () => connection.hurry();

async function opened(welcome) {
  app.clockAhead = Number(welcome.serverTimeMs) - Date.now();
  app.identityId = welcome.identityId;
  app.pushKey = welcome.pushKey ?? '';
  app.identity = 'known';
  for (const resolve of awaiting.splice(0)) resolve();
  outbox.flush();
  renewToken();
  readGroups();
  if (app.group) subscribe();
  if (app.settings.told) import('./notices.js').then((notices) => notices.refresh()).catch(() => {});
  if ((await storage.readAll('files')).length) (await import('./receipts.js')).upload();
}

/** Reads which groups this identity is in. */
export async function readGroups() {
  const groups = [];
  let after = '';
  do {
    const answer = await ask({ listGroups: after ? { after } : {} });
    if (!answer.groups) return;
    groups.push(...(answer.groups.groups ?? []));
    after = answer.groups.next ?? '';
  } while (after);
  app.groups = groups;
  app.groupsKnown = true;
  storage.keep('values', 'groups', groups).catch(() => {});
  if (!app.group && groups.length) await open((groups.find((one) => !one.archived) ?? groups[0]).groupId);
  changed();
}

/**
 * Opens a group: shows it as it was seen last, and follows it.
 * @param {string} groupId
 */
export async function open(groupId) {
  if (app.group?.groupId === groupId) return;
  write();
  const before = app.group?.groupId;
  const { emptyGroup } = await import('./replica.js');
  app.group = (await storage.read('groups', groupId)) ?? emptyGroup(groupId);
  app.group.online = [];
  app.drafts?.broken();
  follower = null;
  app.isCaughtUp = false;
  setSettings({ currentGroup: groupId });
  changed();
  if (app.connection !== 'live') return;
  if (before) ask({ unsubscribe: { groupId: before } });
  subscribe();
}

async function subscribe() {
  const { group } = app;
  const { Follower, subscribeMessage } = await import('./replica.js');
  if (app.group !== group) return;
  follower = new Follower(group);
  shownBefore = null;
  app.isCaughtUp = false;
  const one = follower;
  const { rejected } = await ask({ subscribe: subscribeMessage(group) });
  if (!rejected || app.group !== group) return;
  if (rejected.code === 'not_found') return membershipEnded(group.groupId);
  // The server cannot serve the group now, as while its store or its node is away: nothing has ended.
  setTimeout(() => follower === one && app.connection === 'live' && subscribe(), rejected.retryAfterMs || 1_000);
}

function took(message) {
  if (message.draftChanged) import('./drafts.js').then(({ hear }) => hear(message.draftChanged));
  if (message.rejected) app.drafts?.refused(message.request, message.rejected);
  const body = message.subscribed ?? message.snapshotPart ?? message.laneEvents ?? message.presenceChanged ?? message.subscriptionEnded;
  if (!body || !follower || body.groupId !== follower.group.groupId) return;
  if (message.subscriptionEnded) return membershipEnded(body.groupId);
  const wasCaughtUp = follower.isCaughtUp;
  let news = [];
  try {
    if (message.subscribed && isRestored(follower.group, body)) {
      say(t('The server says that it was restored from a backup. What came after it may be gone.'));
    }
    if (message.subscribed || message.laneEvents) shownBefore ??= screens(wasCaughtUp);
    if (message.subscribed) follower.begin(body);
    if (message.snapshotPart) follower.takePart(body);
    if (message.laneEvents) news = follower.takeEvents(body);
  } catch (error) {
    console.warn(String(error));
    follower.group.lanes = {};
    subscribe();
    return;
  }
  if (message.presenceChanged) {
    const online = new Set(follower.group.online);
    if (body.online) online.add(body.memberId);
    else {
      online.delete(body.memberId);
      app.drafts?.forget(body.memberId);
    }
    follower.group.online = [...online];
  }
  app.isCaughtUp = follower.isCaughtUp;
  if (!follower.isCaughtUp) return;
  if (!wasCaughtUp) caughtUp();
  else if (news.length) import('./news.js').then((loaded) => loaded.announce(news)).catch(() => {});
  // Where lanes only end, it is caught up at once.
  if (news.length || !wasCaughtUp || message.subscribed) later();
  tellScreens();
  changed();
}

/** What comes and goes with a lane or with the reader's role. @param {boolean} wasCaughtUp */
const screens = (wasCaughtUp) => ({
  wasCaughtUp,
  accounts: { ...follower.group.accounts },
  children: children(),
  role: follower.group.shared && me()?.role,
});

/** Tells of screens that have come or gone, since a lane begins and ends without news. */
function tellScreens() {
  const before = shownBefore;
  shownBefore = null;
  if (!before?.role) return;
  const told = (/** @type {any} */ { accounts, children, role }) => String([Object.keys(accounts), children, role]);
  if (told(before) !== told(screens(true))) import('./news.js').then((loaded) => loaded.tellScreens(before)).catch(() => {});
}

/** Whether positions that are known mean nothing any more (SPEC SB-07). */
const isRestored = (group, subscribed) => group.epoch !== '0' && group.epoch !== String(subscribed.epoch);

function caughtUp() {
  follower.group.seenAt = now();
  outbox.flush();
  if (follower.needsFeed) fillFeed(follower);
}

async function fillFeed(one) {
  const { groupId, lanes } = one.group;
  const events = await (await import('./whole.js')).eventsBefore(groupId, lanes.shared ?? 0, 60);
  if (!events || follower !== one) return;
  one.fillFeed(events);
  later();
  changed();
}

async function membershipEnded(groupId) {
  if (app.group?.groupId === groupId) {
    const name = app.group.shared?.name ?? '';
    app.group = null;
    follower = null;
    say(t('You are not in {group} any more.', { group: name }));
  }
  await storage.forget('groups', groupId);
  app.groups = app.groups.filter((one) => one.groupId !== groupId);
  setSettings({ currentGroup: '' });
  readGroups();
}

function later() {
  if (writeTimer) return;
  writeTimer = setTimeout(write, writeDelay());
}

function write() {
  clearTimeout(writeTimer);
  writeTimer = 0;
  // Only what is whole: cursors and state go together.
  if (!follower?.isCaughtUp) return;
  storage.keep('groups', follower.group.groupId, { ...follower.group, online: [] }).catch(() => {});
}

/**
 * Sends a command, and sends it again until its answer has come.
 * @param {any} body the command's own member, as {addEntry: …}
 * @param {{groupId?: string, keeps?: boolean, label?: string}} [options] `keeps`: it waits on this device while there is no connection
 * @returns {Promise<{accepted?: any, rejected?: any, waiting?: boolean, offline?: boolean}>}
 */
export function command(body, options = {}) {
  return outbox.submit(body, { groupId: app.group?.groupId, ...options });
}

outbox.useConnection(ask, async (item, accepted) => {
  // A join whose answer came after its form had given up.
  if (!item.command.joinGroup || accepted.pending) return;
  await open(accepted.groupId);
  leaveInvite();
  readGroups();
});

/** Ends this device's token where the server can be asked, and forgets everything here. */
export async function logOut() {
  const { devices } = await ask({ listDevices: {} });
  const current = devices?.devices?.find((one) => one.current);
  isLeaving = true;
  if (current) await ask({ revokeDevice: { deviceId: current.deviceId } });
  await forgetDevice();
}

/** Forgets everything on this device: token, groups, what waits. */
export async function forgetDevice() {
  connection.stop();
  if (app.settings.told) await import('./notices.js').then((notices) => notices.end()).catch(() => {});
  follower = null;
  await storage.forgetAll();
  Object.assign(app, { group: null, groups: [], outbox: [], identity: 'none' });
  token = '';
}
