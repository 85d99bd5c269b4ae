#!/usr/bin/env bash
# A gateway that closes a WebSocket with 1014, the code for a bad gateway, has broken the protocol to four Python clients, which name another code.
#
# Guess: the codes that are registered for a server's Close, 1012 (restart), 1013 (try again later) and 1014 (bad gateway) among them, are told by each client.
# Seen: websockets 17.4, aiohttp 3.14.5, tornado 6.6.1 and websocket-client 1.9.2 tell each. 1014, which the registry has had since after RFC 6455, is
# a protocol error in httpx-ws 0.9.0 and trio-websocket 0.12.2, which say 1002 then, in lomond 0.3.4, which tells no code, and in autobahn 26.10.2, which
# says 1006 as of a broken line. 1012, 1013 and 4008 are told by all of them.
# So a server closes with codes from 4000 on, and a client takes a protocol error at the end for an end that may come again.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 tornado==6.6.1 httpx-ws==0.9.0 trio-websocket==0.12.2 lomond==0.3.4 \
  autobahn==26.10.2

cat >"$folder/codes.py" <<'P'
import asyncio
import os
import time

import aiohttp
import autobahn.asyncio.websocket
import httpx
import httpx_ws
import lomond
import tornado.websocket
import trio
import trio_websocket
import websocket
import websockets.sync.client

from loopback import close_frame, read_head, serve, take_websocket, until_end

def answer(peer):
    head = read_head(peer)
    take_websocket(peer, head)
    time.sleep(0.1)
    peer.sendall(close_frame(int(head.split(b" ")[1][1:])))
    peer.settimeout(2)
    until_end(peer)
    peer.close()

def by_websockets(url):
    with websockets.sync.client.connect(url) as one:
        try:
            one.recv()
        except websockets.ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else end.sent.code

def by_aiohttp(url):
    async def run():
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as one:
            await one.receive()
            return int(one.close_code)
    return asyncio.run(run())

def by_tornado(url):
    async def run():
        one = await tornado.websocket.websocket_connect(url)
        await one.read_message()
        return one.close_code
    return asyncio.run(run())

def by_websocket_client(url):
    return int.from_bytes(websocket.create_connection(url).recv_data()[1][:2], "big")

def by_httpx(url):
    with httpx.Client() as client, httpx_ws.connect_ws(url, client) as one:
        try:
            one.receive_text()
        except httpx_ws.WebSocketDisconnect as end:
            return int(end.code)

def by_trio(url):
    async def run():
        async with trio_websocket.open_websocket_url(url) as one:
            try:
                await one.get_message()
            except trio_websocket.ConnectionClosed as end:
                return int(end.reason.code)
    return trio.run(run)

def by_lomond(url):
    return next((event.code for event in lomond.WebSocket(url).connect(ping_rate=0) if event.name == "closing"), "none")

def by_autobahn(url):
    codes, loop = [], asyncio.new_event_loop()
    class Client(autobahn.asyncio.websocket.WebSocketClientProtocol):
        def onClose(self, clean, code, reason):
            codes.append(code)
            loop.stop()
    factory = autobahn.asyncio.websocket.WebSocketClientFactory(url, loop=loop)
    factory.protocol = Client
    loop.run_until_complete(loop.create_connection(factory, "127.0.0.1", port))
    loop.run_forever()
    return codes[0]

port = serve(answer)
for name, code_of in (("websockets", by_websockets), ("aiohttp", by_aiohttp), ("tornado", by_tornado), ("websocket-client", by_websocket_client),
                      ("httpx-ws", by_httpx), ("trio-websocket", by_trio), ("lomond", by_lomond), ("autobahn", by_autobahn)):
    print(f"{name}:", ", ".join(f"{code} as {code_of(f'ws://127.0.0.1:{port}/{code}')}" for code in (1012, 1013, 1014, 4008)), flush=True)
os._exit(0)
P
expect "websockets: 1012 as 1012, 1013 as 1013, 1014 as 1014, 4008 as 4008
aiohttp: 1012 as 1012, 1013 as 1013, 1014 as 1014, 4008 as 4008
tornado: 1012 as 1012, 1013 as 1013, 1014 as 1014, 4008 as 4008
websocket-client: 1012 as 1012, 1013 as 1013, 1014 as 1014, 4008 as 4008
httpx-ws: 1012 as 1012, 1013 as 1013, 1014 as 1002, 4008 as 4008
trio-websocket: 1012 as 1012, 1013 as 1013, 1014 as 1002, 4008 as 4008
lomond: 1012 as 1012, 1013 as 1013, 1014 as none, 4008 as 4008
autobahn: 1012 as 1012, 1013 as 1013, 1014 as 1006, 4008 as 4008" "$(python "$folder/codes.py" 2>"$folder/errors")"
