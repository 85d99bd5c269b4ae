#!/usr/bin/env bash
# websocket-client sends an Origin by itself, and its 1.2.3 one of the scheme http over TLS too.
#
# Guess: a program that is no browser sends no Origin, or the one of the server that it talks to.
# Seen: websockets 17.4 and aiohttp 3.14.5 send none. websocket-client 1.9.2 sends the server's own. Its version 1.2.3, which Debian 12 has, says http over
# TLS, which RFC 6454 calls another origin, so a server that lets in its own origin alone answers 403 over TLS, and 101 without it.
# Such a program names its origin, or suppress_origin=True (docs/clients.md).
source "$(dirname "$0")/common.bash"
python3 -m venv "$folder/older"
"$folder/older/bin/pip" install --quiet --disable-pip-version-check websocket-client==1.2.3
python_packages websockets==17.4 aiohttp==3.14.5 websocket-client==1.9.2
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>"$folder/openssl.log"
cat >"$folder/asks.py" <<'P'
import ssl
import sys
import websocket

context = ssl.create_default_context(cafile=sys.argv[1])
websocket.create_connection(sys.argv[2], sslopt={"context": context}, timeout=10).close()
P

expect "websockets: none
aiohttp: none
websocket-client 1.9.2: https://localhost, the server's port
websocket-client 1.2.3: http://localhost, the server's port" "$(python - "$folder" <<'P'
import asyncio
import ssl
import subprocess
import sys
import aiohttp
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

folder = sys.argv[1]
seen = []

async def note(socket):
    seen.append(socket.request.headers.get("Origin"))
    await socket.wait_closed()

async def run():
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    outside = ssl.create_default_context(cafile=f"{folder}/cert.pem")
    async with serve(note, "localhost", 0, ssl=inside) as server:
        port = server.sockets[0].getsockname()[1]
        url = f"wss://localhost:{port}/"
        def say(name):
            print(f"{name}: {(seen.pop() or 'none').replace(f':{port}', ', the server' + chr(39) + 's port')}")
        async with connect(url, ssl=outside):
            pass
        say("websockets")
        async with aiohttp.ClientSession() as session, session.ws_connect(url, ssl=outside):
            pass
        say("aiohttp")
        for name, place in [("1.9.2", "venv"), ("1.2.3", "older")]:
            call = [f"{folder}/{place}/bin/python", f"{folder}/asks.py", f"{folder}/cert.pem", url]
            await asyncio.to_thread(subprocess.run, call, check=True)
            say(f"websocket-client {name}")

asyncio.run(run())
P
)"
