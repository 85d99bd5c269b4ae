#!/usr/bin/env bash
# Two clients end a healthy connection by their own keepalive while messages lie unread, though every ping was answered.
#
# Guess: a client that pings by itself goes by the Pong; a server that answers each ping keeps the connection, whatever
# the program does meanwhile.
# Seen, with a ping each 0.5 s, 40 short messages unread and a program busy for 3 s: websockets 17.4 and httpx-ws 0.9.0
# begin to close the connection, since the Pong lies behind the messages that they do not take in. With nothing unread
# both keep it. aiohttp 3.14.5 (heartbeat) and tornado 6.6.1 (ping_interval) keep it in both cases.
# So a program reads in a task of its own and keeps what it cannot use yet, or its keepalive is longer than it is ever busy;
# a server that sees such a client come and go looks for its slowness, not for a broken line.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 tornado==6.6.1 httpx-ws==0.9.0

cat >"$folder/pings.py" <<'P'
import asyncio
import os
import sys

import aiohttp
import httpx
import httpx_ws
import tornado.websocket
import websockets.asyncio.client

from quiet_websocket import frame, start

PING, BUSY = 0.5, 3

def forty(peer):
    peer.sendall(b"".join(frame(1, b"%d" % number) for number in range(40)))

async def by_websockets(url):
    one = await websockets.asyncio.client.connect(url, ping_interval=PING, ping_timeout=PING)
    await asyncio.sleep(BUSY)
    await one.send("here")

async def by_aiohttp(url):
    one = await aiohttp.ClientSession().ws_connect(url, heartbeat=PING)
    await asyncio.sleep(BUSY)
    assert not one.closed
    await one.send_str("here")

async def by_tornado(url):
    one = await tornado.websocket.websocket_connect(url, ping_interval=PING, ping_timeout=PING)
    await asyncio.sleep(BUSY)
    await one.write_message("here")

async def by_httpx(url):
    async with httpx.AsyncClient() as client, httpx_ws.aconnect_ws(
        url, client, keepalive_ping_interval_seconds=PING, keepalive_ping_timeout_seconds=PING
    ) as one:
        await asyncio.sleep(BUSY)
        await one.send_text("here")

async def show(label, url):
    clients = {"websockets": by_websockets, "aiohttp": by_aiohttp, "tornado": by_tornado, "httpx-ws": by_httpx}
    outcomes = await asyncio.gather(*(by(url) for by in clients.values()), return_exceptions=True)
    for name, outcome in zip(clients, outcomes):
        print(f"{label}, {name}: {'open' if outcome is None else 'ended'}")
    sys.stdout.flush()

async def run():
    await show("nothing unread", start(lambda peer: None))
    await show("40 unread", start(forty))
    os._exit(0)

asyncio.run(run())
P
expect "nothing unread, websockets: open
nothing unread, aiohttp: open
nothing unread, tornado: open
nothing unread, httpx-ws: open
40 unread, websockets: ended
40 unread, aiohttp: open
40 unread, tornado: open
40 unread, httpx-ws: ended" "$(python "$folder/pings.py" 2>"$folder/errors")"
