#!/usr/bin/env bash
# A program that waits for a message a while, again and again, loses every message in Tornado and reads 1006 in aiohttp.
#
# Guess: a wait that timed out changes nothing: the next one gets the message, and the connection is as it was.
# Seen, with a message every second and waits of 0.1 s: Tornado 6.6.1 with its own with_timeout(read_message()) gets none
# of the four, since each wait that was given up still takes a message; with asyncio.wait_for it gets all.
# aiohttp 3.14.5 gets all, but its close_code is 1006 (abnormal) from the first time-out on, though it is not closed.
# websockets 17.4, websocket-client 1.9.2, simple-websocket 1.1.0 and httpx-ws 0.9.0 get all.
# So one task reads all the time and hands messages on, and waits are for what it hands on; whether a connection is over
# is told by "closed" or an error, not by a code that is there.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0

cat >"$folder/waits.py" <<'P'
import asyncio
import datetime
import os
import sys
import time

import aiohttp
import httpx
import httpx_ws
import simple_websocket
import tornado.gen
import tornado.websocket
import websocket
import websockets.asyncio.client

from quiet_websocket import frame, start

SENT = 4

def each_second(peer):
    for number in range(SENT):
        time.sleep(1)
        peer.sendall(frame(1, b"%d" % number))

url = start(each_second)

async def read(name, receive, timeouts, state=lambda: ""):
    """Waits until all were sent, and a second more."""
    got, was_early, until = 0, False, time.monotonic() + SENT + 1
    while time.monotonic() < until and got < SENT:
        try:
            if await receive() is not None:
                got += 1
        except timeouts:
            was_early = True
    assert was_early
    print(f"{name}: {got} of {SENT}{state()}")

async def by_websockets():
    async with websockets.asyncio.client.connect(url) as one:
        await read("websockets", lambda: asyncio.wait_for(one.recv(), 0.1), TimeoutError)

async def by_aiohttp():
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as one:
        await read("aiohttp", lambda: one.receive(timeout=0.1), TimeoutError, lambda: f", closed {one.closed}, close_code {one.close_code:d}")

async def by_tornado_itself():
    one = await tornado.websocket.websocket_connect(url)
    await read("tornado with_timeout", lambda: tornado.gen.with_timeout(datetime.timedelta(seconds=0.1), one.read_message()), tornado.gen.TimeoutError)

async def by_tornado():
    one = await tornado.websocket.websocket_connect(url)
    await read("tornado wait_for", lambda: asyncio.wait_for(one.read_message(), 0.1), TimeoutError)

async def by_httpx():
    async with httpx.AsyncClient() as client, httpx_ws.aconnect_ws(url, client) as one:
        await read("httpx-ws", lambda: one.receive_text(timeout=0.1), TimeoutError)

async def by_websocket_client():
    one = await asyncio.to_thread(websocket.create_connection, url)
    one.settimeout(0.1)
    await read("websocket-client", lambda: asyncio.to_thread(one.recv), websocket.WebSocketTimeoutException)

async def by_simple():
    one = await asyncio.to_thread(simple_websocket.Client, url)
    def receive():
        message = one.receive(timeout=0.1)
        if message is None:
            raise TimeoutError
        return message
    await read("simple-websocket", lambda: asyncio.to_thread(receive), TimeoutError)

async def run():
    await asyncio.gather(*(by() for by in (by_websockets, by_aiohttp, by_tornado, by_tornado_itself, by_httpx, by_websocket_client, by_simple)))

asyncio.run(run())
sys.stdout.flush()
os._exit(0)
P
expect "aiohttp: 4 of 4, closed False, close_code 1006
httpx-ws: 4 of 4
simple-websocket: 4 of 4
tornado wait_for: 4 of 4
tornado with_timeout: 0 of 4
websocket-client: 4 of 4
websockets: 4 of 4" "$(python "$folder/waits.py" | sort)"
