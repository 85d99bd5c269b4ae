// What needs no server (JavaScript): a plan that changes while it is read, splits that name nobody, and which refusals are tried again, by errors.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { HearthClient, HearthError, NobodyNamed } from 'hearth-client';

const same = (what, found, wanted) => assert.deepEqual(found, wanted, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);

/** A client to which `answer` answers a message, and what it keeps. */
async function told(answer) {
  class Socket {
    readyState = 1;
    constructor() {
      setTimeout(() => this.onopen(), 0);
    }
    send(text) {
      const { request, ...body } = JSON.parse(text);
      const messages = body.hello ? [{ welcome: { serverTimeMs: String(Date.now()), identityId: 'i' } }] : answer(body);
      for (const one of messages) this.onmessage({ data: JSON.stringify({ request, ...one }) });
    }
    close() {}
  }
  const values = new Map([['token', 't'], ['server', 'http://127.0.0.1:1'], ['tokenAt', Date.now()]]);
  const store = {
    read: async (place, key) => (place === 'values' ? values.get(key) : undefined),
    keep: async (place, key, value) => place === 'values' && values.set(key, value),
    forget: async (place, key) => place === 'values' && values.delete(key),
    readAll: async () => [],
  };
  return HearthClient.open({ store, openSocket: () => new Socket() });
}

const debt = (fromMemberId, toMemberId, minor) => ({ fromMemberId, toMemberId, minor: String(minor) });
const balances = [{ memberId: 'a', minor: '-30' }, { memberId: 'b', minor: '10' }, { memberId: 'c', minor: '20' }];
const [first, rest] = [debt('a', 'b', 10), debt('a', 'c', 20)];
const begun = { mode: 'SETTLEMENT_MODE_DIRECT', balances, debts: [first], nextDebt: 1 };

async function plan(pages) {
  const questions = [];
  const client = await told(({ readSettlement }) => [{ settlement: pages[questions.push(readSettlement) - 1] }]);
  try {
    return { plan: await client.settlement('g'), questions };
  } finally {
    await client.close();
  }
}

for (const [name, pages, asked] of [
  ['one message', [{ balances, debts: [first, rest] }], [0]],
  ['two messages', [begun, { debts: [rest] }], [0, 1]],
  // Between the two somebody paid: what comes second is of another plan.
  ['a change between', [begun, { debts: [debt('a', 'c', 5)] }, begun, { debts: [rest] }], [0, 1, 0, 1]],
  ['a part that leads nowhere', [begun, { debts: [first], nextDebt: 1 }, begun, { debts: [rest] }], [0, 1, 0, 1]],
]) {
  const { plan: found, questions } = await plan(pages);
  same(name, [found.debts, found.balances, 'nextDebt' in found], [[first, rest], balances, false]);
  same(`${name}: what was asked`, questions.map((one) => one.afterDebts ?? 0), asked);
  same(`${name}: the way`, questions.map((one) => 'mode' in one), asked.map(() => false));
}
// Limit: at the fifth try it holds, and behind it nothing is answered but that it changes.
const wrong = [begun, { debts: [debt('a', 'c', 5)] }];
const [four, five] = [4, 5].map((count) => Array.from({ length: count }, () => wrong).flat());
same('at the limit', (await plan([...four, begun, { debts: [rest] }])).plan.debts, [first, rest]);
await assert.rejects(plan([...five, begun, { debts: [rest] }]), (error) => error instanceof HearthError && Boolean(error.remedy));

