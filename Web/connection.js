// One WebSocket to the server, made anew whenever it breaks. It knows requests and answers, and nothing of what they say.

import { stopping } from './refusal-codes.js';

const isOpen = 1;
const firstDelay = 500;
const lastDelay = 30000;

/** Those of the close codes that stop a client which end its token; the others say that the page does not fit the server (SPEC CL-03). */
const tokenEndings = new Set([4001, 4401]);
/** After these the delay is not set back by a login (SPEC CL-02). */
const tiring = new Set([1008, 1013, 4008, 4429]);

/**
 * Thrown when an answer cannot come any more.
 */
export class Broken extends Error {}

export class Connection {
  /**
   * @param {{open: () => WebSocket, first: () => any, refresh: () => Promise<void>, onOpen: (welcome: any) => void, onMessage: (message: any) => void,
   *   onState: (state: 'off' | 'connecting' | 'live', retryAt: number) => void, onEnd: (code: number) => void, onMisfit: (code: number) => void,
   *   onRegistered: (registered: any) => Promise<void>, onRefused: (rejected: any) => void}} handlers `open` makes a socket, `first` the first message
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.socket = null;
    this.asked = new Map();
    this.request = 0;
    this.delay = firstDelay;
    this.timer = null;
    this.isWanted = false;
  }

  /** Connects, and goes on connecting when it breaks. */
  start() {
    this.isWanted = true;
    this.connect();
  }

  /** Ends it for good. */
  stop() {
    this.isWanted = false;
    clearTimeout(this.timer);
    this.socket?.close(1000);
    this.lose();
    this.handlers.onState('off', 0);
  }

  /** Tries at once instead of waiting. */
  hurry() {
    if (!this.isWanted || this.socket) return;
    clearTimeout(this.timer);
    this.delay = firstDelay;
    this.connect();
  }

  /** Looks whether the line still carries, as after a sleep of the device. */
  check() {
    if (!this.socket) return this.hurry();
    if (!this.isLive) return;
    const socket = this.socket;
    const timer = setTimeout(() => {
      if (this.socket === socket) this.drop();
    }, 4000);
    this.ask({ listGroups: {} }).catch(() => {}).finally(() => clearTimeout(timer));
  }

  /** Lets go of a line that does not carry any more. */
  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.socket = null;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.lose();
    this.again();
  }

  /**
   * Asks something.
   * @param {any} body a member of ClientMessage's oneof, as an object of one name
   * @returns {Promise<any>} the answer's body; throws Broken when none comes
   */
  ask(body) {
    if (!this.isLive || this.socket?.readyState !== isOpen) return Promise.reject(new Broken());
    return new Promise((resolve, reject) => {
      const request = this.next();
      this.asked.set(request, { resolve, reject });
      this.socket.send(JSON.stringify({ request, ...body }));
    });
  }

  /**
   * Says something that is answered only when it is refused.
   * @param {any} body as of `ask`
   * @returns {number} the request that a refusal names; 0: it was not sent
   */
  tell(body) {
    if (!this.isLive || this.socket?.readyState !== isOpen) return 0;
    const request = this.next();
    this.socket.send(JSON.stringify({ request, ...body }));
    return request;
  }

  next() {
    this.request = this.request >= 4000000000 ? 1 : this.request + 1;
    return this.request;
  }

  connect() {
    clearTimeout(this.timer);
    if (!this.handlers.first()) return;
    this.handlers.onState('connecting', 0);
    const socket = this.handlers.open();
    this.socket = socket;
    this.isLive = false;
    let isOpened = false;
    this.patience = setTimeout(() => {
      if (this.socket === socket && !this.isLive) this.drop();
    }, 15000);
    socket.onopen = async () => {
      isOpened = true;
      // Another tab may have another token by now.
      await this.handlers.refresh();
      if (socket.readyState === isOpen) socket.send(JSON.stringify({ request: this.next(), ...this.handlers.first() }));
    };
    // In order, one after the other: registering waits for the disk.
    let turn = Promise.resolve();
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (this.isLive) return this.take(message);
      turn = turn.then(() => this.take(message));
    };
    socket.onclose = (event) => this.ended(socket, event.code);
    // Outside browsers a failed attempt may end with an error alone, and an error that nobody hears may end the program.
    socket.onerror = () => isOpened || this.ended(socket, 1006);
  }

  ended(socket, code) {
    if (this.socket !== socket) return;
    this.socket = null;
    this.lose();
    if (stopping.has(code)) {
      this.isWanted = false;
      this.handlers.onState('off', 0);
      return tokenEndings.has(code) ? this.handlers.onEnd(code) : this.handlers.onMisfit(code);
    }
    if (tiring.has(code)) this.delay = Math.max(this.delay, 4000);
    this.again();
  }

  async take(message) {
    if (message.registered) return this.handlers.onRegistered(message.registered);
    if (message.welcome) {
      this.isLive = true;
      this.settled = setTimeout(() => {
        this.delay = firstDelay;
      }, 5000);
      this.handlers.onState('live', 0);
      return this.handlers.onOpen(message.welcome);
    }
    if (!this.isLive && message.rejected) {
      this.isWanted = false;
      this.socket?.close(1000);
      this.handlers.onState('off', 0);
      return this.handlers.onRefused(message.rejected);
    }
    const waiting = message.request ? this.asked.get(message.request) : null;
    if (waiting) {
      this.asked.delete(message.request);
      const { request, ...body } = message;
      waiting.resolve(body);
    }
    this.handlers.onMessage(message);
  }

  lose() {
    this.isLive = false;
    clearTimeout(this.settled);
    clearTimeout(this.patience);
    const lost = [...this.asked.values()];
    this.asked.clear();
    for (const one of lost) one.reject(new Broken());
  }

  again() {
    if (!this.isWanted) return;
    const wait = Math.random() * this.delay;
    this.delay = Math.min(this.delay * 2, lastDelay);
    this.handlers.onState('connecting', Date.now() + wait);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}
