// The client for programs: one account on one server. It connects, folds and sends by the page's own modules.

import { Broken, Connection } from '../../Web/connection.js';
import { codeIn, newID } from '../../Web/ids.js';
import { formatted, plain } from '../../Web/money.js';
import { passing, retried } from '../../Web/refusal-codes.js';
import { emptyGroup, feedItem, Follower, subscribeMessage } from '../../Web/replica.js';
import { Sender } from '../../Web/sender.js';
import * as deviceStore from '../../Web/storage.js';
import { closeCodes } from './close-codes.js';
import { named, sharers, unnamed } from './sharing.js';

export { codeIn, formatted, newID, plain };

const program = 'hearth-client-javascript/0.1';
// Limit: events that wait for a program that is slow; what comes beyond is read from the history when these were handled.
const queueMax = 10000;
/** Milliseconds that a refused question which may be asked again waits, where the server names none. */
const pause = 1000;
/** After how long a device takes a further token, in milliseconds: an operator may have tokens end after some days (SPEC ID-14). */
const tokenAge = 24 * 3600 * 1000;
/** How many handled events, and how many milliseconds of them, may come again after a power cut; a kill brings back none of them. */
const handledMax = 100;
const handledTime = 250;
/** For what need not outlast a power cut: it is written without waiting for the disk. */
const quick = { isQuick: true };
// Limit: how often a plan of payments of several messages is read that does not add up, since the group changes meanwhile.
const planTries = 5;
/** How long the folded state may wait before it is written, in milliseconds. */
const writeDelay = 400;

/** Something that could not be done: `cause` says why, `remedy` what helps. */
export class HearthError extends Error {
  constructor(cause, remedy) {
    super(`${cause} ${remedy}`.trim());
    this.name = new.target.name;
    this.cause = cause;
    this.remedy = remedy;
  }
}

/** The server said no, with a code of errors.json. */
export class Refused extends HearthError {
  constructor(rejected, status = 0) {
    super(rejected.cause ?? 'The server refused it.', rejected.remedy ?? '');
    this.code = rejected.code ?? '';
    this.field = rejected.field ?? '';
    this.commandId = rejected.commandId ?? '';
    this.retryAfterMs = rejected.retryAfterMs ?? 0;
    this.details = Object.fromEntries((rejected.details ?? []).map((one) => [one.key, one.value ?? '']));
    this.status = status;
    this.message = `${this.code}${this.field && ` (${this.field})`}: ${this.message}`;
  }
}

/** No answer came. Of a command nobody knows whether it was carried out; the same again is safe. */
export class Unreachable extends HearthError {
  constructor(cause) {
    super(cause, 'Try again when the server can be reached.');
  }
}

/** The connection was closed with a code after which the same client must not come back (SPEC CL-03), or by the program itself. */
export class Stopped extends HearthError {
  constructor(code) {
    const { cause = 'The client was closed.', remedy = '' } = closeCodes[code] ?? {};
    super(cause, remedy);
    this.code = code;
  }
}

/** The member has left or was removed, or the group was deleted: nothing more of it is delivered. */
export class MembershipEnded extends HearthError {
  constructor(groupId) {
    super('This account is not in the group any more.', 'Ask a member for a new invite.');
    this.groupId = groupId;
  }
}

/** The server was restored from a backup: what came after it may be gone (SPEC SB-07). Follow again to go on from what it has. */
export class HistoryRestored extends HearthError {
  constructor(groupId) {
    super('The server was restored from a backup, and what came after it may be gone.', 'Follow the group again, and compare.');
    this.groupId = groupId;
  }
}

/** The invite needs approval: somebody of the group has to say yes first (SPEC IN-08). */
export class JoinPending extends HearthError {
  constructor(groupId) {
    super('The join waits for the owner or an admin.', 'Join by the same link again later.');
    this.groupId = groupId;
  }
}

