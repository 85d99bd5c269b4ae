#!/usr/bin/env bash
# What a server hears at the end of a WebSocket says little of what happened: a program that failed says 1000, and one
# client says 0 when all is well.
#
# Guess: a program that closes says 1000, and one that ends by an exception sends a Close frame all the same, with 1000,
# 1001 or 1011.
# Seen: websockets 17.4 says 1011 for an exception, aiohttp 3.14.5 and httpx-ws 0.9.0 say 1000, and tornado 6.6.1 and
# websocket-client 1.9.2 say nothing. close() of niquests 3.20.1 says 0, which RFC 6455 does not allow in a frame, so a
# server that is strict has a protocol error at each good end.
# A Close of the server with 1012 is answered with 1012 by websockets and tornado, with 1000 by aiohttp, httpx-ws and
# websocket-client, and with no frame by simple-websocket 1.1.0 and niquests.
# So a server counts its own code and not the one that comes back, and makes no alarm of an end without a Close frame.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2 tornado==6.6.1 simple-websocket==1.1.0 httpx-ws==0.9.0 'niquests[ws]==3.20.1'

cat >"$folder/goodbye.py" <<'P'
import queue
import subprocess
import sys

from loopback import close_frame, frame, read_frame, read_head, serve, take_websocket

heard = queue.Queue()

def take(peer):
    """Says in `heard` with which code the client closed; a first message "close me" is answered by a Close with 1012."""
    take_websocket(peer, read_head(peer))
    code = "no Close frame"
    asked = False
    try:
        while code == "no Close frame":
            first, payload = read_frame(peer)
            if first & 15 == 8:
                code = str(int.from_bytes(payload[:2], "big"))
                if not asked:
                    peer.sendall(frame(8, payload))
            elif payload == b"close me":
                asked = True
                peer.sendall(close_frame(1012))
    except OSError:
        pass
    peer.close()
    heard.put(code)

# Each program says SAYS, then does WHAT, and ends; READ waits for a message.
PROGRAMS = {
    "websockets": """
import websockets.sync.client
with websockets.sync.client.connect(URL) as socket:
    socket.send(SAYS)
    WHAT
""",
    "aiohttp": """
import asyncio, aiohttp
async def run():
    async with aiohttp.ClientSession() as session, session.ws_connect(URL) as socket:
        await socket.send_str(SAYS)
        WHAT
asyncio.run(run())
""",
    "tornado": """
import asyncio, tornado.websocket
async def run():
    socket = await tornado.websocket.websocket_connect(URL)
    await socket.write_message(SAYS)
    WHAT
asyncio.run(run())
""",
    "httpx-ws": """
import httpx, httpx_ws
with httpx.Client() as http, httpx_ws.connect_ws(URL, http) as socket:
    socket.send_text(SAYS)
    WHAT
""",
    "websocket-client": """
import websocket
socket = websocket.create_connection(URL)
socket.send(SAYS)
WHAT
""",
    "simple-websocket": """
import simple_websocket
socket = simple_websocket.Client(URL)
socket.send(SAYS)
WHAT
""",
    "niquests": """
import niquests
with niquests.Session() as session:
    socket = session.get(URL).extension
    socket.send_payload(SAYS)
    WHAT
""",
}
CLOSE = {"websockets": "socket.close()", "aiohttp": "await socket.close()", "tornado": "socket.close(1000); await socket.read_message()",
         "httpx-ws": "pass", "websocket-client": "socket.close()", "simple-websocket": "socket.close()", "niquests": "socket.close()"}
READ = {"websockets": "socket.recv()", "aiohttp": "await socket.receive()", "tornado": "await socket.read_message()", "httpx-ws": "socket.receive()",
        "websocket-client": "socket.recv()", "simple-websocket": "socket.receive()", "niquests": "socket.next_payload()"}
URL = f"ws://127.0.0.1:{serve(take)}/"

def hear(name, says, what):
    program = PROGRAMS[name].replace("URL", repr(URL)).replace("SAYS", repr(says)).replace("WHAT", what)
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], stderr=subprocess.DEVNULL, timeout=30)
    return heard.get(timeout=30)

for name in PROGRAMS:
    # simple-websocket's thread outlives an exception, so a program that fails does not end there.
    failed = "" if name == "simple-websocket" else f"fails {hear(name, 'hello', 'raise ValueError')}, "
    print(f"{name}: closes {hear(name, 'hello', CLOSE[name])}, {failed}answers 1012 with {hear(name, 'close me', READ[name])}")
P
expect "websockets: closes 1000, fails 1011, answers 1012 with 1012
aiohttp: closes 1000, fails 1000, answers 1012 with 1000
tornado: closes 1000, fails no Close frame, answers 1012 with 1012
httpx-ws: closes 1000, fails 1000, answers 1012 with 1000
websocket-client: closes 1000, fails no Close frame, answers 1012 with 1000
simple-websocket: closes 1000, answers 1012 with no Close frame
niquests: closes 0, fails 0, answers 1012 with no Close frame" "$(python "$folder/goodbye.py")"
