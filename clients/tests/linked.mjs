// A program finds the `ws` that stands beside it, also where npm has linked the package's folder: the stand-in for it ends the program well.
import { rmSync } from 'node:fs';

delete globalThis.WebSocket;
const { HearthClient } = await import('hearth-client');
const folder = new URL('bot', import.meta.url).pathname;
rmSync(folder, { recursive: true, force: true });
const client = await HearthClient.open({ folder });
// Who it is comes over HTTP, before the socket is opened.
globalThis.fetch = async () => Response.json({ identityId: '0198c2f4-7b1e-7c5e-9a33-5d2f0c6b7a11', token: 'token' }, { status: 201 });
await client.join('http://127.0.0.1:65535/join#7GXK-2MQ4-T9ZB-0HWC', { name: 'Bot' });
process.exit(1);
