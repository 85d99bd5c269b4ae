#!/usr/bin/env bash
# Some Python clients do not say that the server closed the WebSocket, nor with which code.
#
# Guess: a client that waits for a message raises an error with the code when a Close frame with 4008 comes.
# Seen: websockets 17.4, simple-websocket 1.1.0 and httpx-ws 0.9.0 do. aiohttp 3.14.5 returns a message of another type, tornado 6.6.1 returns
# None and keeps the code. websocket-client 1.9.2 returns an empty text, as if the server had sent one, and niquests 3.20.1 returns None and no code.
# A program on one of the last two that reads JSON fails with a parser's error, and one that wants the code uses recv_data (websocket-client).
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 tornado==6.6.1 simple-websocket==1.1.0 httpx-ws==0.9.0 'niquests[ws]==3.20.1'

expect "websockets raises with 4008
simple-websocket raises with 4008
httpx-ws raises with 4008
aiohttp returns CLOSE 4008
tornado returns None, and has 4008
websocket-client returns ''
websocket-client, recv_data returns 4008
niquests returns None" "$(python - <<'P'
import asyncio
import threading
import aiohttp
import httpx
import httpx_ws
import niquests
import simple_websocket
import tornado.websocket
import websocket
import websockets.sync.client
from websockets.asyncio.server import serve

ready = threading.Event()

async def close(socket):
    await socket.recv()
    await socket.close(4008, "reading too slowly")

async def run():
    server = await serve(close, "127.0.0.1", 0)
    run.address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    ready.set()
    await asyncio.Future()

threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
ready.wait()

with websockets.sync.client.connect(run.address) as client:
    client.send("hello")
    try:
        client.recv()
    except websockets.exceptions.ConnectionClosed as error:
        print("websockets raises with", error.rcvd.code)
client = simple_websocket.Client(run.address)
client.send("hello")
try:
    client.receive(timeout=10)
except simple_websocket.ConnectionClosed as error:
    print("simple-websocket raises with", error.reason)
with httpx.Client() as http, httpx_ws.connect_ws(run.address, http) as client:
    client.send_text("hello")
    try:
        client.receive_text(timeout=10)
    except httpx_ws.WebSocketDisconnect as error:
        print("httpx-ws raises with", error.code)

async def by_aiohttp():
    async with aiohttp.ClientSession() as session, session.ws_connect(run.address) as client:
        await client.send_str("hello")
        message = await client.receive()
        print("aiohttp returns", message.type.name, message.data)

async def by_tornado():
    client = await tornado.websocket.websocket_connect(run.address)
    client.write_message("hello")
    print(f"tornado returns {await client.read_message()}, and has {client.close_code}")

asyncio.run(by_aiohttp())
asyncio.run(by_tornado())
client = websocket.create_connection(run.address)
client.send("hello")
print("websocket-client returns", repr(client.recv()))
client = websocket.create_connection(run.address)
client.send("hello")
_, payload = client.recv_data()
print("websocket-client, recv_data returns", int.from_bytes(payload[:2], "big"))
with niquests.Session() as session:
    response = session.get(run.address)
    response.extension.send_payload("hello")
    print("niquests returns", response.extension.next_payload())
P
)"
