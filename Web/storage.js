// What this device keeps: the token, settings, groups as they were seen last, and what waits to be sent. IndexedDB, or memory where there is none.

const stores = ['values', 'groups', 'outbox', 'files'];

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
const memory = new Map(stores.map((store) => [store, new Map()]));

function open() {
  opening ??= new Promise((resolve) => {
    if (!globalThis.indexedDB) return resolve(null);
    const request = indexedDB.open('hearth', 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  return opening;
}

async function run(store, mode, act, inMemory) {
  const database = await open();
  if (!database) return inMemory(memory.get(store));
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = act(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * Reads a value.
 * @param {string} store @param {string} key
 * @returns {Promise<any>} undefined when there is none
 */
export const read = (store, key) => run(store, 'readonly', (place) => place.get(key), (place) => place.get(key));

/**
 * Keeps a value; done when it is on the disk.
 * @param {string} store @param {string} key @param {any} value
 * @returns {Promise<void>}
 */
export const keep = (store, key, value) =>
  run(store, 'readwrite', (place) => place.put(value, key), (place) => {
    place.set(key, value);
  });

/**
 * Forgets a value.
 * @param {string} store @param {string} key
 * @returns {Promise<void>}
 */
export const forget = (store, key) =>
  run(store, 'readwrite', (place) => place.delete(key), (place) => {
    place.delete(key);
  });

/**
 * All values of a store in the order of their keys.
 * @param {string} store
 * @returns {Promise<any[]>}
 */
export const readAll = (store) => run(store, 'readonly', (place) => place.getAll(), (place) => [...place.values()]);

/**
 * Forgets everything on this device.
 * @returns {Promise<void>}
 */
export async function forgetAll() {
  for (const store of stores) {
    await run(store, 'readwrite', (place) => place.clear(), (place) => {
      place.clear();
    });
  }
}
