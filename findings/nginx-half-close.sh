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
import os
import socket
import subprocess
import sys
from pathlib import Path

from loopback import ask_websocket, frame, free_port, read_head, serve, take_websocket, until_end, until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"

def answer(peer):
    """Takes a WebSocket, reads to the end of the client's half, and answers."""
    if take_websocket(peer, read_head(peer)):
        until_end(peer)
        try:
            peer.sendall(frame(1, b"answer"))
        except OSError:
            pass
    peer.close()

def ask(port):
    client, _ = ask_websocket(port)
    client.sendall(b"\x81\x82\x00\x00\x00\x00hi")
    client.shutdown(socket.SHUT_WR)
    return "answered" if until_end(client).endswith(b"answer") else "closed without an answer"

def behind(name, port, configuration, *command):
    (folder / name).write_text(configuration)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until_open(port, proxy, name)
    print(name, ask(port))
    proxy.terminate()
    proxy.wait()

server = serve(answer)
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
