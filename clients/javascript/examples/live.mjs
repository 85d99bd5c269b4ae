// Joins a group by an invite and prints what happens in it, live. Started again, it goes on where it was.
//   node live.mjs https://hearth.example/join#7GXK-2MQ4-T9ZB-0HWC
import { HearthClient, MembershipEnded } from 'hearth-client';

function told(event, name) {
  if (event.kind === 'entryAdded') {
    const { amount, description } = event.body.content;
    return `${name} added ${description}: ${amount.minor} ${amount.currency} in minor units`;
  }
  return `${name}: ${event.kind}`;
}

const client = await HearthClient.open({ folder: 'live' });
const group = await client.join(process.argv[2], { name: 'Live' });
console.log('Following', group);
try {
  for await (const event of client.follow(group)) {
    const { members } = client.group(group).shared;
    const by = members.find((one) => one.memberId === event.by)?.displayName ?? 'Hearth';
    console.log(told(event, by));
  }
} catch (ended) {
  if (!(ended instanceof MembershipEnded)) throw ended;
  console.log(ended.message);
} finally {
  await client.close();
}
