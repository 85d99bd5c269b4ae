#!/usr/bin/env bash
# Why a server refused the WebSocket, and when to come again, is lost in half of the Python clients.
#
# Guess: the error of a refused handshake has the status, the header and the body of the answer, in which a server says the code of the refusal and
# Retry-After.
# Seen: websockets 17.4, websocket-client 1.9.2 and tornado 6.6.1 have all three. aiohttp 3.14.5 has no body. httpx-ws 0.9.0 has the answer, but reading
# its body fails, since the stream is over when the error comes. simple-websocket 1.1.0 has the status alone.
# A browser tells a page not even the status (WebSockets Standard, section 4).
# So what a client has to know of a refusal stands in the status, and for how long in Retry-After; what it must not miss is said by a Close code
# behind an answered handshake, or by a plain request over HTTP.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 simple-websocket==1.1.0 tornado==6.6.1 httpx-ws==0.9.0

cat >"$folder/refused.py" <<'P'
import asyncio

import aiohttp
import httpx
import httpx_ws
import simple_websocket
import tornado.websocket
import websocket
import websockets.asyncio.client

from loopback import read_head, serve

body = b'{"code": "overloaded"}'

def refuse(peer):
    if read_head(peer):
        peer.sendall(b"HTTP/1.1 503 No\r\nRetry-After: 5\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    peer.close()

url = f"ws://127.0.0.1:{serve(refuse)}/"

async def by_websockets():
    await websockets.asyncio.client.connect(url, process_exception=lambda error: error)

async def by_aiohttp():
    async with aiohttp.ClientSession() as session:
        await session.ws_connect(url)

async def by_tornado():
    await tornado.websocket.websocket_connect(url)

def by_httpx():
    with httpx.Client() as client, httpx_ws.connect_ws(url, client):
        pass

def first(error, *ways):
    """What the first of these ways finds in the error; a way that fails finds nothing."""
    for way in ways:
        try:
            return way(error)
        except (AttributeError, httpx.StreamError):
            continue
    return None

clients = {"websockets": by_websockets, "aiohttp": by_aiohttp, "tornado": by_tornado,
           "websocket-client": lambda: websocket.create_connection(url), "simple-websocket": lambda: simple_websocket.Client(url), "httpx-ws": by_httpx}
for name, connect in clients.items():
    try:
        asyncio.run(connect()) if asyncio.iscoroutinefunction(connect) else connect()
    except Exception as error:
        status = first(error, lambda e: e.response.status_code, lambda e: e.status, lambda e: e.status_code, lambda e: e.code)
        headers = first(error, lambda e: e.response.headers, lambda e: e.headers, lambda e: e.resp_headers)
        text = first(error, lambda e: e.response.read(), lambda e: e.response.body, lambda e: e.resp_body)
        after = {key.lower(): value for key, value in dict(headers or {}).items()}.get("retry-after")
        print(f"{name}: status {status}, Retry-After {after or 'lost'}, body {bytes(text).decode() if text else 'lost'}")
P
expect "websockets: status 503, Retry-After 5, body {\"code\": \"overloaded\"}
aiohttp: status 503, Retry-After 5, body lost
tornado: status 503, Retry-After 5, body {\"code\": \"overloaded\"}
websocket-client: status 503, Retry-After 5, body {\"code\": \"overloaded\"}
simple-websocket: status 503, Retry-After lost, body lost
httpx-ws: status 503, Retry-After 5, body lost" "$(python "$folder/refused.py" 2>"$folder/errors")"
