// Receipts: pictures made small, kept on the device until the server has them, and fetched again.

import { app } from './app.js';
import { bearer } from './client.js';
import { sha256 } from './sha256.js';
import * as storage from './storage.js';

/** The longer side of a picture, in pixels: small print stays readable. */
const sideMax = 1600;
const quality = 0.8;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The name of a receipt's file at the server. @param {any} receipt @returns {string} */
export const fileName = (receipt) => hex(fromBase64(receipt.sha256));

/**
 * Makes a receipt of a picture: smaller, and without what a camera writes into it (place, time, device).
 * @param {File} file
 * @returns {Promise<any>} a Receipt with its `blob` and a `url` to show it
 */
export async function prepare(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('no picture');
  const hash = await sha256(new Uint8Array(await blob.arrayBuffer()));
  return {
    sha256: btoa(String.fromCharCode(...hash)),
    mediaType: 'image/jpeg',
    sizeBytes: blob.size,
    name: file.name.slice(0, 60) || 'receipt.jpg',
    blob,
    url: URL.createObjectURL(blob),
  };
}

/** Where the server has a file: with the group's, or with those of a child's own record. */
const path = (groupId, minorId, name) => `/v1/groups/${groupId}${minorId ? `/minors/${minorId}` : ''}/attachments/${name}`;

/** How long what names a receipt waits for its file to be there, in milliseconds. */
const patience = 3000;

/**
 * Keeps the files of new receipts here until the server has them, and sends them first, so that a reader finds them.
 * A slow line does not hold back what names them.
 * @param {any[]} receipts
 * @param {string} [minorId] the child in whose own record they are
 */
export async function send(receipts, minorId) {
  const fresh = receipts.filter((one) => one.blob);
  const { groupId } = app.group;
  for (const receipt of fresh) {
    const name = fileName(receipt);
    await storage.keep('files', minorId ? `${minorId}/${name}` : name, { groupId, minorId, name, blob: receipt.blob });
  }
  if (fresh.length) await Promise.race([upload(), new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** Receipts as the protocol has them. @param {any[]} receipts @returns {any[]} */
export const plainly = (receipts) =>
  receipts.map(({ sha256, mediaType, sizeBytes, name }) => ({ sha256, mediaType, sizeBytes: String(sizeBytes), name }));

let isUploading = false;

/** Sends the files that wait. */
export async function upload() {
  if (isUploading || app.connection !== 'live') return;
  isUploading = true;
  try {
    for (const { groupId, minorId, name, blob } of await storage.readAll('files')) {
      const answer = await fetch(path(groupId, minorId, name), {
        method: 'PUT',
        headers: { Authorization: bearer() },
        body: blob,
      });
      // What will never be taken is not sent for ever.
      if (answer.ok || [400, 403, 404, 413, 422].includes(answer.status)) await storage.forget('files', minorId ? `${minorId}/${name}` : name);
    }
  } catch {
    // No connection: the next one takes them.
  } finally {
    isUploading = false;
  }
}

const pictures = new Map();

/**
 * A receipt's picture, to be shown.
 * @param {any} receipt
 * @param {string} [minorId] the child in whose own record it is
 * @returns {Promise<string>} an address within this page, or '' where the server has no such file
 */
export async function address(receipt, minorId) {
  const name = fileName(receipt);
  const key = minorId ? `${minorId}/${name}` : name;
  if (pictures.has(key)) return pictures.get(key);
  const waiting = await storage.read('files', key);
  let blob = waiting?.blob;
  if (!blob) {
    const answer = await fetch(path(app.group.groupId, minorId, name), { headers: { Authorization: bearer() } }).catch(() => null);
    if (!answer?.ok) return '';
    blob = await answer.blob();
  }
  pictures.set(key, URL.createObjectURL(blob));
  return pictures.get(key);
}
