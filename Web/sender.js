// What waits for its answer. A command is kept before it is sent, keeps its id, and is sent again until it is answered (SPEC CM-06).

import { newID } from './ids.js';
import { passing } from './refusal-codes.js';

/** How long a form waits for an answer before it says that the command waits. */
const patience = 6000;
/**
 * What a sender needs of the program that it is in: `items` is what waits and what was refused, `keep` and `forget` are for those that outlast the program.
 * @typedef {{items: any[], ask: (body: any) => Promise<any>, isLive: () => boolean, mayGo: (item: any) => boolean, now: () => number,
 *   keep: (item: any) => Promise<void>, forget: (item: any) => Promise<void>, changed: () => void, tellLate: (item: any, accepted: any) => void,
 *   atOnce: number}} Place `tellLate` hears of an acceptance for which nobody waits any more, `atOnce` may be under way at once
 */

export class Sender {
  /** @param {Place} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<string, (result: any) => void>} who waits for an answer */
    this.waiting = new Map();
    this.underWay = new Set();
  }

  /**
   * Sends a command as soon as it can be sent.
   * @param {any} body
   * @param {{groupId?: string, keeps?: boolean, label?: string, id?: string, waits?: number}} options `waits`: for the answer, in milliseconds
   * @returns {Promise<any>}
   */
  async submit(body, { groupId, keeps = false, label = '', id = newID(), waits = patience }) {
    const { place } = this;
    if (!keeps && !place.isLive()) return { offline: true };
    const item = {
      id,
      groupId: groupId ?? '',
      command: { id, ...(groupId ? { groupId } : {}), saidAtMs: String(place.now()), ...body },
      at: place.now(),
      keeps,
      label,
      sent: false,
    };
    if (keeps) await place.keep(item);
    place.items = [...place.items, item];
    place.changed();
    return new Promise((resolve) => {
      const timer = waits === Infinity ? null : setTimeout(() => {
        if (this.waiting.delete(id)) resolve({ waiting: true });
      }, place.isLive() ? waits : 0);
      this.waiting.set(id, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.flush();
    });
  }

  /** Sends what may be sent now. */
  flush() {
    const { place, underWay } = this;
    if (!place.isLive()) return;
    for (const item of place.items) {
      if (underWay.size >= place.atOnce) return;
      if (item.refused || underWay.has(item.id)) continue;
      if (item.notBefore > Date.now()) {
        // One at a time are to be carried out in their order.
        if (place.atOnce === 1) return;
        continue;
      }
      // New commands wait until the group is shown as it is; what was sent before is owed an answer at once (SPEC LN-11).
      if (!item.sent && !place.mayGo(item)) continue;
      this.send(item);
    }
  }

  async send(item) {
    const { place, waiting } = this;
    this.underWay.add(item.id);
    if (!item.sent) {
      item.sent = true;
      if (item.keeps) await place.keep(item);
    }
    const answer = await place.ask({ command: item.command });
    this.underWay.delete(item.id);
    // The next connection sends it again; trying now could go on for ever while a socket closes.
    if (answer.broken) return;
    if (answer.accepted) {
      await this.remove(item);
      if (!waiting.has(item.id)) place.tellLate(item, answer.accepted);
      this.settle(item, answer);
    } else if (answer.rejected && !passing.has(answer.rejected.code)) {
      if (waiting.has(item.id)) {
        await this.remove(item);
        this.settle(item, answer);
      } else if (item.keeps) {
        item.refused = answer.rejected;
        await place.keep(item);
        place.changed();
      } else {
        await this.remove(item);
      }
    } else if (answer.rejected) {
      const wait = Number(answer.rejected.retryAfterMs ?? 1000);
      item.notBefore = Date.now() + wait;
      setTimeout(() => this.flush(), wait + 50);
    }
    this.flush();
  }

  settle(item, answer) {
    const resolve = this.waiting.get(item.id);
    this.waiting.delete(item.id);
    resolve?.(answer);
    this.place.changed();
  }

  /**
   * Drops a command: one that was refused, or was never sent.
   * @param {any} item
   */
  async remove(item) {
    const { place } = this;
    place.items = place.items.filter((one) => one.id !== item.id);
    if (item.keeps) await place.forget(item);
    place.changed();
  }
}
