#!/usr/bin/env bash
# With which code a WebSocket ended is told by five ASGI servers in five ways: one says 1006 of every orderly Close, two say 1005 of a lost connection.
#
# Guess: an application hears the code of the client's Close, 1005 of one without a code and 1006 of a connection that was lost; a client hears 1000
# when the application returns, 1011 when it fails, and 1001 or 1012 when the server ends.
# Seen: Hypercorn 0.18.0 says 1006 of each. uvicorn 0.54.0 (by default, with websockets 17.4) and Granian 2.8.9 say 1005 of a lost connection, and
# daphne 4.2.3 has no code for a Close without one; only uvicorn with --ws websockets tells all as guessed. When an application returns or fails, uvicorn
# drops the connection without a Close, so clients have 1006; Granian's Close has no code; daphne keeps the connection of one that returned. At the end of the server daphne and Granian drop connections, and Hypercorn says 1011 as of an error.
# So an application keeps no book on who left in order by the code, closes by itself with one, and a client comes again by its own rule.
source "$(dirname "$0")/common.bash"
python_packages uvicorn==0.54.0 websockets==17.4 hypercorn==0.18.0 daphne==4.2.3 granian==2.8.9

cat >"$folder/application.py" <<'P'
async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            kind = (await receive())["type"]
            await send({"type": f"{kind}.complete"})
            if kind == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code")
            print("heard", code if code is None else int(code), flush=True)
            return
        if message["text"] == "return":
            return
        if message["text"] == "fail":
            raise ValueError("as told")
        await send({"type": "websocket.send", "text": "here"})
P
cat >"$folder/ask.py" <<'P'
import signal
import socket
import subprocess
import sys
import time

import websockets.exceptions
from loopback import free_port
from websockets.sync.client import connect

folder = sys.argv[1]
application = "application:application"
servers = {
    "uvicorn": ["uvicorn", application, "--log-level", "critical", "--port"],
    "uvicorn --ws websockets": ["uvicorn", application, "--log-level", "critical", "--ws", "websockets", "--port"],
    "hypercorn": ["hypercorn", application, "--log-level", "critical", "-b"],
    "daphne": ["daphne", application, "-v", "0", "-p"],
    "granian": ["granian", application, "--interface", "asgi", "--no-log", "--port"],
}

def ask(name, command):
    port = free_port()
    log = f"{folder}/log"
    process = subprocess.Popen([f"{folder}/venv/bin/{command[0]}", *command[1:], f"127.0.0.1:{port}" if name == "hypercorn" else str(port)],
                               stdout=open(log, "w"), stderr=subprocess.STDOUT, cwd=folder)
    def open_socket():
        client = connect(f"ws://127.0.0.1:{port}/", compression=None, open_timeout=20)
        client.send("ping")
        client.recv(timeout=20)
        return client
    def heard(before):
        for _ in range(400):
            lines = [line.split()[1] for line in open(log) if line.startswith("heard")]
            if len(lines) > before:
                return lines[before]
            time.sleep(0.025)
        return "nothing"
    def client_hears(client):
        try:
            client.recv(timeout=5)
        except websockets.exceptions.ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006
        except TimeoutError:
            return "nothing"
    try:
        while socket.socket().connect_ex(("127.0.0.1", port)):
            time.sleep(0.05)
        told = []
        for index, (end, leave) in enumerate({
            "4001": lambda client: client.close(4001, "enough"),
            "no code": lambda client: (client.socket.sendall(b"\x88\x80mask"), client_hears(client)),
            "lost": lambda client: client.socket.shutdown(socket.SHUT_RDWR),
        }.items()):
            leave(open_socket())
            told.append(f"{end} {heard(index)}")
        print(f"{name}: the application hears: {', '.join(told)}")
        told = []
        for text in ("fail",) if name == "daphne" else ("return", "fail"):
            client = open_socket()
            client.send(text)
            told.append(f"{text} {client_hears(client)}")
        client = open_socket()
        process.send_signal(signal.SIGTERM)
        told.append(f"end of the server {client_hears(client)}")
        print(f"{name}: the client hears: {', '.join(told)}")
    finally:
        process.kill()
        process.wait()

for name, command in servers.items():
    ask(name, command)
P
expect "uvicorn: the application hears: 4001 4001, no code 1005, lost 1005
uvicorn: the client hears: return 1006, fail 1006, end of the server 1012
uvicorn --ws websockets: the application hears: 4001 4001, no code 1005, lost 1006
uvicorn --ws websockets: the client hears: return 1006, fail 1006, end of the server 1012
hypercorn: the application hears: 4001 1006, no code 1006, lost 1006
hypercorn: the client hears: return 1011, fail 1011, end of the server 1011
daphne: the application hears: 4001 4001, no code None, lost 1006
daphne: the client hears: fail 1011, end of the server 1006
granian: the application hears: 4001 4001, no code 1005, lost 1005
granian: the client hears: return 1005, fail 1005, end of the server 1006" "$(python "$folder/ask.py" "$folder" 2>"$folder/errors" || cat "$folder/errors" >&2)"
