// The queue of a program that is slow: at its limit, one past it, and what is read from the history afterwards (JavaScript). The server is a table.
import assert from 'node:assert/strict';
import { HearthClient } from 'hearth-client';

const queueMax = 10000;
const event = (position) => ({ position: String(position), event: { entryVoided: { entryId: 'e' } } });
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => event(first + place));

/** A server that tells `live` events at once, and pages of what there is when it is asked. */
async function asks(live) {
  const questions = [];
  class Socket {
    readyState = 1;
    constructor() {
      setTimeout(() => this.onopen(), 0);
    }
    tell(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }
    send(text) {
      const { request, ...body } = JSON.parse(text);
      if (body.hello) this.tell({ request, welcome: { serverTimeMs: String(Date.now()), identityId: 'i' } });
      if (body.subscribe) {
        this.tell({ request, subscribed: { groupId: 'g', memberId: 'm', epoch: '1', lanes: [{ lane: 'shared', start: '0', head: '0', snapshot: true }] } });
        this.tell({ snapshotPart: { groupId: 'g', last: true, snapshot: { lane: 'shared', shared: {} } } });
        this.tell({ laneEvents: { groupId: 'g', lane: 'shared', events: upTo(1, live) } });
      }
      if (body.readHistory) {
        questions.push(Number(body.readHistory.after));
        const after = Number(body.readHistory.after);
        this.tell({ request, history: { groupId: 'g', lane: 'shared', head: String(live), events: upTo(after + 1, Math.min(live, after + 500)) } });
      }
    }
    close() {}
  }
  const values = new Map([['token', 't'], ['server', 'http://127.0.0.1:1']]);
  const store = {
    read: async (place, key) => (place === 'values' ? values.get(key) : undefined),
    keep: async (place, key, value) => values.set(key, value),
    forget: async (place, key) => values.delete(key),
    readAll: async () => [],
  };
  const client = await HearthClient.open({ store, openSocket: () => new Socket() });
  const positions = [];
  for await (const one of client.follow('g')) {
    positions.push(one.position);
    if (one.position === live) break;
  }
  await client.close();
  assert.deepEqual(positions, Array.from({ length: live }, (_, place) => place + 1));
  return questions;
}

assert.deepEqual(await asks(queueMax), []);
assert.deepEqual(await asks(queueMax + 1), [queueMax]);
console.log("the queue's limit holds");
process.exit(0);
