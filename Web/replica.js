// A group as this device knows it: the fold of the lanes that its member receives, with a place in each. What comes of a catch-up is shown only when every
// lane stands at its head (SPEC SB-02).

import { foldShared, sharedFromSnapshot } from './fold.js';
import { addressesOf, foldAccount, foldAdmin, foldInbox, foldIncome, foldMinor } from './fold-lanes.js';

/** How many events the feed keeps. */
const feedMax = 300;

/**
 * A group of which nothing is known yet.
 * @param {string} groupId
 * @returns {any}
 */
export function emptyGroup(groupId) {
  return {
    groupId,
    epoch: '0',
    memberId: '',
    lanes: {},
    shared: null,
    admin: null,
    minors: {},
    accounts: {},
    incomes: {},
    inbox: { reminders: [], coaching: [], isSeparated: false },
    feed: [],
    feedFrom: 0,
    online: [],
    computed: {},
    seenAt: 0,
  };
}

/**
 * What a subscribe says of where this device stands.
 * @param {any} group
 * @returns {any}
 */
export function subscribeMessage(group) {
  return {
    groupId: group.groupId,
    epoch: group.epoch,
    cursors: Object.entries(group.lanes).map(([lane, position]) => ({ lane, position: String(position) })),
  };
}

/** Takes in what the server sends of one group. */
export class Follower {
  /**
   * @param {any} group what was known before
   */
  constructor(group) {
    this.group = group;
    // A version of this page that kept no accounts and incomes kept their places all the same.
    if (!group.accounts) {
      group.accounts = {};
      for (const lane of Object.keys(group.lanes)) if (/^(account|income)/.test(lane)) delete group.lanes[lane];
    }
    // Nor did a version keep which accounts of others a child reads.
    for (const [id, minor] of Object.entries(group.minors ?? {})) {
      if (minor.accesses) continue;
      delete group.minors[id];
      delete group.lanes[`minor/${id}`];
    }
    /** @type {Map<string, {head: number, parts: any[], needsSnapshot: boolean}>} lanes of the catch-up that goes on */
    this.catching = new Map();
    this.isCaughtUp = false;
    /** Whether the shared lane came as a snapshot, so the feed's events are not known. */
    this.needsFeed = false;
  }

  /**
   * A subscription begins, or begins anew because the lanes have changed.
   * @param {any} subscribed
   */
  begin(subscribed) {
    const { group } = this;
    const lanes = subscribed.lanes ?? [];
    group.memberId = subscribed.memberId;
    group.online = subscribed.online ?? [];
    this.catching.clear();
    this.isCaughtUp = false;
    const names = new Set(lanes.map((one) => one.lane));
    if (group.epoch !== String(subscribed.epoch)) group.lanes = {};
    group.epoch = String(subscribed.epoch);
    for (const lane of lanesKept(group)) if (!names.has(lane)) this.forgetLane(lane);
    for (const one of lanes) {
      // A lane in which nothing has happened has no snapshot that would take the place of what is kept.
      if (!one.snapshot && Number(one.start ?? 0) === 0) this.forgetLane(one.lane);
      this.catching.set(one.lane, { head: Number(one.head ?? 0), parts: [], needsSnapshot: Boolean(one.snapshot) });
      if (!one.snapshot) group.lanes[one.lane] = Number(one.start ?? 0);
    }
    this.finishIfDone();
  }

  forgetLane(lane) {
    const { group } = this;
    delete group.lanes[lane];
    if (lane === 'admin') group.admin = null;
    if (lane === 'income') group.incomes = {};
    if (lane.startsWith('minor/')) delete group.minors[lane.slice(6)];
    if (lane.startsWith('account/')) delete group.accounts[lane.slice(8)];
    if (lane.startsWith('inbox/')) group.inbox = { reminders: [], coaching: [], isSeparated: false };
    group.feed = group.feed.filter((item) => item.lane !== lane);
  }

  /**
   * A part of a lane's snapshot.
   * @param {any} part
   */
  takePart(part) {
    const lane = part.snapshot?.lane;
    const catching = this.catching.get(lane);
    if (!catching) return;
    catching.parts.push(part.snapshot);
    if (!part.last) return;
    this.setLane(lane, catching.parts.reduce(appended));
    catching.parts = [];
    catching.needsSnapshot = false;
    this.finishIfDone();
  }

