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

/** Keeps a receipt's file here until the server has it. @param {string} groupId @param {any} receipt */
export async function keep(groupId, receipt) {
  const name = fileName(receipt);
  await storage.keep('files', name, { groupId, name, blob: receipt.blob });
}

let isUploading = false;

/** Sends the files that wait. */
export async function upload() {
  if (isUploading || app.connection !== 'live') return;
  isUploading = true;
  try {
    for (const { groupId, name, blob } of await storage.readAll('files')) {
      const answer = await fetch(`/v1/groups/${groupId}/attachments/${name}`, {
        method: 'PUT',
        headers: { Authorization: bearer() },
        body: blob,
      });
      // What will never be taken is not sent for ever.
      if (answer.ok || [400, 403, 404, 413, 422].includes(answer.status)) await storage.forget('files', name);
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
 * @returns {Promise<string>} an address within this page, or '' where the server has no such file
 */
export async function address(receipt) {
  const name = fileName(receipt);
  if (pictures.has(name)) return pictures.get(name);
  const waiting = await storage.read('files', name);
  let blob = waiting?.blob;
  if (!blob) {
    const answer = await fetch(`/v1/groups/${app.group.groupId}/attachments/${name}`, { headers: { Authorization: bearer() } }).catch(() =>
      null
    );
    if (!answer?.ok) return '';
    blob = await answer.blob();
  }
  pictures.set(name, URL.createObjectURL(blob));
  return pictures.get(name);
}
