#!/usr/bin/env bash
# One open WebSocket makes lighttpd's reload a pause of eight seconds for everybody, at the end of which the WebSocket is closed.
#
# Guess: after a graceful restart (SIGUSR1) an open WebSocket goes on. Expected besides: new requests are answered at once.
# Seen: lighttpd 1.4.69 (Debian's) takes no new connection until the old ones are over, which it ends after 8 s; the WebSocket ends without a Close.
# Without an open WebSocket a request is answered at once. With "server.graceful-restart-bg" and "server.systemd-socket-activation", which its
# documentation describes for this, it is answered at once too, and the WebSocket goes on.
# So a proxy in front of open WebSockets is reloaded in a trial with one open, and a client waits longer than one failed request before it tells its
# user that the server is down.
source "$(dirname "$0")/common.bash"
debian_packages 'lighttpd=1.4.69*'

cat >"$folder/reload.py" <<'P'
import atexit
import http.client
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from loopback import ask_websocket, free_port, read_head, serve, take_websocket, until_end
from plain_proxies import lighttpd

folder = Path(sys.argv[1])

def answer(peer):
    if take_websocket(peer, read_head(peer)):
        until_end(peer)
    else:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
    peer.close()

def seconds_until_answered(port):
    """How long it takes until a request is answered, with a new try behind each connection that the proxy ends."""
    began = time.monotonic()
    while True:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            client.request("GET", "/")
            assert client.getresponse().status == 200
            return time.monotonic() - began
        except ConnectionError:
            assert time.monotonic() - began < 30
            time.sleep(0.05)
        finally:
            client.close()

def reload(name, setting, with_socket):
    port = free_port()
    configuration, command = lighttpd(folder, folder / "debian", port, server, [])
    (folder / "lighttpd").write_text(configuration + setting)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(proxy.kill)
    seconds_until_answered(port)
    state = ""
    if with_socket:
        client, head = ask_websocket(port)
        assert b" 101 " in head
        client.settimeout(None)
        last = []
        def read():
            while part := client.recv(4096):
                last.append(part)
            last.append(b"end")
            client.close()
        threading.Thread(target=read, daemon=True).start()
    proxy.send_signal(signal.SIGUSR1)
    time.sleep(0.3)
    waited = seconds_until_answered(port)
    if with_socket:
        time.sleep(0.3)
        state = ", the WebSocket " + ("ended without a Close" if last == [b"end"] else "is open" if not last else f"got {last}")
    print(f"{name}: {'at once' if waited < 3 else 'after more than 6 s' if waited > 6 else f'after {waited:.1f} s'}{state}", flush=True)
    proxy.terminate()
    proxy.wait()

server = serve(answer)
reload("no WebSocket open", "", False)
reload("one open", "", True)
reload("one open, in the background", 'server.feature-flags += ("server.graceful-restart-bg" => "enable")\nserver.systemd-socket-activation = "enable"\n', True)
P
expect "no WebSocket open: at once
one open: after more than 6 s, the WebSocket ended without a Close
one open, in the background: at once, the WebSocket is open" "$(python3 "$folder/reload.py" "$folder")"