// Among whom a kept entry divides: those who share by default, as the group stands that is followed.
const active = { status: 'MEMBER_STATUS_ACTIVE' };
const members = [
  { memberId: 'owner', role: 'ROLE_OWNER', ...active },
  { memberId: 'admin', role: 'ROLE_ADMIN', ...active },
  { memberId: 'adult', role: 'ROLE_ADULT', ...active },
  { memberId: 'viewer', role: 'ROLE_VIEWER', ...active },
  { memberId: 'minor', role: 'ROLE_MINOR', ...active },
  { memberId: 'out', role: 'ROLE_ADULT', sharesByDefault: false, ...active },
  { memberId: 'in', role: 'ROLE_VIEWER', sharesByDefault: true, ...active },
  { memberId: 'left', role: 'ROLE_ADULT', sharesByDefault: true, status: 'MEMBER_STATUS_LEFT' },
  { memberId: 'placeholder', role: 'ROLE_ADULT' },
  { memberId: 'grown', role: 'ROLE_ADULT', proposedRole: 'ROLE_MINOR', proposedEffectiveAtMs: '1000', ...active },
  { memberId: 'grows', role: 'ROLE_ADULT', proposedRole: 'ROLE_MINOR', proposedEffectiveAtMs: String(Date.now() + 1e9), ...active },
  // Who has to acknowledge it keeps their role until then.
  { memberId: 'asked', role: 'ROLE_ADULT', proposedRole: 'ROLE_MINOR', ...active },
];
const sharing = ['owner', 'admin', 'adult', 'in', 'placeholder', 'grows', 'asked'];
const commands = [];
const client = await told(({ subscribe, readGroup, command }) => {
  if (subscribe) {
    return [
      { subscribed: { groupId: 'g', memberId: 'owner', epoch: '1', lanes: [{ lane: 'shared', start: '0', head: '1', snapshot: true }] } },
      { snapshotPart: { groupId: 'g', last: true, snapshot: { lane: 'shared', position: '1', shared: { members } } } },
      { laneEvents: { groupId: 'g', lane: 'shared', events: [{ position: '2', event: { entryVoided: { entryId: 'e' } } }] } },
    ];
  }
  if (readGroup) return [{ groupContents: { members } }];
  if (command) commands.push(command);
  return [{ accepted: { lane: 'shared', position: '2' } }];
});
same('who shares', await client.sharing('g'), sharing);
const some = { memberIds: ['adult'] };
const splits = [
  ['EXPENSE', undefined, { equal: { memberIds: sharing } }],
  ['EXPENSE', {}, { equal: { memberIds: sharing } }],
  ['EXPENSE', { equal: {} }, { equal: { memberIds: sharing } }],
  ['INCOME', { equal: { memberIds: [] } }, { equal: { memberIds: sharing } }],
  ['EXPENSE', { income: {} }, { income: { memberIds: sharing } }],
  ['EXPENSE', { equal: some }, null],
  ['EXPENSE', { income: some }, null],
  // What an income brings belongs to who received it.
  ['INCOME', undefined, null],
  ['TRANSFER', undefined, null],
  ['EXPENSE', { exact: { shares: [] } }, null],
  ['EXPENSE', { weights: { shares: [] } }, null],
  ['EXPENSE', { percentage: { shares: [] } }, null],
];
const bodies = ([kind, split]) => {
  const money = { kind: `ENTRY_KIND_${kind}`, ...(split ? { split } : {}) };
  return [{ addEntry: { content: money } }, { editEntry: { changes: { money } } }];
};
const splitsOf = (one) => (one.addEntry ? one.addEntry.content : one.editEntry.changes.money).split;
const fields = ['addEntry.content.split', 'editEntry.changes.money.split'];
for (const row of splits.filter(([, , filled]) => filled)) {
  for (const [place, body] of bodies(row).entries()) {
    for (const way of ['post', 'send']) {
      await assert.rejects(client[way]('g', body), (error) => error instanceof NobodyNamed && error.field === fields[place] && Boolean(error.remedy));
    }
  }
}
same('nothing of it was kept', [client.outbox, commands], [[], []]);
for await (const one of client.follow('g')) {
  if (one.position === 2) break;
}
// Where nothing is followed any more, what was known may have changed.
await assert.rejects(client.post('g', bodies(splits[0])[0]), NobodyNamed);
const following = client.follow('g');
await following.next();
for (const row of splits) {
  for (const body of bodies(row)) {
    const before = JSON.stringify(body);
    await client.send('g', body);
    same(`${row[0]} ${JSON.stringify(row[1])}`, splitsOf(commands.at(-1)), row[2] ?? row[1]);
    same('what was given stays', JSON.stringify(body), before);
  }
}
await client.send('g', { editEntry: { changes: { note: 'x' } } });
same('an edit of a note', commands.at(-1).editEntry, { changes: { note: 'x' } });
await client.close();

// Which refusals are tried again: the page's and the package's lists are the table's.
const { rejections } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const asked = new Set();
const sent = new Set();
for (const { code } of rejections) {
  let questions = 0;
  let tries = 0;
  const one = await told((body) => {
    const isFirst = body.command ? tries++ === 0 : questions++ === 0;
    if (isFirst) return [{ rejected: { code, retryAfterMs: 1 } }];
    return [body.command ? { accepted: { lane: 'shared', position: '1' } } : { groups: { groups: [] } }];
  });
  await one.ask({ listGroups: {} }).then(() => asked.add(code), (error) => same('the refusal', error.code, code));
  await one.send('g', { voidEntry: {} }).then(() => sent.add(code), (error) => same('the refusal', error.code, code));
  same(`${code}: how often`, [questions, tries], [asked.has(code) ? 2 : 1, sent.has(code) ? 2 : 1]);
  await one.close();
}
const of = (fits) => rejections.filter(fits).map((one) => one.code).sort();
same('what is asked again', [...asked].sort(), of((one) => one.client === 'retry'));
same('what is kept and sent again', [...sent].sort(), of((one) => !one.final));
assert.ok(sent.has('overloaded') && !sent.has('not_found'));

// A join of which nothing was decided may stand: the same is asked again (SPEC CM-14).
const joined = new Set();
const doors = globalThis.fetch;
for (const { code } of rejections) {
  const keys = [];
  globalThis.fetch = async (_, { headers }) => {
    keys.push(headers['idempotency-key']);
    return { ok: false, status: 400, json: async () => ({ code }) };
  };
  const one = await told(() => []);
  for (let turn = 0; turn < 2; turn++) await one.join('7GXK-2MQ4-T9ZB-0HWC').catch((error) => same('the refusal', error.code, code));
  if (keys[0] === keys[1]) joined.add(code);
  await one.close();
}
globalThis.fetch = doors;
same('what joins by the same key again', [...joined].sort(), of((one) => !one.final));
console.log('the tables hold');
process.exit(0);