/** An entry that is to be kept names nobody among whom it divides, and the client does not follow the group to know who shares by default. */
export class NobodyNamed extends HearthError {
  constructor(field) {
    super(
      `${field} names nobody: who shares by default may be others when the entry is carried out.`,
      'Name the members, as sharing(groupId) lists those who share by default now; or follow the group, then the client writes them in.',
    );
    this.field = field;
  }
}

/** Scheme and host of a link or an address, as `http://host:port`; '' when there are none. */
function serverIn(text) {
  const whole = /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d+$/i.test(text) ? `http://${text}` : text;
  const found = /^(https?|wss?):\/\/([^/?#@]+)/i.exec(whole);
  return found ? `${found[1].toLowerCase().replace('ws', 'http')}://${found[2]}` : '';
}

/** Of a group that is followed: what is known of it, and what is to be delivered. */
class Following {
  constructor(groupId, group, handled) {
    this.groupId = groupId;
    this.follower = new Follower(group);
    this.epoch = handled?.epoch ?? '';
    /** Of each lane the position of the last event that was put into the queue. @type {Record<string, number>} */
    this.taken = handled?.lanes ?? {};
    this.handled = { ...this.taken };
    this.unwritten = 0;
    this.writtenAt = 0;
    this.queue = [];
    this.isReading = false;
    this.ended = false;
    this.hear = () => {};
  }

  put(item) {
    this.queue.push(item);
    this.hear();
  }

  end(reason) {
    if (this.ended) return;
    this.ended = true;
    this.put(reason);
  }

  /** The lane of which something is missing in the queue, while there is space; '' when none is. */
  behind() {
    if (this.ended || this.queue.length > queueMax / 2) return '';
    const { lanes } = this.follower.group;
    return Object.keys(this.taken).find((lane) => this.taken[lane] < (lanes[lane] ?? 0)) ?? '';
  }
}

export class HearthClient {
  #store;
  #openSocket;
  #token = '';
  #server = '';
  #connection;
  #sender;
  #followings = new Map();
  #awaiting = [];
  #isLive = false;
  #clockAhead = 0;
  #lastNow = 0;
  #stopped = null;
  #writes = new Map();

  /**
   * Opens what this device keeps, and connects if it has an account.
   * @param {{server?: string, store?: any, openSocket?: (url: string) => WebSocket}} [options]
   * @returns {Promise<HearthClient>}
   */
  static async open(options = {}) {
    const client = new this(options);
    await client.#begin(options.server ?? '');
    return client;
  }

  /** @private Use `open`. */
  constructor({ store = deviceStore, openSocket = (url) => new WebSocket(url, ['hearth.v1.json']) } = {}) {
    this.#store = store;
    this.#openSocket = openSocket;
    this.identityId = '';
    this.#connection = new Connection({
      open: () => this.#openSocket(this.#address().replace('http', 'ws') + '/v1/socket'),
      first: () => (this.#token ? { hello: { token: this.#token, client: program } } : null),
      refresh: async () => {},
      onOpen: (welcome) => this.#opened(welcome),
      onMessage: (message) => this.#took(message),
      onState: (state) => {
        this.#isLive = state === 'live';
      },
      onEnd: (code) => this.#stop(new Stopped(code)),
      onRegistered: async () => {},
      onRefused: (rejected) => {
        if (!retried.has(rejected.code)) return this.#stop(new Refused(rejected));
        setTimeout(() => this.#stopped || this.#connection.start(), rejected.retryAfterMs || pause);
      },
    });
    let items = [];
    this.#sender = new Sender({
      get items() {
        return items;
      },
      set items(list) {
        items = list;
      },
      ask: (body) => this.#connection.ask(body).catch(broken),
      isLive: () => this.#isLive,
      mayGo: () => true,
      // Always later, since what waits is put in order by it after a restart.
      now: () => (this.#lastNow = Math.max(this.#lastNow + 1, Date.now() + this.#clockAhead)),
      keep: (item) => store.keep('outbox', item.id, item),
      forget: (item) => store.forget('outbox', item.id),
      changed: () => this.#heardOutbox.splice(0).forEach((hear) => hear()),
      tellLate: () => {},
      // One at a time: they are carried out in their order.
      atOnce: 1,
    });
  }

  #heardOutbox = [];

  async #begin(server) {
    if (server && !serverIn(server)) throw new TypeError(`"${server}" is no server: say https://host, or host:port.`);
    this.#server = serverIn(server) || ((await this.#store.read('values', 'server')) ?? '');
    this.#token = (await this.#store.read('values', 'token')) ?? '';
    const waiting = (await this.#store.readAll('outbox')).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    this.#sender.place.items = waiting;
    this.#lastNow = waiting.at(-1)?.at ?? 0;
    if (this.#token) this.#connection.start();
  }

  // Becoming known

  /** Whether this device has an account. */
  get isRegistered() {
    return Boolean(this.#token);
  }

  /** Makes an account, unless this device has one. */
  register = (name, device = '') => this.#introduce('identities', { displayName: name, device });

  /** Logs in as somebody who is known, by a code that another device of theirs shows, unless this device has an account. */
  link = (code, device = '') => this.#introduce('devices', { code: codeIn(code), device });

  /**
   * Acts for a member in one group, by a token that `hearth token add` made, unless this device has an account; another
   * such token takes its place.
   */
  async useToken(token) {
    if (this.#token && !(await this.#store.read('values', 'isToken'))) return;
    const starts = !this.#token;
    await this.#store.keep('values', 'isToken', true);
    // Such a token is not replaced by itself: a person makes the next one (SPEC ID-21).
    await this.#keepToken(token.trim(), Number.MAX_SAFE_INTEGER);
    await this.#store.keep('values', 'server', this.#address());
    if (starts) this.#connection.start();
  }

  async #introduce(path, body) {
    if (this.#token) return;
    const { token } = await this.#call(path, { ...body, client: program });
    // Kept before anything else: it is shown once (SPEC ID-01).
    await this.#keepToken(token);
    await this.#store.keep('values', 'server', this.#server);
    this.#connection.start();
  }

  /**
   * Joins by a link or code, registering first where this device has no account. The same again changes nothing.
   * @returns {Promise<string>} the group's id
   */
  async join(invite, { name = '', claims = '', acceptsTransparency = '' } = {}) {
    const code = codeIn(invite);
    if (!code) throw new TypeError(`"${invite}" has no code of 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.`);
    this.#server ||= serverIn(invite);
    if (serverIn(invite) && serverIn(invite) !== this.#server) {
      throw new TypeError(`The account of this store is at ${this.#server}, and the invite is of ${serverIn(invite)}: use another store.`);
    }
    await this.register(name);
    // Kept before it is asked, so that asking again after a lost answer is the same join.
    const place = `join ${code}`;
    const wish = (await this.#store.read('values', place)) ?? { key: newID(), memberId: newID(), groupId: '' };
    if (wish.groupId) return wish.groupId;
    await this.#store.keep('values', place, wish);
    let accepted;
    try {
      accepted = await this.#call('groups/join', {
        code,
        memberId: wish.memberId,
        displayName: name,
        claimsMemberId: claims,
        acceptsTransparency,
      }, wish.key);
    } catch (error) {
      // Another attempt is another command (SPEC CM-14).
      if (error instanceof Refused && !passing.has(error.code)) await this.#store.forget('values', place);
      throw error;
    }
    if (accepted.pending) throw new JoinPending(accepted.groupId);
    await this.#store.keep('values', place, { ...wish, groupId: accepted.groupId });
    return accepted.groupId;
  }

  #address() {
    if (!this.#server) throw new TypeError('Name the server: HearthClient.open({ server }).');
    return this.#server;
  }

  async #keepToken(token, at = Date.now()) {
    await this.#store.keep('values', 'token', token);
    await this.#store.keep('values', 'tokenAt', at);
    this.#token = token;
  }

  async #call(path, body, key = '') {
    const headers = { 'content-type': 'application/json' };
    if (key) Object.assign(headers, { authorization: `Bearer ${this.#token}`, 'idempotency-key': key });
    const url = `${this.#address()}/v1/${path}`;
    let answer, told;
    try {
      answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(30000) });
      told = await answer.json();
    } catch (error) {
      throw new Unreachable(`${url} gives no answer: ${error.cause ?? error}`);
    }
    if (!answer.ok) throw new Refused(told, answer.status);
    return told;
  }

  // Asking

  /**
   * Asks something and returns the answer. Waits for the connection, and asks again when it breaks.
   * @throws {Refused | Stopped}
   */
  async ask(body) {
    for (;;) {
      await this.#live();
      const answer = await this.#connection.ask(body).catch(broken);
      if (answer.broken) {
        // A socket that closes is not gone yet.
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      if (!answer.rejected) return answer;
      if (!retried.has(answer.rejected.code)) throw new Refused(answer.rejected);
      await new Promise((resolve) => setTimeout(resolve, answer.rejected.retryAfterMs || pause));
    }
  }

  async #live() {
    if (!this.#token) throw new TypeError('This store has no account yet: register, link or join first.');
    if (!this.#stopped && !this.#isLive) await new Promise((resolve) => this.#awaiting.push(resolve));
    if (this.#stopped) throw this.#stopped;
  }

  /** The groups that the account is in. */
  async groups() {
    const groups = [];
    for (let after = '';;) {
      const answer = (await this.ask({ listGroups: { after } })).groups;
      groups.push(...(answer.groups ?? []));
      after = answer.next ?? '';
      if (!after) return groups;
    }
  }

  /** All who are or were in the group, by id. @returns {Promise<Map<string, any>>} */
  async members(groupId) {
    const members = new Map();
    for (let after = 0;;) {
      const answer = (await this.ask({ readGroup: { groupId, part: 'GROUP_PART_MEMBERS', after } })).groupContents;
      for (const one of answer.members ?? []) members.set(one.memberId, one);
      after = answer.next ?? 0;
      if (!after) return members;
    }
  }

  /** The entries as they now stand, those added last first; `which` narrows the choice, as { category: 'groceries' }. */
  async *entries(groupId, which = {}) {
    for (let before = '0';;) {
      const answer = (await this.ask({ readEntries: { ...which, groupId, before } })).entries;
      yield* answer.entries ?? [];
      before = answer.next ?? '0';
      if (before === '0') return;
    }
  }

  /** What each member is owed, in minor units, negative when they owe; without a currency in the group's. @returns {Promise<Map<string, bigint>>} */
  async balances(groupId, currency = '') {
    const { balances = [] } = (await this.ask({ readSettlement: { groupId, currency } })).settlement;
    return new Map(balances.map((one) => [one.memberId, BigInt(one.minor ?? 0)]));
  }

  /** Who pays whom how much, all of it; without a mode in the way that the group has (SPEC ST-06). */
  async settlement(groupId, currency = '', mode = '') {
    const question = { groupId, currency, ...(mode ? { mode } : {}) };
    for (let turn = 0; turn < planTries; turn++) {
      const { nextDebt = 0, ...plan } = (await this.ask({ readSettlement: question })).settlement;
      if (!nextDebt) return plan;
      // One message had no space for all (SPEC ST-07).
      const debts = [...plan.debts];
      for (let after = nextDebt; after;) {
        const { settlement } = await this.ask({ readSettlement: { ...question, afterDebts: after } });
        debts.push(...(settlement.debts ?? []));
        after = settlement.nextDebt > after ? settlement.nextDebt : 0;
      }
      if (addsUp(plan.balances ?? [], debts)) return { ...plan, debts };
    }
    throw new HearthError('The group changed while its plan of payments was read.', 'Ask again.');
  }

  /** The members among whom an entry divides that names nobody, in the order of joining, as the server says now. @returns {Promise<string[]>} */
  async sharing(groupId) {
    return sharers([...(await this.members(groupId)).values()], this.#sender.place.now());
  }

  /** The figures of the month or week that a day falls into; without one of the current. */
  dashboard = async (groupId, period = 'DASHBOARD_PERIOD_MONTH', date = '', currency = '') =>
    (await this.ask({ readDashboard: { groupId, period, date, currency } })).dashboard;

  // Changing

  /**
   * Keeps a command, to be sent as soon as it can be. It keeps its id, survives the program where the store does, and is carried out once.
   * An entry that names nobody gets the names of those who share by default, as the group stands that is followed (SPEC CM-15).
   * @returns {Promise<string>} its id, when it is kept
   * @throws {NobodyNamed} where the group is not followed
   */
  async post(groupId, body) {
    const id = body.id ?? newID();
    await this.#sender.submit(this.#withNames(groupId, body), { groupId, id, keeps: true, waits: 0 });
    return id;
  }

  /** Like post, and waits for the answer. @throws {Refused | NobodyNamed} */
  async send(groupId, body) {
    if (this.#stopped) throw this.#stopped;
    const answer = await this.#sender.submit(this.#withNames(groupId, body), { groupId, id: body.id ?? newID(), keeps: true, waits: Infinity });
    if (answer.rejected) throw new Refused(answer.rejected);
    if (!answer.accepted) throw this.#stopped ?? new HearthError('The command was dropped.', 'Send a new one.');
    return answer.accepted;
  }

  #withNames(groupId, body) {
    const field = unnamed(body);
    if (!field) return body;
    const following = this.#followings.get(groupId);
    const members = (!following?.ended && following?.follower.group.shared?.members) || [];
    const ids = sharers(members, this.#sender.place.now());
    if (!ids.length) throw new NobodyNamed(field);
    return named(body, ids);
  }

  /** What waits, in the order in which it was made, and what was refused while nobody waited for its answer. */
  get outbox() {
    return this.#sender.place.items.map(({ id, command, refused }) => ({ id, command, refused: refused ?? null }));
  }

  /** Drops a command: a refused one that was looked at, or one that is not wanted any more and perhaps not sent yet. */
  async drop(id) {
    const item = this.#sender.place.items.find((one) => one.id === id);
    if (!item) return;
    await this.#sender.remove(item);
    this.#sender.settle(item, {});
  }

  /** Waits until nothing waits any more. */
  async sent() {
    while (this.#sender.place.items.some((item) => !item.refused)) {
      if (this.#stopped) throw this.#stopped;
      await new Promise((resolve) => this.#heardOutbox.push(resolve));
    }
  }

  // Following

  /**
   * What happens in a group from the first call on: each event of each lane that the account receives, in the lane's order, none missed.
   * An event counts as handled when the next one is asked for, or by `done`; the next start of the program goes on behind it.
   * Where the loop is left within, the event that it had comes again, under the same id.
   * @throws {MembershipEnded | HistoryRestored | Stopped}
   */
  async *follow(groupId) {
    if (!this.#token) throw new TypeError('This store has no account yet: register, link or join first.');
    const [group, handled, noted] = await Promise.all([
      this.#store.read('groups', groupId),
      this.#store.read('values', `handled ${groupId}`),
      this.#store.read('values', `noted ${groupId}`, quick),
    ]);
    const following = new Following(groupId, group ?? emptyGroup(groupId), handled && noted?.epoch === handled.epoch ? later(handled, noted) : handled);
    following.follower.group.online = [];
    this.#followings.set(groupId, following);
    if (this.#isLive) this.#subscribe(following);
    try {
      for (;;) {
        while (following.queue.length) {
          const one = following.queue.shift();
          if (one instanceof HearthError) throw one;
          yield one;
          await this.done(one);
          this.#read(following);
        }
        if (this.#stopped) throw this.#stopped;
        await new Promise((resolve) => {
          following.hear = resolve;
        });
      }
    } finally {
      if (this.#followings.get(groupId) === following) {
        this.#followings.delete(groupId);
        if (this.#isLive) this.#connection.ask({ unsubscribe: { groupId } }).catch(broken);
        await this.#write(following);
      }
    }
  }

  /** Notes that an event was handled, so that it is not delivered again. */
  async done(event) {
    const following = this.#followings.get(event.groupId);
    if (!following || following.ended || following.epoch !== event.epoch || !(event.lane in following.taken)) return;
    following.handled[event.lane] = event.position;
    following.unwritten++;
    const { groupId, epoch, handled } = following;
    await this.#store.keep('values', `noted ${groupId}`, { epoch, lanes: { ...handled } }, quick);
    if (!following.queue.length || following.unwritten >= handledMax || Date.now() - following.writtenAt >= handledTime) {
      await this.#keepHandled(following);
    }
  }

  /** The group as its events left it: members, entries, budgets and more, as the page has them; null while nothing is known. */
  group(groupId) {
    return this.#followings.get(groupId)?.follower.group ?? null;
  }

  async #keepHandled(following) {
    Object.assign(following, { unwritten: 0, writtenAt: Date.now() });
    const { groupId, epoch, handled } = following;
    await this.#store.keep('values', `handled ${groupId}`, { epoch, lanes: { ...handled } });
  }

  async #subscribe(following) {
    const answer = await this.#connection.ask({ subscribe: subscribeMessage(following.follower.group) }).catch(broken);
    if (!answer.rejected) return;
    if (retried.has(answer.rejected.code)) {
      setTimeout(() => this.#isLive && this.#subscribe(following), answer.rejected.retryAfterMs || pause);
      return;
    }
    const isKnown = answer.rejected.code === 'not_found' && following.epoch;
    this.#end(following, isKnown ? new MembershipEnded(following.groupId) : new Refused(answer.rejected));
  }

  #lanesBegin(following, subscribed) {
    const epoch = String(subscribed.epoch);
    const lanes = new Map((subscribed.lanes ?? []).map((one) => [one.lane, Number(one.head ?? 0)]));
    const { taken } = following;
    const isCut = Object.keys(taken).some((lane) => lanes.has(lane) && lanes.get(lane) < taken[lane]);
    if (Object.keys(taken).length && (epoch !== following.epoch || isCut)) {
      return this.#end(following, new HistoryRestored(following.groupId));
    }
    following.epoch = epoch;
    for (const lane of Object.keys(taken)) {
      if (lanes.has(lane)) continue;
      delete taken[lane];
      delete following.handled[lane];
    }
    // A lane that is new is followed from now on.
    for (const [lane, head] of lanes) if (!(lane in taken)) following.handled[lane] = taken[lane] = head;
    this.#keepHandled(following);
  }

  #took(message) {
    const body = message.subscribed ?? message.snapshotPart ?? message.laneEvents ?? message.subscriptionEnded;
    const following = body && this.#followings.get(body.groupId);
    if (!following || following.ended) return;
    const { follower, taken } = following;
    if (message.subscriptionEnded) return this.#end(following, new MembershipEnded(body.groupId));
    if (message.subscribed) {
      this.#lanesBegin(following, body);
      if (following.ended) return;
    }
    try {
      if (message.subscribed) follower.begin(body);
      if (message.snapshotPart) follower.takePart(body);
      if (message.laneEvents) follower.takeEvents(body);
    } catch {
      // What is known does not fit what came: from a snapshot on, and what lies between is read from the history.
      follower.group.lanes = {};
      this.#subscribe(following);
      return;
    }
    for (const { position, event } of (message.laneEvents && body.events) ?? []) {
      if (Number(position) !== taken[body.lane] + 1 || following.queue.length >= queueMax) continue;
      this.#deliver(following, body.lane, Number(position), event);
    }
    if (!follower.isCaughtUp) return;
    this.#read(following);
    if (!this.#writes.has(following)) this.#writes.set(following, setTimeout(() => this.#write(following), writeDelay));
  }

  #deliver(following, lane, position, event) {
    following.taken[lane] = position;
    const { type = '', body = {}, by = '', atMs = 0, command = '' } = feedItem(lane, position, event) ?? {};
    const { groupId, epoch } = following;
    following.put({ id: `${groupId}:${epoch}:${lane}:${position}`, groupId, epoch, lane, position, kind: type, body, by, atMs, commandId: command, event });
  }

  /** Reads from the history what did not come by itself. */
  async #read(following) {
    if (following.isReading) return;
    following.isReading = true;
    try {
      for (let lane; (lane = following.behind());) {
        const before = following.taken[lane];
        const { history } = await this.ask({ readHistory: { groupId: following.groupId, lane, after: String(before) } });
        for (const { position, event } of history.events ?? []) {
          if (Number(position) === following.taken[lane] + 1) this.#deliver(following, lane, Number(position), event);
        }
        if (following.taken[lane] === before) return;
      }
    } catch (error) {
      // The lane was lost, or all of it ends, which is told as well.
      if (!(error instanceof HearthError)) throw error;
    } finally {
      following.isReading = false;
    }
  }

  #end(following, reason) {
    this.#store.forget('groups', following.groupId);
    this.#store.forget('values', `handled ${following.groupId}`);
    this.#store.forget('values', `noted ${following.groupId}`);
    following.end(reason);
  }

  /** Writes what is whole: the state and where it stands go together. */
  async #write(following) {
    clearTimeout(this.#writes.get(following));
    this.#writes.delete(following);
    const { follower, ended } = following;
    if (following.unwritten && !ended) await this.#keepHandled(following);
    if (follower.isCaughtUp && !ended) await this.#store.keep('groups', following.groupId, { ...follower.group, online: [] });
  }

  // The connection

  #opened(welcome) {
    this.#clockAhead = Number(welcome.serverTimeMs) - Date.now();
    this.identityId = welcome.identityId;
    for (const resolve of this.#awaiting.splice(0)) resolve();
    this.#sender.flush();
    for (const following of this.#followings.values()) {
      if (following.ended) continue;
      const { taken, follower: { group } } = following;
      for (const lane in taken) {
        const place = this.resumeAt(lane, taken[lane]);
        if (place > (group.lanes[lane] ?? 0)) group.lanes[lane] = place;
        taken[lane] = place;
      }
      this.#subscribe(following);
    }
    this.#renew();
  }

  /** Where a lane is gone on with after a break: behind what has come. Tests make it wrong, and must find that out. */
  resumeAt(lane, position) {
    return position;
  }

  async #renew() {
    if (Date.now() - ((await this.#store.read('values', 'tokenAt')) ?? 0) < tokenAge) return;
    const { tokenRotated } = await this.#connection.ask({ rotateToken: {} }).catch(broken);
    // Kept before it is used (SPEC ID-07).
    if (tokenRotated) await this.#keepToken(tokenRotated.token);
  }

  #stop(reason) {
    this.#stopped = reason;
    for (const resolve of [...this.#awaiting.splice(0), ...this.#heardOutbox.splice(0)]) resolve();
    for (const resolve of this.#sender.waiting.values()) resolve({});
    for (const following of this.#followings.values()) following.hear();
  }

  /** Ends the connection. What waits is kept, where the store keeps it. */
  async close() {
    this.#connection.stop();
    this.#stop(new Stopped(1000));
    await Promise.all([...this.#followings.values()].map((following) => this.#write(following)));
  }
}

/** Of two notes of what was handled, of each lane the later; a lane of which the lasting one knows nothing was lost. */
function later(handled, noted) {
  const lanes = Object.entries(handled.lanes).map(([lane, position]) => [lane, Math.max(position, noted.lanes[lane] ?? 0)]);
  return { epoch: handled.epoch, lanes: Object.fromEntries(lanes) };
}

/** Whether the payments of a plan bring every balance to zero, as all of them do. */
function addsUp(balances, debts) {
  const left = new Map(balances.map((one) => [one.memberId, BigInt(one.minor ?? 0)]));
  const add = (id, minor) => left.set(id, (left.get(id) ?? 0n) + minor);
  for (const { fromMemberId, toMemberId, minor } of debts) {
    add(fromMemberId, BigInt(minor));
    add(toMemberId, -BigInt(minor));
  }
  return [...left.values()].every((minor) => minor === 0n);
}

/** An answer that did not come. */
function broken(error) {
  if (error instanceof Broken) return { broken: true };
  throw error;
}
