// The client for Node: what browsers bring along and Node may not have.

import { webcrypto } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { HearthClient as AnyClient } from './client.js';

export * from './client.js';

// Node 18 has it under another name.
globalThis.crypto ??= webcrypto;

/** Node's own WebSocket, from Node 22 on, or that of the package `ws`. */
function socketClass() {
  if (globalThis.WebSocket) return globalThis.WebSocket;
  // npm links a folder's package, and what is installed beside the link is not beside the folder: the program's own is looked for, too.
  for (const place of [import.meta.url, process.argv[1] ?? import.meta.url]) {
    try {
      return createRequire(place)('ws');
    } catch {
      continue;
    }
  }
  throw new Error('This Node has no WebSocket. Use Node 22 or later, or install ws: npm install ws, or on Debian apt-get install node-ws and NODE_PATH=/usr/share/nodejs.');
}

/**
 * A store in a folder: one file for each value, on the disk when `keep` returns, for the folder's owner alone. One program has it at a time.
 * @param {string} folder
 */
export function folderStore(folder) {
  const place = (store) => join(folder, store);
  const file = (store, key) => join(folder, store, encodeURIComponent(key));
  for (const store of ['values', 'groups', 'outbox']) mkdirSync(place(store), { recursive: true, mode: 0o700 });
  // One change of a file after the other.
  let turn = Promise.resolve();
  const inTurn = (act) => (turn = turn.then(act, act));

  async function sync(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  async function read(path, isQuick = false) {
    let bytes;
    try {
      bytes = await readFile(path);
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return deserialize(bytes);
    } catch (error) {
      // A power cut may have left half of it.
      if (isQuick) return undefined;
      throw error;
    }
  }

  return {
    read: (store, key, { isQuick = false } = {}) => inTurn(() => read(file(store, key), isQuick)),
    keep(store, key, value, { isQuick = false } = {}) {
      // As it is now, whatever becomes of it while it waits.
      const bytes = serialize(value);
      return inTurn(async () => {
        const path = file(store, key);
        const handle = await open(`${path}%`, 'w', 0o600);
        try {
          await handle.writeFile(bytes);
          if (!isQuick) await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(`${path}%`, path);
        if (!isQuick) await sync(place(store));
      });
    },
    forget: (store, key) =>
      inTurn(async () => {
        await rm(file(store, key), { force: true });
        await sync(place(store));
      }),
    readAll: (store) =>
      inTurn(async () => {
        // A name that ends with % is of a change that was broken off.
        const names = (await readdir(place(store))).filter((name) => !name.endsWith('%')).sort();
        return Promise.all(names.map((name) => read(join(place(store), name))));
      }),
  };
}

export class HearthClient extends AnyClient {
  /**
   * @param {{folder?: string, server?: string, store?: any, openSocket?: (url: string) => WebSocket}} options `folder` in place of `store`;
   *   without both nothing outlasts the program
   */
  constructor({ folder, store, ...options } = {}) {
    const made = folder ? folderStore(folder) : store;
    super({ openSocket: (url) => new (socketClass())(url, ['hearth.v1.json']), ...options, ...(made ? { store: made } : {}) });
  }
}
