// What waits on this device to be sent, of all groups.

import { app, changed, now } from './app.js';
import { Sender } from './sender.js';
import * as storage from './storage.js';

const sender = new Sender({
  get items() {
    return app.outbox;
  },
  set items(items) {
    app.outbox = items;
  },
  ask: async (_body) => ({ broken: true }),
  isLive: () => app.connection === 'live',
  mayGo: (item) => !item.groupId || item.groupId !== app.group?.groupId || app.isCaughtUp,
  now,
  keep: (item) => storage.keep('outbox', item.id, item).catch(() => {}),
  forget: (item) => storage.forget('outbox', item.id).catch(() => {}),
  changed,
  tellLate: (_item, _accepted) => {},
  atOnce: 8,
});

/**
 * Takes what asks the server, and what is told of an acceptance for which no form waits any more.
 * @param {(body: any) => Promise<any>} asking @param {(item: any, accepted: any) => void} telling
 */
export function useConnection(asking, telling) {
  Object.assign(sender.place, { ask: asking, tellLate: telling });
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
export const submit = (body, options) => sender.submit(body, options);

/** Sends what may be sent now. */
export const flush = () => sender.flush();

/** Drops a command: one that was refused, or was never sent. @param {any} item @returns {Promise<void>} */
export const remove = (item) => sender.remove(item);

/**
 * What of the open group waits, the oldest first.
 * @returns {any[]}
 */
export function waitingHere() {
  return app.outbox.filter((item) => item.keeps && item.groupId === app.group?.groupId);
}
