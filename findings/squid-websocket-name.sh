#!/usr/bin/env bash
# squid that was told to let "WebSocket" through lets no browser's WebSocket through, and the server sees a plain request.
#
# Expected: "http_upgrade_request_protocols WebSocket allow all", the name that squid's own manual has for example, lets WebSockets through.
# Seen: squid 5.7 (Debian's) compares the name to the letter, as its manual says a line further on. RFC 6455 section 4.1 has "websocket", to be read in
# any case, and so write browsers and libraries; for these the header is taken out, and the server, asked for nothing but a page, says so (here 426).
# "websocket" lets the one through and not the other; OTHER lets both.
# So a proxy is tried with a browser's own header, and a server that gets a plain GET for its WebSocket's path says "Upgrade" is missing, so that
# its administrator looks at the proxy.
source "$(dirname "$0")/common.bash"
debian_packages 'squid=5.7*' squid-common squid-langpack libecap3 libtdb1 libnetfilter-conntrack3 libnfnetlink0 libdb5.3 libltdl7 2>"$folder/unsandboxed"

cat >"$folder/name.py" <<'P'
import http.client
import sys
from functools import partial
from pathlib import Path

from compressing_proxies import behind_each
from loopback import header, read_head, serve
from plain_proxies import squid

def answer(peer):
    """Answers a handshake with 101, whatever the case of its name, and all else with 426."""
    head = read_head(peer)
    name = header(head, b"upgrade")
    if name and name.lower() == b"websocket":
        peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: " + name + b"\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n")
    elif head:
        peer.sendall(b"HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    peer.close()

def status(port, name):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    client.request("GET", "/v1/ws", headers={"Upgrade": name, "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                                             "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
    answer = client.getresponse().status
    client.close()
    return answer

def use(setting, name, port):
    print(f"{setting}: websocket {status(port, 'websocket')}, WebSocket {status(port, 'WebSocket')}", flush=True)

server = serve(answer)
for setting in ("WebSocket", "websocket", "OTHER"):
    behind_each(Path(sys.argv[1]), server, [], partial(use, setting), {"squid": partial(squid, upgrades=setting)})
P
expect "WebSocket: websocket 426, WebSocket 101
websocket: websocket 101, WebSocket 426
OTHER: websocket 101, WebSocket 101" "$(python3 "$folder/name.py" "$folder")"
