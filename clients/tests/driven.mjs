// A program on the JavaScript client that does what the scenarios say, one JSON object a line, and tells what it sees. clients/tests/check.py drives it.
// With --resume-one-too-far or --forgetful it is wrong on purpose: the scenarios have to find that out.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HearthClient, HearthError } from 'hearth-client';

class OneTooFar extends HearthClient {
  resumeAt(lane, position) {
    return position + (lane === 'shared' ? 1 : 0);
  }
}

const tell = (what) => process.stdout.write(JSON.stringify(what) + '\n');
const problem = ({ name, cause, remedy, code, field }) => ({ error: name, cause, remedy, code, field });

async function follow(client, group) {
  try {
    for await (const { kind, lane, position, id, body } of client.follow(group)) tell({ event: kind, lane, position, id, entry: body.entryId ?? '' });
  } catch (error) {
    if (!(error instanceof HearthError)) throw error;
    tell({ ended: problem(error) });
  }
}

async function act(client, wish) {
  const { group } = wish;
  switch (wish.do) {
    case 'join':
      return client.join(wish.invite, { name: wish.name });
    case 'send':
      return client.send(group, wish.body);
    case 'post':
      return client.post(group, wish.body);
    case 'outbox':
      return client.outbox.map((one) => one.id);
    case 'sent':
      return client.sent();
    case 'members':
      return [...(await client.members(group)).values()].map((one) => one.displayName).sort();
    case 'entries': {
      const ids = [];
      for await (const one of client.entries(group)) ids.push(one.entry.entryId);
      return ids;
    }
    case 'balances':
      return Object.fromEntries([...(await client.balances(group))].map(([member, minor]) => [member, String(minor)]));
    case 'sharing':
      return client.sharing(group);
    case 'settlement':
      return client.settlement(group, '', wish.mode);
    case 'ask':
      return client.ask(wish.body);
    default:
      throw new Error(wish.do);
  }
}

const [, , folder, server] = process.argv;
// As if what waits had never been kept.
if (process.argv.includes('--forgetful')) rmSync(join(folder, 'outbox'), { recursive: true, force: true });
const client = await (process.argv.includes('--resume-one-too-far') ? OneTooFar : HearthClient).open({ folder, server });
for await (const line of createInterface({ input: process.stdin })) {
  const wish = JSON.parse(line);
  if (wish.do === 'follow') {
    follow(client, wish.group);
    continue;
  }
  try {
    tell({ answer: (await act(client, wish)) ?? null });
  } catch (error) {
    if (!(error instanceof HearthError)) throw error;
    tell({ answer: problem(error) });
  }
}
await client.close();
