#!/usr/bin/env bash
# haproxy sends the first requests after its start to servers that fail its check, and a WebSocket's 101 is a failed check unless it is named.
#
# Guess: a server gets nothing before its first check has passed, and a check that asks for a WebSocket passes with 101.
# Seen: in haproxy 2.6.12 (Debian) each server counts as up until its first check, so with "inter 5s" two servers that say 503 to each check, as
# Patroni does of a standby, get requests right after the start, until they are checked. 101 is a wrong status (L7STS) and the server DOWN, while a
# redirect (301) is UP; with "http-check expect status 101" it is UP.
# So after haproxy's start a client may meet a standby, and comes again when it refuses a write; a check that asks for a WebSocket names 101.
source "$(dirname "$0")/common.bash"
debian_packages 'haproxy=2.6.12*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1

cat >"$folder/servers.py" <<'P'
import socketserver
import sys
import threading

def answer(status, name):
    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            line = self.rfile.readline()
            while self.rfile.readline() not in (b"\r\n", b""):
                pass
            if b"/check" not in line:
                self.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(name)}\r\nConnection: close\r\n\r\n{name}".encode())
            elif status == 101:
                self.wfile.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                 b"Sec-WebSocket-Accept: ICX+Yqv66kxgM0FcWaLWlFLwTAI=\r\n\r\n")
            else:
                self.wfile.write(f"HTTP/1.1 {status} Answer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever).start()
    return server.server_address[1]

statuses = (200, 503, 503, 101, 301, 404)
print(*(answer(status, f"{status} to checks; ") for status in statuses), file=open(sys.argv[1], "w"), flush=True)
P
python3 "$folder/servers.py" "$folder/ports" &
children+=("$!")
until [ -s "$folder/ports" ]; do sleep 0.05; done
read -r primary first second socket moved missing <"$folder/ports"
port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$folder/haproxy.cfg" <<C
global
  stats socket $folder/control
defaults
  mode http
  timeout connect 2s
  timeout client 10s
  timeout server 10s
frontend front
  bind 127.0.0.1:$port
  default_backend database
backend database
  option httpchk OPTIONS /check
  default-server inter 5s fall 3 rise 2
  server primary 127.0.0.1:$primary check
  server first 127.0.0.1:$first check
  server second 127.0.0.1:$second check
backend sockets
  option httpchk
  http-check send meth GET uri /check ver HTTP/1.1 hdr Host a hdr Connection Upgrade hdr Upgrade websocket hdr Sec-WebSocket-Version 13 hdr Sec-WebSocket-Key AAAAAAAAAAAAAAAAAAAAAA==
  default-server inter 500ms fall 1
  server status101 127.0.0.1:$socket check
  server status301 127.0.0.1:$moved check
  server status404 127.0.0.1:$missing check
backend named
  option httpchk
  http-check send meth GET uri /check ver HTTP/1.1 hdr Host a hdr Connection Upgrade hdr Upgrade websocket hdr Sec-WebSocket-Version 13 hdr Sec-WebSocket-Key AAAAAAAAAAAAAAAAAAAAAA==
  http-check expect status 101
  default-server inter 500ms fall 1
  server status101 127.0.0.1:$socket check
C
haproxy -db -f "$folder/haproxy.cfg" >"$folder/haproxy" 2>&1 &
children+=("$!")

cat >"$folder/states.py" <<'P'
import csv
import socket
import sys
import time

def states():
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(sys.argv[1])
        control.sendall(b"show stat\n")
        text = "".join(iter(lambda: control.recv(65536).decode(), ""))
    rows = csv.DictReader(text.lstrip("# ").splitlines())
    return [row for row in rows if row["svname"] not in ("FRONTEND", "BACKEND")]

rows = states()
while any(row["check_status"] in ("INI", "") or row["check_status"].startswith("*") for row in rows):
    time.sleep(0.05)
    rows = states()
for row in rows:
    print(f"{row['pxname']}, {row['svname']}: {row['status']} {row['check_status']}")
P
expect "right after the start: 200 to checks; 503 to checks; 
later: 200 to checks; 
database, primary: UP L7OK
database, first: DOWN L7STS
database, second: DOWN L7STS
sockets, status101: DOWN L7STS
sockets, status301: UP L7OK
sockets, status404: DOWN L7STS
named, status101: UP L7OK" "$(
  ask() { for _ in 1 2 3 4 5 6; do curl -s --noproxy '*' "http://127.0.0.1:$port/" || true; done | tr ';' '\n' | sed 's/^ *//; /^$/d' | sort -u | paste -sd';' | sed 's/;/; /g; s/$/; /'; }
  until curl -s --noproxy '*' -o "$folder/first" "http://127.0.0.1:$port/"; do sleep 0.01; done
  echo "right after the start: $(ask)"
  states=$(python3 "$folder/states.py" "$folder/control")
  echo "later: $(ask)"
  echo "$states"
)"
