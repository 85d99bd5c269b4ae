#!/usr/bin/env bash
# Behind nginx a client that ends its half of a WebSocket's connection gets no answer any more; behind haproxy and Apache it does.
#
# Guess: a proxy passes the end of the client's half on, as TCP does, and goes on passing what the server says.
# Seen: nginx 1.22.1 passes the last frame to the server and then closes both sides, so what the server answers goes nowhere.
# haproxy 2.6.12 and Apache 2.4.71 (ProxyPass ... upgrade=websocket) pass the answer.
# So a client waits for its answers before it ends its half, and one that did not sends again under the same id.
source "$(dirname "$0")/common.bash"
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 \
  libaprutil1 libnghttp2-14 libbrotli1 libjansson4 2>"$folder/unsandboxed"

cat >"$folder/half.py" <<'P'
import base64
import hashlib
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
listener = socket.create_server(("127.0.0.1", 0))
server = listener.getsockname()[1]

def read_head(peer):
    head = b""
    while b"\r\n\r\n" not in head:
        part = peer.recv(4096)
        if not part:
            break
        head += part
    return head

def serve():
    """Takes one WebSocket, reads one frame and the end of the client's half, and answers."""
    while True:
        peer, _ = listener.accept()
        keys = [line.split(b": ")[1] for line in read_head(peer).split(b"\r\n") if line.lower().startswith(b"sec-websocket-key")]
        if not keys:
            peer.close()
            continue
        accept = base64.b64encode(hashlib.sha1(keys[0] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        received = b""
        try:
            while part := peer.recv(100):
                received += part
            peer.sendall(b"\x81\x06answer")
        except OSError:
            pass
        peer.close()

def ask(port):
    client = socket.create_connection(("127.0.0.1", port))
    client.settimeout(10)
    client.sendall(b"GET / HTTP/1.1\r\nHost: half\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    read_head(client)
    client.sendall(b"\x81\x82\x00\x00\x00\x00hi")
    client.shutdown(socket.SHUT_WR)
    answer = b""
    try:
        while part := client.recv(100):
            answer += part
    except OSError:
        pass
    return "answered" if answer.endswith(b"answer") else "closed without an answer"

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]

def behind(name, port, configuration, *command):
    (folder / name).write_text(configuration)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        assert proxy.poll() is None, f"{name} did not start"
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except ConnectionRefusedError:
            pass
    print(name, ask(port))
    proxy.terminate()
    proxy.wait()

threading.Thread(target=serve, daemon=True).start()
print("directly", ask(server))
port = free_port()
behind("nginx", port, f"""daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; proxy_http_version 1.1;
proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; }} }} }}
""", debian / "usr/sbin/nginx", "-e", folder / "nginx.log", "-c", folder / "nginx", "-p", folder)
port = free_port()
behind("haproxy", port, f"""defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port}
  default_backend back
backend back
  server one 127.0.0.1:{server}
""", debian / "usr/sbin/haproxy", "-db", "-f", folder / "haproxy")
port = free_port()
modules = "\n".join(f"LoadModule {module}_module {debian}/usr/lib/apache2/modules/mod_{module}.so"
                    for module in ("mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel"))
behind("apache", port, f"""ServerName half
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
{"User www-data" if os.getuid() == 0 else ""}
{"Group www-data" if os.getuid() == 0 else ""}
{modules}
ProxyPass / http://127.0.0.1:{server}/ upgrade=websocket
""", debian / "usr/sbin/apache2", "-X", "-f", folder / "apache")
P
expect "directly answered
nginx closed without an answer
haproxy answered
apache answered" "$(python3 "$folder/half.py" "$folder")"
