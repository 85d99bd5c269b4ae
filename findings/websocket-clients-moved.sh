#!/usr/bin/env bash
# No address in a 301 leads the WebSocket clients of Python to a server that moved: two follow ws:// alone, one http:// alone, and others none.
#
# Guess: a WebSocket whose handshake is answered by 301 or 307 with Location http://... is followed by websockets, aiohttp and tornado: http and https
# are what a web server or a proxy writes there, as for each other request.
# Seen: aiohttp 3.14.5 does, and refuses ws://; websockets 17.4 and websocket-client 1.9.2 follow ws:// alone and call http:// an invalid address. httpx-ws
# 0.9.0 follows both when its client has follow_redirects=True, and none without. tornado 6.6.1, simple-websocket 1.1.0 and trio-websocket 0.12.2 follow
# none. 301 and 307 are alike.
# So a server that moves, or goes from http to https, answers WebSockets at its old address for as long as a program may have it.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0 trio-websocket==0.12.2

cat >"$folder/moved.py" <<'P'
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

from loopback import read_head, serve
from quiet_websocket import frame, start

new = start(lambda peer: peer.sendall(frame(1, b"hello"))).removeprefix("ws")

def moved(peer):
    """Sends everybody to the new server, by the scheme in the path and its status."""
    head = read_head(peer)
    if head:
        _, status, scheme = head.split(b" ")[1].decode().split("/")
        peer.sendall(f"HTTP/1.1 {status} Moved\r\nLocation: {scheme}{new}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
    peer.close()

old = f"ws://127.0.0.1:{serve(moved)}"

async def by_websockets(url):
    async with websockets.asyncio.client.connect(url) as one:
        return await one.recv()

async def by_aiohttp(url):
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as one:
        return await one.receive_str()

async def by_tornado(url):
    return await (await tornado.websocket.websocket_connect(url)).read_message()

async def by_httpx(url):
    async with httpx.AsyncClient() as client, httpx_ws.aconnect_ws(url, client) as one:
        return await one.receive_text()

async def by_httpx_told(url):
    async with httpx.AsyncClient(follow_redirects=True) as client, httpx_ws.aconnect_ws(url, client) as one:
        return await one.receive_text()

async def by_simple(url):
    return simple_websocket.Client(url).receive(timeout=5)

async def by_websocket_client(url):
    return websocket.create_connection(url).recv()

async def by_trio(url):
    async def run():
        async with trio_websocket.open_websocket_url(url) as one:
            return await one.get_message()
    return await asyncio.to_thread(trio.run, run)

clients = {"websockets": by_websockets, "websocket-client": by_websocket_client, "aiohttp": by_aiohttp, "httpx-ws, follow_redirects": by_httpx_told,
           "httpx-ws": by_httpx, "tornado": by_tornado, "simple-websocket": by_simple, "trio-websocket": by_trio}
for name, connect in clients.items():
    outcomes = []
    for status in (301, 307):
        for scheme in ("ws", "http"):
            try:
                assert asyncio.run(connect(f"{old}/{status}/{scheme}")) == "hello"
                outcomes.append(f"{status} to {scheme} followed")
            except Exception as error:
                print(name, type(error), error, file=sys.stderr)
                outcomes.append(f"{status} to {scheme} an error")
    print(f"{name}: {', '.join(outcomes)}", flush=True)
os._exit(0)
P
expect "websockets: 301 to ws followed, 301 to http an error, 307 to ws followed, 307 to http an error
websocket-client: 301 to ws followed, 301 to http an error, 307 to ws followed, 307 to http an error
aiohttp: 301 to ws an error, 301 to http followed, 307 to ws an error, 307 to http followed
httpx-ws, follow_redirects: 301 to ws followed, 301 to http followed, 307 to ws followed, 307 to http followed
httpx-ws: 301 to ws an error, 301 to http an error, 307 to ws an error, 307 to http an error
tornado: 301 to ws an error, 301 to http an error, 307 to ws an error, 307 to http an error
simple-websocket: 301 to ws an error, 301 to http an error, 307 to ws an error, 307 to http an error
trio-websocket: 301 to ws an error, 301 to http an error, 307 to ws an error, 307 to http an error" "$(python "$folder/moved.py" 2>"$folder/errors")"
