// What waits for its answer. A command is on the disk before it is sent, keeps its id, and is sent again until it is answered (SPEC CM-06).

import { app, changed, now } from './app.js';
import { newID } from './ids.js';
import * as storage from './storage.js';

/** Refusals that decide nothing: the same command is sent again (SPEC CM-05). */
const passing = new Set(['rate_limited', 'unavailable', 'overloaded', 'storage_full', 'unauthorized', 'group_damaged', 'resync']);
/** How long a form waits for an answer before it says that the command waits. */
const patience = 6000;
/** Commands under way at once. */
const atOnce = 8;

let ask = async (_body) => ({ broken: true });
let tellLate = (_item, _accepted) => {};
/** @type {Map<string, (result: any) => void>} who waits for an answer */
const waiting = new Map();
const underWay = new Set();

/**
 * Takes what asks the server, and what is told of an acceptance for which no form waits any more.
 * @param {(body: any) => Promise<any>} asking @param {(item: any, accepted: any) => void} telling
 */
export function useConnection(asking, telling) {
  ask = asking;
  tellLate = telling;
}

/** Reads what waits on this device. */
export async function load() {
  app.outbox = (await storage.readAll('outbox')).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/**
 * Sends a command as soon as it can be sent.
 * @param {any} body
 * @param {{groupId?: string, keeps?: boolean, label?: string}} options
 * @returns {Promise<any>}
 */
export async function submit(body, { groupId, keeps = false, label = '' }) {
  if (!keeps && app.connection !== 'live') return { offline: true };
  const id = newID();
  const item = {
    id,
    groupId: groupId ?? '',
    command: { id, ...(groupId ? { groupId } : {}), saidAtMs: String(now()), ...body },
    at: now(),
    keeps,
    label,
    sent: false,
  };
  app.outbox = [...app.outbox, item];
  if (keeps) await storage.keep('outbox', id, item).catch(() => {});
  changed();
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    const timer = setTimeout(() => {
      if (waiting.delete(id)) resolve({ waiting: true });
    }, app.connection === 'live' ? patience : 0);
    waiting.set(id, (result) => {
      clearTimeout(timer);
      resolve(result);
    });
    flush();
  });
}

/** Sends what may be sent now. */
export function flush() {
  if (app.connection !== 'live') return;
  for (const item of app.outbox) {
    if (underWay.size >= atOnce) return;
    if (item.refused || underWay.has(item.id) || item.notBefore > Date.now()) continue;
    // New commands wait until the group is shown as it is; what was sent before is owed an answer at once (SPEC LN-11).
    if (!item.sent && item.groupId && item.groupId === app.group?.groupId && !app.isCaughtUp) continue;
    send(item);
  }
}

async function send(item) {
  underWay.add(item.id);
  if (!item.sent) {
    item.sent = true;
    if (item.keeps) await storage.keep('outbox', item.id, item).catch(() => {});
  }
  const answer = await ask({ command: item.command });
  underWay.delete(item.id);
  if (answer.accepted) {
    await remove(item);
    if (!waiting.has(item.id)) tellLate(item, answer.accepted);
    settle(item, answer);
  } else if (answer.rejected && !passing.has(answer.rejected.code)) {
    if (waiting.has(item.id)) {
      await remove(item);
      settle(item, answer);
    } else if (item.keeps) {
      item.refused = answer.rejected;
      await storage.keep('outbox', item.id, item).catch(() => {});
      changed();
    } else {
      await remove(item);
    }
  } else if (answer.rejected) {
    const wait = Number(answer.rejected.retryAfterMs ?? 1000);
    item.notBefore = Date.now() + wait;
    setTimeout(flush, wait + 50);
  }
  flush();
}

function settle(item, answer) {
  const resolve = waiting.get(item.id);
  waiting.delete(item.id);
  resolve?.(answer);
  changed();
}

/**
 * Drops a command: one that was refused, or was never sent.
 * @param {any} item
 */
export async function remove(item) {
  app.outbox = app.outbox.filter((one) => one.id !== item.id);
  if (item.keeps) await storage.forget('outbox', item.id).catch(() => {});
  changed();
}

/**
 * What of the open group waits, the oldest first.
 * @returns {any[]}
 */
export function waitingHere() {
  return app.outbox.filter((item) => item.keeps && item.groupId === app.group?.groupId);
}
