#!/usr/bin/env bash
# A server that answers a subprotocol nobody offered is a peer for three Python clients, for a fourth when it offered none, and is refused by three.
#
# Guess: RFC 6455 section 4.1 has the client fail when the answer names a subprotocol that it did not offer, and so each client does.
# Seen: websockets 17.4, simple-websocket 1.1.0 and trio-websocket 0.12.2 do, websocket-client 1.9.2 only when it offered one. tornado 6.6.1 and httpx-ws 0.9.0
# connect and name the stranger as the one that was chosen; aiohttp 3.14.5 connects and says that none was, so its program takes the server for one
# that made no choice.
# So a program that offered a version compares what it got with it before it reads, and a server closes rather than answer another one.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0 trio-websocket==0.12.2

cat >"$folder/other.py" <<'P'
import asyncio
import os
import sys

import aiohttp
import httpx
import httpx_ws
import simple_websocket
import tornado.websocket
import trio
import trio_websocket
import websocket
import websockets.asyncio.client

from quiet_websocket import frame, start

url = start(lambda peer: peer.sendall(frame(1, b"hello")), b"Sec-WebSocket-Protocol: hearth.v2.json")

async def by_websockets(offered):
    async with websockets.asyncio.client.connect(url, subprotocols=offered) as one:
        return one.subprotocol, await one.recv()

async def by_aiohttp(offered):
    async with aiohttp.ClientSession() as session, session.ws_connect(url, protocols=offered or ()) as one:
        return one.protocol, await one.receive_str()

async def by_tornado(offered):
    one = await tornado.websocket.websocket_connect(url, subprotocols=offered)
    return one.selected_subprotocol, await one.read_message()

async def by_httpx(offered):
    async with httpx.AsyncClient() as client, httpx_ws.aconnect_ws(url, client, subprotocols=offered) as one:
        return one.subprotocol, await one.receive_text()

async def by_simple(offered):
    one = simple_websocket.Client(url, subprotocols=offered)
    return one.subprotocol, one.receive(timeout=5)

async def by_websocket_client(offered):
    one = websocket.create_connection(url, subprotocols=offered)
    return one.getsubprotocol(), one.recv()

async def by_trio(offered):
    async def run():
        async with trio_websocket.open_websocket_url(url, subprotocols=offered) as one:
            return one.subprotocol, await one.get_message()
    return await asyncio.to_thread(trio.run, run)

clients = {"websockets": by_websockets, "simple-websocket": by_simple, "trio-websocket": by_trio, "aiohttp": by_aiohttp, "tornado": by_tornado,
           "httpx-ws": by_httpx, "websocket-client": by_websocket_client}
for name, connect in clients.items():
    outcomes = []
    for offered in (["hearth.v1.json"], None):
        try:
            chosen, message = asyncio.run(connect(offered))
            assert message == "hello"
            outcomes.append(f"speaks {chosen or 'none'}")
        except Exception as error:
            print(type(error), error, file=sys.stderr)
            outcomes.append("refuses")
    print(f"{name}: offered v1, {outcomes[0]}; offered nothing, {outcomes[1]}", flush=True)
os._exit(0)
P
expect "websockets: offered v1, refuses; offered nothing, refuses
simple-websocket: offered v1, refuses; offered nothing, refuses
trio-websocket: offered v1, refuses; offered nothing, refuses
aiohttp: offered v1, speaks none; offered nothing, speaks none
tornado: offered v1, speaks hearth.v2.json; offered nothing, speaks hearth.v2.json
httpx-ws: offered v1, speaks hearth.v2.json; offered nothing, speaks hearth.v2.json
websocket-client: offered v1, refuses; offered nothing, speaks none" "$(python "$folder/other.py" 2>"$folder/errors")"
