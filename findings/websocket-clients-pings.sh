#!/usr/bin/env bash
# Of six Python clients one answers the server's ping in any case; the others do not while the program does not read, or has left messages unread.
#
# Guess: a client answers pings by itself, as RFC 6455 section 5.5.2 wants ("as soon as is practical"), whatever the program does; only
# websocket-client, which has no thread and no loop of its own, needs a call for it.
# Seen: while a program waits for a person and reads nothing, aiohttp 3.14.5 and websocket-client 1.9.2 answer no ping: both do so within receive().
# websockets 17.4 and tornado 6.6.1 do, but not with 40 short messages unread: they stop to take frames in, pings among them (websockets at 16).
# simple-websocket 1.1.0 answers in both cases.
# So a server that cuts silent clients cuts programs that are alive: a client reads all the while, in a task or thread of its own, and the server
# counts any byte that comes as life.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1

cat >"$folder/pings.py" <<'P'
import asyncio
import os
import socket
import threading
import time

import aiohttp
import simple_websocket
import tornado.websocket
import websocket
import websockets.asyncio.client
import websockets.sync.client

from loopback import frame, read_head, take_websocket

def serve(listener, unread, result):
    """Takes a WebSocket, sends messages that nobody reads, and a ping; says whether the pong comes within 1.5 s."""
    peer, _ = listener.accept()
    take_websocket(peer, read_head(peer))
    for _ in range(unread):
        peer.sendall(frame(1, b"hi"))
    time.sleep(0.5)
    peer.sendall(frame(9, b"ping"))
    peer.settimeout(1.5)
    try:
        result.append("a pong" if peer.recv(100)[0] == 0x8a else "something else")
    except TimeoutError:
        result.append("no pong")

async def thinking(result):
    while not result:
        await asyncio.sleep(0.02)

async def by_websockets(url, result):
    async with websockets.asyncio.client.connect(url):
        await thinking(result)

async def by_aiohttp(url, result):
    async with aiohttp.ClientSession() as session:
        connection = await session.ws_connect(url)
        await thinking(result)
        del connection

async def by_tornado(url, result):
    connection = await tornado.websocket.websocket_connect(url)
    await thinking(result)
    connection.close()

def waits(done):
    done.wait(5)

clients = {
    "websockets": by_websockets,
    "websockets, threads": lambda url, done: (websockets.sync.client.connect(url), waits(done)),
    "aiohttp": by_aiohttp,
    "tornado": by_tornado,
    "websocket-client": lambda url, done: (websocket.create_connection(url), waits(done)),
    "simple-websocket": lambda url, done: (simple_websocket.Client(url), waits(done)),
}
for name, connect in clients.items():
    seen = []
    for unread in (0, 40):
        result = []
        listener = socket.create_server(("127.0.0.1", 0))
        url = f"ws://127.0.0.1:{listener.getsockname()[1]}/"
        server = threading.Thread(target=serve, args=(listener, unread, result), daemon=True)
        server.start()
        done = threading.Event()
        if asyncio.iscoroutinefunction(connect):
            target = lambda: asyncio.run(connect(url, result))
        else:
            target = lambda: connect(url, done)
        threading.Thread(target=target, daemon=True).start()
        server.join(10)
        done.set()
        seen += result
    print(f"{name}: {seen[0]}; with 40 messages unread {seen[1]}", flush=True)
os._exit(0)
P
expect "websockets: a pong; with 40 messages unread no pong
websockets, threads: a pong; with 40 messages unread no pong
aiohttp: no pong; with 40 messages unread no pong
tornado: a pong; with 40 messages unread no pong
websocket-client: no pong; with 40 messages unread no pong
simple-websocket: a pong; with 40 messages unread a pong" "$(python "$folder/pings.py" 2>"$folder/errors")"
