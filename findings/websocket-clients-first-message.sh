#!/usr/bin/env bash
# What the server says in the packet of its 101 waits in simple-websocket until it says more, and is lost when the connection ends before.
#
# Guess: a message that comes in one packet with the answer to the handshake is read by each client at once.
# Seen: websockets 17.4, aiohttp 3.14.5, tornado 6.6.1, httpx-ws 0.9.0, websocket-client 1.9.2 and trio-websocket 0.12.2 do so. simple-websocket 1.1.0 takes
# no more of what it read with the 101 than the answer, so its program waits, and gets the first message together with the second. With a Close right
# behind the first message it gets neither: the connection ends for it with 1005. On loopback the packets are one as often as not.
# So a server that speaks first waits for the client's first message, or says all again that it is asked for; and what a refused client must know is in
# the status of the handshake's answer.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0 trio-websocket==0.12.2

cat >"$folder/first.py" <<'P'
import asyncio
import os
import socket
import sys
import threading
import time

import aiohttp
import httpx
import httpx_ws
import simple_websocket
import tornado.websocket
import trio
import trio_websocket
import websocket
import websockets.sync.client

from loopback import close_frame, frame, read_head, serve, take_websocket, until_end

def answer(peer):
    """Says "first" in one packet with the answer to the handshake, and "second" a second later, or closes in that packet, too."""
    head = read_head(peer)
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
    take_websocket(peer, head)
    peer.sendall(frame(1, b"first"))
    if b" /closes " in head:
        peer.sendall(close_frame(4008))
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)
    time.sleep(1)
    try:
        if b" /stays " in head:
            peer.sendall(frame(1, b"second"))
            time.sleep(1)
            peer.sendall(close_frame(1000))
        peer.settimeout(2)
        until_end(peer)
    except OSError:
        pass
    peer.close()

def by_websockets(url):
    with websockets.sync.client.connect(url) as one:
        yield from one

def by_aiohttp(url):
    async def run():
        async with aiohttp.ClientSession() as session, session.ws_connect(url) as one:
            async for message in one:
                heard(message.data)
    asyncio.run(run())
    return ()

def by_tornado(url):
    async def run():
        one = await tornado.websocket.websocket_connect(url)
        while (message := await one.read_message()) is not None:
            heard(message)
    asyncio.run(run())
    return ()

def by_httpx(url):
    with httpx.Client() as client, httpx_ws.connect_ws(url, client) as one:
        while True:
            yield one.receive_text()

def by_websocket_client(url):
    one = websocket.create_connection(url)
    while message := one.recv():
        yield message

def by_simple(url):
    one = simple_websocket.Client(url)
    while True:
        yield one.receive()

def by_trio(url):
    async def run():
        async with trio_websocket.open_websocket_url(url) as one:
            while True:
                heard(await one.get_message())
    trio.run(run)
    return ()

times = []
def heard(message):
    times.append((time.monotonic(), message))

port = serve(answer)
clients = {"websockets": by_websockets, "aiohttp": by_aiohttp, "tornado": by_tornado, "httpx-ws": by_httpx, "websocket-client": by_websocket_client,
           "simple-websocket": by_simple, "trio-websocket": by_trio}
def read(connect, url):
    try:
        for message in connect(url):
            heard(message)
    except Exception as error:
        print(connect, type(error), error, file=sys.stderr)

for name, connect in clients.items():
    outcomes = []
    for path in ("stays", "closes"):
        times.clear()
        began = time.monotonic()
        thread = threading.Thread(target=read, args=(connect, f"ws://127.0.0.1:{port}/{path}"), daemon=True)
        thread.start()
        thread.join(5)
        first = [at - began for at, message in times if message == "first"]
        outcomes.append("never" if not first else "at once" if first[0] < 0.7 else "with the second")
    print(f"{name}: {outcomes[0]}; behind it a Close, {outcomes[1]}", flush=True)
os._exit(0)
P
expect "websockets: at once; behind it a Close, at once
aiohttp: at once; behind it a Close, at once
tornado: at once; behind it a Close, at once
httpx-ws: at once; behind it a Close, at once
websocket-client: at once; behind it a Close, at once
simple-websocket: with the second; behind it a Close, never
trio-websocket: at once; behind it a Close, at once" "$(python "$folder/first.py" 2>"$folder/errors")"
