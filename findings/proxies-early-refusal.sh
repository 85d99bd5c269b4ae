#!/usr/bin/env bash
# "413, too long", said while the body still comes, is 502 or 503 to the client behind three of six proxies, when the server then closes at once.
#
# Guess: a proxy that has the server's whole answer hands it to the client, whether the body has been sent to its end or not.
# Seen, with a body of 5 MB: Apache 2.4.71 and h2o 2.2.5 say 502 and Varnish 7.1.1 says 503, which a client takes for a fault that passes, and sends the
# same body again. squid 5.7, lighttpd 1.4.69 and nghttpx 1.52.0 say 413; nginx 1.22.1, haproxy 2.6.12 and Caddy 2.11.7 do or do not, by the moment.
# When the server answers, ends its own half and reads on until the proxy has gone, each says 413.
# So a server that refuses a body before it has come reads on for a while, and then closes.
source "$(dirname "$0")/common.bash"
plain_proxies_packages 'apache2-bin=2.4.71*' liblua5.3-0 libapr1 libaprutil1 libbrotli1 libjansson4

cat >"$folder/early.py" <<'P'
import socket
import sys
from pathlib import Path

from compressing_proxies import apache, behind_each
from loopback import read_head, serve, until_end
from plain_proxies import PROXIES

def answer(peer):
    """Refuses what it has only the head of, and closes at once or reads on."""
    head = read_head(peer)
    try:
        if head:
            peer.sendall(b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlong")
        if b" /reads-on" in head:
            peer.shutdown(socket.SHUT_WR)
            peer.settimeout(5)
            until_end(peer)
    except OSError:
        pass
    peer.close()

def status(port, path):
    client = socket.create_connection(("127.0.0.1", port))
    client.settimeout(10)
    try:
        client.sendall(f"POST /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 5000000\r\n\r\n".encode() + b"x" * 5_000_000)
    except OSError:
        pass
    try:
        return (client.recv(4096).split(b" ") + [b"nothing"] * 2)[1].decode()
    except OSError:
        return "nothing"
    finally:
        client.close()

def use(name, port):
    print(f"{name}: closes at once {status(port, 'closes')}, reads on {status(port, 'reads-on')}", flush=True)

behind_each(Path(sys.argv[1]), serve(answer), ["image/none"], use, {"apache": apache, **PROXIES})
P
expect "apache: closes at once 502, reads on 413
varnish: closes at once 503, reads on 413
squid: closes at once 413, reads on 413
lighttpd: closes at once 413, reads on 413
h2o: closes at once 502, reads on 413
nghttpx: closes at once 413, reads on 413" "$(python3 "$folder/early.py" "$folder")"
