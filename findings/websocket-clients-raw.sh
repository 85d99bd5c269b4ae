#!/usr/bin/env bash
# What three Python clients give for a message may be the server's Close, its ping, or half a letter.
#
# Guess: a text in two pieces, cut within a letter of Devanagari and with a ping between them, is one message; and a Close ends the reading.
# Seen: trio-websocket 0.12.2, lomond 0.3.4 and autobahn 26.10.2 do so. recv() of curl_cffi 0.17.0 returns the Close as one more message, whose bytes are
# code and reason, and raises at the next call alone. recv() of rnet 2.4.2 returns the ping and the Close as messages without a text. picows 2.3.1 calls
# its listener for each frame: the letter's halves come one by one. All of them say so by a flag or a type beside the bytes.
# So a server sends each message in one frame, and a program that reads JSON looks at the type first; bytes that are no JSON are not a reason to end.
source "$(dirname "$0")/common.bash"
python_packages trio-websocket==0.12.2 lomond==0.3.4 autobahn==26.10.2 curl_cffi==0.17.0 rnet==2.4.2 picows==2.3.1

cat >"$folder/raw.py" <<'P'
import asyncio
import os
import time

import autobahn.asyncio.websocket
import curl_cffi
import lomond
import picows
import rnet
import trio
import trio_websocket

from loopback import close_frame, frame, read_head, serve, take_websocket, until_end

WORD = "आशा".encode()

def answer(peer):
    """Sends a word in two pieces with a ping between them, a second message, and a Close."""
    take_websocket(peer, read_head(peer))
    for part in (bytes([0x01, 4]) + WORD[:4], frame(9, b"p"), frame(0, WORD[4:]), frame(1, b"end"), close_frame(4008, b"limit")):
        time.sleep(0.1)
        peer.sendall(part)
    peer.settimeout(2)
    until_end(peer)
    peer.close()

def by_trio(url):
    async def main():
        seen = []
        async with trio_websocket.open_websocket_url(url) as connection:
            try:
                while True:
                    seen.append(await connection.get_message())
            except trio_websocket.ConnectionClosed as end:
                return seen + [end.reason.code]
    return trio.run(main)

def by_lomond(url):
    seen = []
    for event in lomond.WebSocket(url).connect(ping_rate=0):
        if event.name == "text":
            seen.append(event.text)
        elif event.name == "closing":
            seen.append(event.code)
    return seen

def by_autobahn(url):
    seen, loop = [], asyncio.new_event_loop()
    class Client(autobahn.asyncio.websocket.WebSocketClientProtocol):
        def onMessage(self, payload, is_binary):
            seen.append(payload.decode())
        def onClose(self, clean, code, reason):
            seen.append(code)
            loop.stop()
    factory = autobahn.asyncio.websocket.WebSocketClientFactory(url, loop=loop)
    factory.protocol = Client
    loop.run_until_complete(loop.create_connection(factory, "127.0.0.1", int(url.split(":")[2].rstrip("/"))))
    loop.run_forever()
    return seen

def by_curl_cffi(url):
    seen, connection = [], curl_cffi.Session().ws_connect(url)
    try:
        while True:
            seen.append(connection.recv()[0])
    except curl_cffi.WebSocketError:
        return seen + [connection.close_code]

def by_rnet(url):
    async def main():
        seen, connection = [], await rnet.websocket(url)
        while (message := await connection.recv()) is not None:
            seen.append("a ping" if message.ping else message.close if message.close else message.text)
        return seen
    return asyncio.run(main())

def by_picows(url):
    async def main():
        seen, over = [], asyncio.get_running_loop().create_future()
        class Listener(picows.WSListener):
            def on_ws_frame(self, transport, frame):
                if frame.msg_type == picows.WSMsgType.CLOSE:
                    seen.append(int(frame.get_close_code()))
                    transport.disconnect()
                else:
                    seen.append(frame.get_payload_as_bytes())
            def on_ws_disconnected(self, transport):
                over.set_result(seen)
        await picows.ws_connect(Listener, url)
        return await over
    return asyncio.run(main())

def shown(value):
    if not isinstance(value, bytes):
        return str(value)
    try:
        return "bytes of " + value.decode()
    except UnicodeDecodeError:
        return f"{len(value)} bytes that are no text"

address = f"ws://127.0.0.1:{serve(answer)}/"
for name, read in (("trio-websocket", by_trio), ("lomond", by_lomond), ("autobahn", by_autobahn), ("curl_cffi", by_curl_cffi), ("rnet", by_rnet), ("picows", by_picows)):
    print(f"{name}: " + ", ".join(shown(value) for value in read(address)), flush=True)
os._exit(0)
P
expect "trio-websocket: आशा, end, 4008
lomond: आशा, end, 4008
autobahn: आशा, end, 4008
curl_cffi: bytes of आशा, bytes of end, 7 bytes that are no text, 4008
rnet: a ping, आशा, end, (4008, 'limit')
picows: 4 bytes that are no text, 5 bytes that are no text, bytes of end, 4008" "$(python "$folder/raw.py" 2>"$folder/errors")"
