#!/usr/bin/env bash
# Two clients that connect again by themselves pay no heed to the Close code, to Retry-After, nor to how often they were sent away.
#
# Guess: a client that connects again waits longer each time, as long as Retry-After says, keeps away after a 401, and tells the program the code.
# Seen: websockets 17.4 (async for socket in connect(...)) is back at once after each Close that came behind an answered handshake, also after 1013
# (try again later) and 4429: its delay grows only while the handshake fails. After a 503 that says Retry-After: 60 it comes again within 5 s, and at
# a 429 with the same header it gives up.
# websocket-client 1.9.2 (run_forever(reconnect=1)) tries again each second for good, also after 401, and never calls on_close, so the
# program does not learn the code.
# So a server that turns somebody away answers the handshake with 503, since a Close behind it is a loop without a pause, and limits how often one
# address or identity connects; a client keeps its own count.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 websocket-client==1.9.2

cat >"$folder/again.py" <<'P'
import asyncio
import os
import socket
import threading
import time

import websocket
import websockets.asyncio.client

from loopback import close_frame, read_head, take_websocket

def turn_away(peer, how):
    head = read_head(peer)
    if how.startswith("HTTP"):
        peer.sendall(f"HTTP/1.1 {how[5:]} No\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n".encode())
    else:
        take_websocket(peer, head)
        peer.sendall(close_frame(int(how[6:])))
        peer.settimeout(1)
        try:
            peer.recv(100)
        except OSError:
            pass
    peer.close()

def times_of(how, attempts):
    """A server that turns everybody away, and the times at which somebody came, so many at most."""
    listener = socket.create_server(("127.0.0.1", 0))
    times = []
    def serve():
        while len(times) < attempts:
            peer, _ = listener.accept()
            times.append(time.monotonic())
            threading.Thread(target=turn_away, args=(peer, how), daemon=True).start()
        listener.close()
    threading.Thread(target=serve, daemon=True).start()
    return f"ws://127.0.0.1:{listener.getsockname()[1]}/", times

def say(name, how, times, attempts, told):
    comes = f"comes {attempts} times in 6 s" if len(times) == attempts else f"comes {len(times)} times"
    print(f"{name}, {how}: {comes}, and is told {told or 'nothing'}", flush=True)

def by_websockets(url, told):
    async def run():
        async for connection in websockets.asyncio.client.connect(url):
            try:
                await connection.recv()
            except websockets.ConnectionClosed as closed:
                told.add(closed.rcvd.code if closed.rcvd else None)
    try:
        asyncio.run(run())
    except websockets.InvalidStatus as refusal:
        told.add(refusal.response.status_code)

def by_websocket_client(url, told):
    application = websocket.WebSocketApp(url, on_close=lambda _, code, text: told.add(code),
                                         on_error=lambda _, error: told.add(getattr(error, "status_code", None)))
    application.run_forever(reconnect=1)

for name, client in (("websockets", by_websockets), ("websocket-client", by_websocket_client)):
    for how in ("Close 1013", "Close 4429", "HTTP 503", "HTTP 429", "HTTP 401"):
        attempts = 10 if name == "websockets" and how.startswith("Close") else 2
        url, times = times_of(how, attempts)
        told = set()
        thread = threading.Thread(target=client, args=(url, told), daemon=True)
        thread.start()
        end = time.monotonic() + 6
        while len(times) < attempts and thread.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.2)
        said = sorted(str(code) for code in told if code)
        say(name, how, list(times), attempts, " ".join(said))
os._exit(0)
P
expect "websockets, Close 1013: comes 10 times in 6 s, and is told 1013
websockets, Close 4429: comes 10 times in 6 s, and is told 4429
websockets, HTTP 503: comes 2 times in 6 s, and is told nothing
websockets, HTTP 429: comes 1 times, and is told 429
websockets, HTTP 401: comes 1 times, and is told 401
websocket-client, Close 1013: comes 2 times in 6 s, and is told nothing
websocket-client, Close 4429: comes 2 times in 6 s, and is told nothing
websocket-client, HTTP 503: comes 2 times in 6 s, and is told 503
websocket-client, HTTP 429: comes 2 times in 6 s, and is told 429
websocket-client, HTTP 401: comes 2 times in 6 s, and is told 401" "$(python "$folder/again.py" 2>"$folder/errors")"
