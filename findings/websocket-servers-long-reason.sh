#!/usr/bin/env bash
# A server that closes with 4001 and says why in 130 bytes, which 44 letters of Hindi are, is heard with 4001 from two servers of seven.
#
# Guess: a reason that is longer than a Close frame has space for (123 bytes) is cut, or the program has an error where it closes; the client hears the code.
# Seen: wsproto 1.3.2, in uvicorn 0.54.0 and Hypercorn 0.18.0, cuts the reason between two letters and says 4001. websockets 17.4 says 1011, as of a failure.
# aiohttp 3.14.5 sends all of it in a frame that RFC 6455 (5.5) forbids: the clients of websockets and of aiohttp itself take it for a broken protocol, 1002.
# Tornado 6.6.1 and uvicorn with websockets drop the connection without a Close. A short reason is told with 4001 by each.
# So a reason has at most 123 bytes of UTF-8, the code says what a client has to do, and what a person reads comes in a message before it.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 tornado==6.6.1 uvicorn==0.54.0 wsproto==1.3.2 hypercorn==0.18.0

cat >"$folder/reasons.py" <<'P'
import asyncio
import logging

import aiohttp.web
import hypercorn.asyncio
import tornado.web
import tornado.websocket
import uvicorn
import websockets.asyncio.server

from loopback import ask_websocket, exactly, free_port

logging.disable()
reasons = {"short": "gone", "long": "a" + "क" * 43}
reason = ""

async def by_websockets(port):
    async def leave(one):
        await one.close(4001, reason)
    await websockets.asyncio.server.serve(leave, "127.0.0.1", port)

async def by_aiohttp(port):
    async def leave(request):
        one = aiohttp.web.WebSocketResponse(timeout=1)
        await one.prepare(request)
        await one.close(code=4001, message=reason.encode())
        return one
    application = aiohttp.web.Application()
    application.router.add_get("/", leave)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", port).start()

async def by_tornado(port):
    class Leave(tornado.websocket.WebSocketHandler):
        def open(self):
            self.close(4001, reason)
    tornado.web.Application([("/", Leave)]).listen(port, "127.0.0.1")

async def leave(scope, receive, send):
    if scope["type"] != "websocket":
        raise ValueError("no lifespan")
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 4001, "reason": reason})

def by_uvicorn(kind):
    async def start(port):
        server = uvicorn.Server(uvicorn.Config(leave, host="127.0.0.1", port=port, ws=kind, log_level="critical"))
        asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.02)
    return start

async def by_hypercorn(port):
    settings = hypercorn.Config()
    settings.bind = [f"127.0.0.1:{port}"]
    settings.errorlog = None
    asyncio.create_task(hypercorn.asyncio.serve(leave, settings, shutdown_trigger=asyncio.Event().wait))
    while True:
        try:
            return (await asyncio.open_connection("127.0.0.1", port))[1].close()
        except OSError:
            await asyncio.sleep(0.02)

def heard(port):
    """The Close that the server sends, told as a client takes it."""
    client, _ = ask_websocket(port)
    try:
        first, length = exactly(client, 2)
        if length > 125:
            return "a Close of more than 125 bytes"
        payload = exactly(client, length)
        return f"{int.from_bytes(payload[:2], 'big')}, {len(payload[2:].decode())} letters"
    except ConnectionError:
        return "no Close"
    finally:
        client.close()

async def main():
    global reason
    for name, start in {"websockets": by_websockets, "aiohttp": by_aiohttp, "Tornado": by_tornado, "uvicorn, websockets": by_uvicorn("websockets"),
                        "uvicorn, websockets-sansio": by_uvicorn("websockets-sansio"), "uvicorn, wsproto": by_uvicorn("wsproto"), "Hypercorn": by_hypercorn}.items():
        port = free_port()
        await start(port)
        said = []
        for length, reason in reasons.items():
            said.append(f"{length}: {await asyncio.to_thread(heard, port)}")
        print(f"{name}:", "; ".join(said), flush=True)

asyncio.run(main())
P
expect "websockets: short: 4001, 4 letters; long: 1011, 0 letters
aiohttp: short: 4001, 4 letters; long: a Close of more than 125 bytes
Tornado: short: 4001, 4 letters; long: no Close
uvicorn, websockets: short: 4001, 4 letters; long: no Close
uvicorn, websockets-sansio: short: 4001, 4 letters; long: no Close
uvicorn, wsproto: short: 4001, 4 letters; long: 4001, 41 letters
Hypercorn: short: 4001, 4 letters; long: 4001, 41 letters" "$(python "$folder/reasons.py" 2>"$folder/errors")"
