// The client's types; those of the protocol's messages are in messages.d.ts.
import type * as messages from './messages.js';

export type { messages };

/** Makes an id: a UUID of version 7. */
export function newID(): string;
/** The code of an invite as it is written, from a code or a link; '' when it is none. */
export function codeIn(text: string): string;
/** An amount of minor units in digits: 45050 of INR is '450.50'. */
export function plain(minor: bigint | string | number, currency: string): string;
/** An amount as a person reads it: '₹450.50'. */
export function formatted(minor: bigint | string | number, currency: string): string;

/** Something that could not be done: `cause` says why, `remedy` what helps. */
export class HearthError extends Error {
  cause: string;
  remedy: string;
}
/** The server said no, with a code of errors.json. */
export class Refused extends HearthError {
  code: messages.Code | '';
  /** The path of the field at fault; '': it is no single field. */
  field: string;
  commandId: string;
  retryAfterMs: number;
  details: Record<string, string>;
  /** Of a call over HTTP its status, otherwise 0. */
  status: number;
}
/** No answer came. Of a command nobody knows whether it was carried out; the same again is safe. */
export class Unreachable extends HearthError {}
/** The connection was closed with a code after which the same client must not come back, or by the program itself (1000). */
export class Stopped extends HearthError {
  code: number;
}
/** The member has left or was removed, or the group was deleted: nothing more of it is delivered. */
export class MembershipEnded extends HearthError {
  groupId: string;
}
/** The server was restored from a backup: what came after it may be gone. Follow again to go on from what it has. */
export class HistoryRestored extends HearthError {
  groupId: string;
}
/** An entry that is to be kept names nobody among whom it divides, and the client does not follow the group to know who shares by default. */
export class NobodyNamed extends HearthError {
  /** The path of the split. */
  field: string;
}
/** The invite needs approval: somebody of the group has to say yes first. */
export class JoinPending extends HearthError {
  groupId: string;
}

/** A stored fact of a group, in its lane. */
export interface GroupEvent {
  /** The same however often it is delivered: for programs that must not act twice. */
  id: string;
  groupId: string;
  epoch: string;
  lane: string;
  position: number;
  /** The name of the event: 'entryAdded'. */
  kind: string;
  /** What the event says of it, one of `messages`. */
  body: any;
  atMs: number;
  /** The member who did it; '': the server. */
  by: string;
  commandId: string;
  /** All of it as it came. */
  event: messages.Event;
}

export interface Waiting {
  id: string;
  command: messages.Command;
  refused: messages.Rejected | null;
}

/** What a client keeps things in: a value by its key in one of the stores 'values', 'groups' and 'outbox'. Values are what structured clones can be. */
export interface Store {
  read(store: string, key: string, options?: { isQuick: boolean }): Promise<any>;
  /** Done when it is on the disk; what is quick has to survive the program alone, and is read as undefined where it was lost. */
  keep(store: string, key: string, value: any, options?: { isQuick: boolean }): Promise<void>;
  forget(store: string, key: string): Promise<void>;
  readAll(store: string): Promise<any[]>;
}

export interface Options {
  /** An address or a link; the store remembers it. */
  server?: string;
  /** Node alone: the folder to keep things in. */
  folder?: string;
  /** Without one and without a folder: IndexedDB in a browser, and in Node nothing outlasts the program. */
  store?: Store;
  openSocket?: (url: string) => WebSocket;
}

/** Node alone: a store in a folder. One program has it at a time. */
export function folderStore(folder: string): Store;

/** One account on one server. */
export class HearthClient {
  /** Opens what this device keeps, and connects if it has an account. */
  static open(options?: Options): Promise<HearthClient>;
  private constructor();
  readonly isRegistered: boolean;
  /** The account's id, once the server has told it. */
  readonly identityId: string;
  /** Makes an account, unless this device has one. */
  register(name: string, device?: string): Promise<void>;
  /** Logs in as somebody who is known, by a code that another device of theirs shows, unless this device has an account. */
  link(code: string, device?: string): Promise<void>;
  /** Acts for a member in one group, by a token that `hearth token add` made, unless this device has an account; another such token takes its place. */
  useToken(token: string): Promise<void>;
  /** Joins by a link or code, registering first where this device has no account. The same again changes nothing. */
  join(invite: string, options?: { name?: string; claims?: string; acceptsTransparency?: string }): Promise<string>;
  /** Asks something and returns the answer. Waits for the connection, and asks again when it breaks. Throws Refused. */
  ask(body: messages.ClientMessage): Promise<messages.ServerMessage>;
  groups(): Promise<messages.GroupSummary[]>;
  /** All who are or were in the group, by id. */
  members(groupId: string): Promise<Map<string, messages.Member>>;
  /** The entries as they now stand, those added last first. */
  entries(groupId: string, which?: messages.ReadEntries): AsyncGenerator<messages.ListedEntry, void>;
  /** What each member is owed, in minor units, negative when they owe. */
  balances(groupId: string, currency?: string): Promise<Map<string, bigint>>;
  /** Who pays whom how much, all of it; without a mode in the way that the group has. */
  settlement(groupId: string, currency?: string, mode?: messages.SettlementMode): Promise<messages.Settlement>;
  /** The members among whom an entry divides that names nobody, in the order of joining, as the server says now. */
  sharing(groupId: string): Promise<string[]>;
  dashboard(groupId: string, period?: messages.DashboardPeriod, date?: string, currency?: string): Promise<messages.Dashboard>;
  /**
   * Keeps a command, to be sent as soon as it can be, and returns its id. It is carried out once.
   * An entry that names nobody gets the names of those who share by default, as the group stands that is followed; throws NobodyNamed where it is not.
   */
  post(groupId: string, body: messages.Command): Promise<string>;
  /** Like post, and waits for the answer. Throws Refused, NobodyNamed. */
  send(groupId: string, body: messages.Command): Promise<messages.Accepted>;
  readonly outbox: Waiting[];
  drop(id: string): Promise<void>;
  /** Waits until nothing waits any more. */
  sent(): Promise<void>;
  /** What happens in a group from the first call on, none missed. Throws MembershipEnded, HistoryRestored, Stopped. */
  follow(groupId: string): AsyncGenerator<GroupEvent, never>;
  /** Notes that an event was handled, so that it is not delivered again. */
  done(event: GroupEvent): Promise<void>;
  /** A group that is followed, as its events left it: members, entries, budgets and more; null while nothing is known. */
  group(groupId: string): any;
  /** Ends the connection. What waits is kept, where the store keeps it. */
  close(): Promise<void>;
}
