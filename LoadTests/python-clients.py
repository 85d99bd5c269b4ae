"""Lets the usual WebSocket clients of Python talk to a hearthd, plain or over TLS; LoadTests/python-clients.sh starts it.

    python-clients.py HOST:PORT [--ca FILE] [--deflate] [--only NAME …]

Each registers, asks several times and reads the answers; with --deflate it offers compression where it can.
"""

import argparse
import asyncio
import json
import ssl
import sys

# As many messages as show a client that keeps its context, each alike enough that it is used.
QUESTIONS = 5


def messages():
    yield {"request": 1, "register": {"displayName": "Python Python Python Python"}}
    for number in range(QUESTIONS):
        yield {"request": number + 2, "listGroups": {}}


def check(kind, text):
    if kind not in json.loads(text or "{}"):
        raise AssertionError(f"{kind} was to come, and came: {(text or 'nothing')[:40]}")


def kinds(message):
    """What answers a message, in order."""
    return ["registered", "welcome"] if "register" in message else ["groups"]


def converse(send, receive):
    for message in messages():
        send(json.dumps(message))
        for kind in kinds(message):
            check(kind, receive())


async def converse_async(send, receive):
    for message in messages():
        await send(json.dumps(message))
        for kind in kinds(message):
            check(kind, await asyncio.wait_for(receive(), 20))


def websockets_asyncio(url, context, deflate):
    from websockets.asyncio.client import connect

    async def run():
        async with connect(url, ssl=context, compression="deflate" if deflate else None, proxy=None) as socket:
            await converse_async(socket.send, socket.recv)

    asyncio.run(run())


def websockets_threads(url, context, deflate):
    from websockets.sync.client import connect

    with connect(url, ssl=context, compression="deflate" if deflate else None, proxy=None) as socket:
        converse(socket.send, socket.recv)


def websockets_connect(url, context, deflate):
    import websockets

    # The name that all its versions have; those before 13 have no other.
    async def run():
        async with websockets.connect(url, ssl=context, compression="deflate" if deflate else None) as socket:
            await converse_async(socket.send, socket.recv)

    asyncio.run(run())


def aiohttp_client(url, context, deflate):
    import aiohttp

    # Before 3.9, None asks for the usual checks.
    checks = context or (True if aiohttp.__version__ >= "3.9" else None)

    async def run():
        async with aiohttp.ClientSession() as session:
            async with session.ws_connect(url, ssl=checks, compress=15 if deflate else 0) as socket:
                await converse_async(socket.send_str, socket.receive_str)

    asyncio.run(run())


def websocket_client(url, context, deflate):
    import websocket

    # It has no compression. Its version 1.2.3, Debian's, says http in Origin over TLS too, which is another origin than the server's.
    origin = url.replace("ws", "http", 1)[: -len("/v1/socket")]
    socket = websocket.create_connection(url, timeout=20, origin=origin, sslopt={"context": context} if context else None)
    converse(socket.send, socket.recv)
    socket.close()


def httpx_ws(url, context, deflate):
    import httpx
    from httpx_ws import connect_ws

    # It has no compression.
    with httpx.Client(verify=context or True, trust_env=False) as client:
        with connect_ws(url.replace("ws", "http", 1), client) as socket:
            converse(socket.send_text, lambda: socket.receive_text(timeout=20))


def picows_client(url, context, deflate):
    import picows

    # It has no compression.
    async def run():
        answers = asyncio.Queue()

        class Listener(picows.WSListener):
            def on_ws_frame(self, transport, frame):
                if frame.msg_type == picows.WSMsgType.TEXT:
                    answers.put_nowait(frame.get_payload_as_utf8_text())

        transport, _ = await picows.ws_connect(Listener, url, ssl_context=context)

        async def send(text):
            transport.send(picows.WSMsgType.TEXT, text.encode())

        await converse_async(send, answers.get)
        transport.disconnect()

    asyncio.run(run())


def simple_websocket(url, context, deflate):
    import simple_websocket as module

    # It has no compression.
    socket = module.Client(url, ssl_context=context)
    converse(socket.send, lambda: socket.receive(timeout=20))
    socket.close()


def niquests_client(url, context, deflate, ca):
    import niquests

    # It has no compression.
    with niquests.Session() as session:
        session.trust_env = False
        answer = session.get(url, verify=ca or True)
        if answer.extension is None:
            raise AssertionError(f"no WebSocket: {answer.status_code}")
        converse(answer.extension.send_payload, answer.extension.next_payload)
        answer.extension.close()


def tornado_client(url, context, deflate):
    from tornado.httpclient import HTTPRequest
    from tornado.websocket import websocket_connect

    async def run():
        request = HTTPRequest(url, ssl_options=context)
        socket = await websocket_connect(request, compression_options={} if deflate else None)
        await converse_async(socket.write_message, socket.read_message)
        socket.close()

    asyncio.run(run())


def lomond_client(url, context, deflate):
    import lomond

    socket = lomond.WebSocket(url, proxies={}, compress=deflate)
    events = iter(socket.connect(ping_rate=0))

    def receive():
        for event in events:
            if event.name == "text":
                return event.text
            if event.name in ("connect_fail", "rejected", "disconnected", "protocol_error"):
                raise AssertionError(str(event))
        raise AssertionError("ended")

    for event in events:
        if event.name == "ready":
            break
        if event.name in ("connect_fail", "rejected"):
            raise AssertionError(str(event))
    converse(socket.send_text, receive)
    socket.close()
    for _ in events:
        pass


CLIENTS = {
    "websockets (asyncio)": websockets_asyncio,
    "websockets (threads)": websockets_threads,
    "websockets (connect)": websockets_connect,
    "aiohttp": aiohttp_client,
    "websocket-client": websocket_client,
    "httpx-ws": httpx_ws,
    "picows": picows_client,
    "simple-websocket": simple_websocket,
    "niquests": niquests_client,
    "tornado": tornado_client,
    "lomond": lomond_client,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--ca")
    parser.add_argument("--deflate", action="store_true")
    parser.add_argument("--only", action="append")
    options = parser.parse_args()
    context = ssl.create_default_context(cafile=options.ca) if options.ca else None
    url = f"{'wss' if options.ca else 'ws'}://{options.address}/v1/socket"
    for name in options.only or []:
        if name not in CLIENTS:
            sys.exit(f"There is no client {name}; there are: {', '.join(CLIENTS)}.")
    failed = 0
    for name, client in CLIENTS.items():
        if options.only and name not in options.only:
            continue
        if name == "lomond" and options.ca:
            # Its 0.3.4 calls ssl.wrap_socket, which Python has not had since 3.12, and names no authority.
            print(f"left out: {name}: cannot be told of an authority")
            continue
        try:
            client(url, context, options.deflate, *([options.ca] if name == "niquests" else []))
            print(f"works: {name}")
        except Exception as error:  # Whatever a client raises is its verdict.
            failed += 1
            print(f"fails: {name}: {type(error).__name__}: {error}")
    sys.exit(1 if failed else 0)


main()
