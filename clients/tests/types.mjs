// Compares what client.d.ts promises with what the JavaScript package has: exports, and the members of the client.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as package_ from 'hearth-client';

const text = readFileSync(new URL('./node_modules/hearth-client/clients/javascript/client.d.ts', import.meta.url), 'utf8');
const told = [...text.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name).sort();
assert.deepEqual(told, Object.keys(package_).sort());

const body = /export class HearthClient \{\n(.*?)\n\}/s.exec(text)[1];
const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name).sort();
const client = new package_.HearthClient();
const own = new Set([...Object.keys(client), ...Object.getOwnPropertyNames(Object.getPrototypeOf(package_.HearthClient.prototype))]);
// A hook of the tests alone.
for (const name of ['constructor', 'resumeAt']) own.delete(name);
assert.deepEqual(members, [...own].sort());
assert.ok(members.length > 15 && told.length > 8);

// Each class of errors has what its type says.
const refused = new package_.Refused({ code: 'not_found', cause: 'c', remedy: 'r' }, 404);
for (const name of ['cause', 'remedy', 'code', 'field', 'commandId', 'retryAfterMs', 'details', 'status']) assert.ok(name in refused, name);
console.log('the types say what there is');
process.exit(0);
