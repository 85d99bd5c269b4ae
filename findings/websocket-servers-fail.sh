#!/usr/bin/env bash
# A handler that fails leaves the client of aiohttp and Tornado without a Close frame, and a Close without a code is 0, None or 1005 to the server.
#
# Guess: when a handler raises an error the server closes with 1011, when it returns with 1000; and the server's own close_code is 1005 for a Close
# without a code, and 1006 for a connection that was lost.
# Seen: websockets 17.4 does all of it. aiohttp 3.14.5 sends no Close when the handler raises, so its client has 1006 as of a broken line, and
# close_code is 0 for a Close without a code. Tornado 6.6.1 drops the connection when on_message raises, too, and close_code is None for
# a Close without a code and for a lost connection alike.
# So a client takes 1006 for a server that may fail again at the same message, and waits longer each time; a handler closes by itself in an except.
source "$(dirname "$0")/common.bash"
python_packages aiohttp==3.14.5 tornado==6.6.1 websockets==17.4

cat >"$folder/servers.py" <<'P'
import asyncio
import logging
import os
import queue
import socket
import threading

import aiohttp.web
import tornado.httpserver
import tornado.netutil
import tornado.web
import tornado.websocket
import websockets.asyncio.server
import websockets.exceptions
from websockets.sync.client import connect

logging.disable()
heard = queue.Queue()

async def by_aiohttp(request):
    peer = aiohttp.web.WebSocketResponse()
    await peer.prepare(request)
    async for message in peer:
        if message.data == "fail":
            raise ValueError("as told")
        if message.data == "return":
            return peer
    heard.put(peer.close_code)
    return peer

class ByTornado(tornado.websocket.WebSocketHandler):
    failed = False

    def on_message(self, message):
        if message == "fail":
            self.failed = True
            raise ValueError("as told")

    def on_close(self):
        if not self.failed:
            heard.put(self.close_code)

async def by_websockets(peer):
    try:
        async for message in peer:
            if message == "fail":
                raise ValueError("as told")
            if message == "return":
                return
    except websockets.exceptions.ConnectionClosed:
        pass
    heard.put(peer.close_code)

async def serve(ports):
    application = aiohttp.web.Application()
    application.router.add_get("/", by_aiohttp)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    tornado.httpserver.HTTPServer(tornado.web.Application([("/", ByTornado)])).add_sockets(sockets)
    server = await websockets.asyncio.server.serve(by_websockets, "127.0.0.1", 0)
    ports.put({"aiohttp": runner.addresses[0][1], "Tornado": sockets[0].getsockname()[1], "websockets": server.sockets[0].getsockname()[1]})
    await asyncio.Future()

def code_heard(client):
    try:
        client.recv(timeout=10)
    except websockets.exceptions.ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else 1006

ports = queue.Queue()
threading.Thread(target=lambda: asyncio.run(serve(ports)), daemon=True).start()
for name, port in ports.get().items():
    def fresh():
        return connect(f"ws://127.0.0.1:{port}/", compression=None)
    told = []
    for end, leave in (("4001", lambda client: client.close(4001)), ("no code", lambda client: client.socket.sendall(b"\x88\x80mask")),
                       ("lost", lambda client: client.socket.shutdown(socket.SHUT_RDWR))):
        leave(fresh())
        code = heard.get(timeout=10)
        told.append(f"{end} {code if code is None else int(code)}")
    print(f"{name}: the server hears {', '.join(told)}")
    told = []
    for text in ("fail", "return") if name != "Tornado" else ("fail",):
        client = fresh()
        client.send(text)
        told.append(f"{text} {code_heard(client)}")
    print(f"{name}: the client hears {', '.join(told)}", flush=True)
os._exit(0)
P
expect "aiohttp: the server hears 4001 4001, no code 0, lost 1006
aiohttp: the client hears fail 1006, return 1000
Tornado: the server hears 4001 4001, no code None, lost None
Tornado: the client hears fail 1006
websockets: the server hears 4001 4001, no code 1005, lost 1006
websockets: the client hears fail 1011, return 1000" "$(python "$folder/servers.py")"