  setLane(lane, snapshot) {
    const { group } = this;
    group.lanes[lane] = Number(snapshot.position ?? 0);
    group.feed = group.feed.filter((item) => item.lane !== lane);
    if (lane === 'shared') {
      group.shared = sharedFromSnapshot(snapshot.shared ?? {});
      this.needsFeed = true;
    } else if (lane === 'admin') {
      const { invites = [], joinRequests = [], roleRequests = [] } = snapshot.admin ?? {};
      group.admin = { invites, joinRequests: joinRequests.map((one) => ({ ...one.requested, atMs: one.atMs })), roleRequests };
    } else if (lane.startsWith('minor/')) {
      const state = snapshot.minor ?? {};
      group.minors[lane.slice(6)] = {
        guardians: (state.guardians ?? []).map((one) => one.memberId),
        spending: state.spending ?? [],
        limits: state.limits ?? [],
        allowances: state.allowances ?? [],
        accesses: state.accesses ?? [],
        requestedRole: state.requestedRole ?? '',
      };
    } else if (lane === 'income') {
      group.incomes = Object.fromEntries((snapshot.income?.members ?? []).map((one) => [one.memberId, one.monthly]));
    } else if (lane.startsWith('account/')) {
      group.accounts[lane.slice(8)] = { grants: [], entries: [], ...snapshot.account };
    } else if (lane.startsWith('inbox/')) {
      group.inbox = {
        reminders: snapshot.inbox?.reminders ?? [],
        coaching: snapshot.inbox?.coaching ?? [],
        isSeparated: Boolean(snapshot.inbox?.separation),
        payAddress: snapshot.inbox?.paymentAddress?.address ?? '',
        addresses: addressesOf(snapshot.inbox?.noticeAddresses),
      };
    }
  }

  /**
   * Events of a lane, of the catch-up or live.
   * @param {any} laneEvents
   * @returns {any[]} what is new for the feed
   */
  takeEvents(laneEvents) {
    const { group } = this;
    const news = [];
    const { lane } = laneEvents;
    for (const { position: place, event } of laneEvents.events ?? []) {
      const position = Number(place);
      const expected = (group.lanes[lane] ?? 0) + 1;
      if (position < expected) continue;
      if (position > expected) throw new Error(`lane ${lane}: ${expected} is missing`);
      group.lanes[lane] = position;
      const item = feedItem(lane, position, event);
      if (lane === 'shared') foldShared(group.shared, event, position);
      else if (lane === 'admin') foldAdmin(group.admin ??= { invites: [], joinRequests: [], roleRequests: [] }, event);
      else if (lane.startsWith('minor/')) {
        foldMinor(
          group.minors[lane.slice(6)] ??= { guardians: [], spending: [], limits: [], allowances: [], accesses: [], requestedRole: '' },
          event,
        );
      } else if (lane === 'income') foldIncome(group.incomes ??= {}, event);
      else if (lane.startsWith('account/')) foldAccount(group.accounts[lane.slice(8)] ??= { grants: [], entries: [] }, event);
      else if (lane.startsWith('inbox/')) foldInbox(group.inbox, event);
      if (event.wordsErased?.events) {
        const gone = new Set(event.wordsErased.events.map((one) => Number(one.position)));
        group.feed = group.feed.filter((one) => one.lane !== lane || !gone.has(one.position));
      }
      if (item) {
        group.feed.push(item);
        news.push(item);
      }
    }
    if (group.feed.length > feedMax) group.feed.splice(0, group.feed.length - feedMax);
    this.finishIfDone();
    return news;
  }

  /** Whether the lane's events can be folded: not while its snapshot is awaited. */
  finishIfDone() {
    if (this.isCaughtUp) return;
    for (const [lane, { head, needsSnapshot }] of this.catching) {
      if (needsSnapshot || (this.group.lanes[lane] ?? 0) < head) return;
    }
    this.isCaughtUp = true;
    this.catching.clear();
  }

  /**
   * The newest events of the shared lane, read because a snapshot came in their place.
   * @param {any[]} events
   */
  fillFeed(events) {
    const { group } = this;
    const known = new Set(group.feed.map((item) => item.key));
    const older = events.map(({ position, event }) => feedItem('shared', Number(position), event)).filter((item) =>
      item && !known.has(item.key)
    );
    group.feed = [...older, ...group.feed].sort((a, b) => a.atMs - b.atMs || a.position - b.position).slice(-feedMax);
    this.needsFeed = false;
  }
}

/**
 * An event as the feed keeps it: who did what when.
 * @param {string} lane @param {number} position @param {any} event
 * @returns {any}
 */
export function feedItem(lane, position, event) {
  const type = Object.keys(event).find((name) => typeof event[name] === 'object' && event[name] !== null);
  if (!type) return null;
  const body = type === 'groupCreated' ? { name: event.groupCreated.name } : event[type];
  return {
    key: `${lane}:${position}`,
    lane,
    position,
    atMs: Number(event.atMs ?? 0),
    by: event.memberId ?? '',
    type,
    body,
    command: event.commandId ?? '',
  };
}

/**
 * The lanes of which a group as kept has anything: those with a place, and those whose state or events are there without one.
 * @param {any} group
 * @returns {Set<string>}
 */
const lanesKept = (group) =>
  new Set([
    ...Object.keys(group.lanes),
    ...(group.admin ? ['admin'] : []),
    ...(Object.keys(group.incomes ?? {}).length ? ['income'] : []),
    ...Object.keys(group.minors).map((id) => `minor/${id}`),
    ...Object.keys(group.accounts).map((id) => `account/${id}`),
    ...group.feed.map((item) => item.lane),
  ]);

function appended(first, second) {
  const both = { ...first, ...second };
  for (const name of Object.keys(second)) {
    if (Array.isArray(second[name])) both[name] = [...(first[name] ?? []), ...second[name]];
    else if (typeof second[name] === 'object' && second[name] && first[name]) both[name] = appended(first[name], second[name]);
  }
  return both;
}
