#!/usr/bin/env bash
# Varnish sends a POST without a body a second time by itself, and so it does with PUT and DELETE; with a body it sends none again.
#
# Guess: a proxy whose kept connection to the server ends without an answer sends no POST again, with a body or without one,
# Varnish perhaps excepted; PUT may come again.
# Seen: Varnish 7.1.1 (Debian's) goes by the body, not by the method: POST /settle with nothing in it comes twice, and the client is told 200. squid 5.7 sends PUT without a body and DELETE twice, and no POST. lighttpd 1.4.69, h2o 2.2.5 and
# nghttpx 1.52.0 send nothing twice. RFC 9110 section 9.2.2 lets a proxy repeat what is idempotent alone. Newer versions of Varnish have a setting for
# it (bereq.retry_connect).
# So whatever writes has a body, with the key by which the server knows it again, also where the path says it all.
source "$(dirname "$0")/common.bash"
plain_proxies_packages

cat >"$folder/twice.py" <<'P'
import http.client
import sys
from pathlib import Path

from compressing_proxies import behind_each
from loopback import read_request, serve
from plain_proxies import PROXIES

received = []

def answer(peer):
    """Answers, but for the first payment of a trial, behind which it ends the connection as a server does that is killed when it has stored it."""
    try:
        while head := read_request(peer)[0]:
            if b" /settle" in head:
                received.append(head)
                if len(received) == 1:
                    break
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: no-store\r\n\r\nok")
    except OSError:
        pass
    peer.close()

def times(port, method, body):
    """How often the server gets it, when it has answered another request on the proxy's connection before, and the client's status."""
    received.clear()
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    client.request("GET", "/")
    client.getresponse().read()
    client.request(method, "/settle", body)
    status = client.getresponse().status
    client.close()
    return f"{len(received)} ({status})"

def use(name, port):
    print(f"{name}: " + ", ".join(f"{method} {'with' if body else 'without'} {times(port, method, body)}"
                                  for method in ("POST", "PUT", "DELETE") for body in (b"{}", None)), flush=True)

behind_each(Path(sys.argv[1]), serve(answer), [], use, PROXIES)
P
expect "varnish: POST with 1 (503), POST without 2 (200), PUT with 1 (503), PUT without 2 (200), DELETE with 1 (503), DELETE without 2 (200)
squid: POST with 1 (502), POST without 1 (502), PUT with 1 (502), PUT without 2 (200), DELETE with 1 (502), DELETE without 2 (200)
lighttpd: POST with 1 (500), POST without 1 (500), PUT with 1 (500), PUT without 1 (500), DELETE with 1 (500), DELETE without 1 (500)
h2o: POST with 1 (502), POST without 1 (502), PUT with 1 (502), PUT without 1 (502), DELETE with 1 (502), DELETE without 1 (502)
nghttpx: POST with 1 (502), POST without 1 (502), PUT with 1 (502), PUT without 1 (502), DELETE with 1 (502), DELETE without 1 (502)" \
  "$(python3 "$folder/twice.py" "$folder")"
