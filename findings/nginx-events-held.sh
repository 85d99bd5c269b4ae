#!/usr/bin/env bash
# nginx holds Server-Sent Events back until the stream ends, or passes each at once, by the HTTP version that it speaks
# to the server.
#
# Guess: with its default proxy_buffering nginx holds small events back until 4 or 8 KiB are there, whatever the server
# sends, so that X-Accel-Buffering: no or proxy_buffering off is needed.
# Seen: nginx 1.22.1 passes each event at once when the answer is chunked, and holds all back until the end when it ends
# with its connection. By default nginx asks with HTTP/1.0, to which aiohttp 3.14.5 and Tornado 6.6.1 answer without chunks, so
# nothing comes; with proxy_http_version 1.1 it comes. X-Accel-Buffering: no and proxy_buffering off help in each case.
# So a feed says X-Accel-Buffering: no itself, and a test behind nginx has nginx' own defaults.
source "$(dirname "$0")/common.bash"
python_packages aiohttp==3.14.5 tornado==6.6.1
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 2>"$folder/unsandboxed"

cat >"$folder/held.py" <<'P'
import asyncio
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import aiohttp.web
import tornado.web
from loopback import free_port, until_open

folder = Path(sys.argv[1])
EVENT = b"id: 1\ndata: rent\n\n"

async def by_aiohttp(request):
    answer = aiohttp.web.StreamResponse(headers={"Content-Type": "text/event-stream", **extra(request.path)})
    await answer.prepare(request)
    await answer.write(EVENT)
    await asyncio.sleep(3)
    return answer

class ByTornado(tornado.web.RequestHandler):
    async def get(self):
        self.set_header("Content-Type", "text/event-stream")
        for name, value in extra(self.request.path).items():
            self.set_header(name, value)
        self.write(EVENT)
        await self.flush()
        await asyncio.sleep(3)

def extra(path):
    return {"X-Accel-Buffering": "no"} if path == "/unbuffered" else {}

ports = {"aiohttp": free_port(), "tornado": free_port()}
ready = threading.Event()

async def serve():
    application = aiohttp.web.Application()
    application.router.add_get("/{path}", by_aiohttp)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", ports["aiohttp"]).start()
    tornado.web.Application([("/.*", ByTornado)], log_function=lambda handler: None).listen(ports["tornado"], "127.0.0.1")
    ready.set()
    await asyncio.Future()

def event_comes(port, path):
    """Whether the event is there while the server's answer still goes on, which takes 3 s."""
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(f"GET /{path} HTTP/1.1\r\nHost: held\r\n\r\n".encode())
    end, got = time.monotonic() + 1.5, b""
    try:
        while EVENT not in got:
            client.settimeout(max(0.01, end - time.monotonic()))
            got += client.recv(4096)
        return "at once"
    except TimeoutError:
        return "held back"
    finally:
        client.close()

def behind(server, setting):
    port, place = free_port(), folder / f"{server}-{free_port()}"
    place.mkdir()
    (place / "configuration").write_text(f"""daemon off; master_process off; pid {place}/pid; error_log {place}/log; events {{}}
http {{ access_log off; client_body_temp_path {place}; proxy_temp_path {place}; fastcgi_temp_path {place}; uwsgi_temp_path {place}; scgi_temp_path {place};
server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{ports[server]}; {setting} }} }} }}
""")
    nginx = subprocess.Popen([folder / "debian/usr/sbin/nginx", "-e", place / "log", "-c", place / "configuration", "-p", place], stderr=subprocess.DEVNULL)
    try:
        until_open(port, nginx, "nginx")
        print(f"{server}, {setting or 'defaults'}: {event_comes(port, 'buffered')}, with X-Accel-Buffering: no {event_comes(port, 'unbuffered')}")
    finally:
        nginx.terminate()
        nginx.wait()

threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
ready.wait()
for server in ports:
    for setting in ("", "proxy_http_version 1.1;", "proxy_buffering off;"):
        behind(server, setting)
P
expect "aiohttp, defaults: held back, with X-Accel-Buffering: no at once
aiohttp, proxy_http_version 1.1;: at once, with X-Accel-Buffering: no at once
aiohttp, proxy_buffering off;: at once, with X-Accel-Buffering: no at once
tornado, defaults: held back, with X-Accel-Buffering: no at once
tornado, proxy_http_version 1.1;: at once, with X-Accel-Buffering: no at once
tornado, proxy_buffering off;: at once, with X-Accel-Buffering: no at once" "$(python "$folder/held.py" "$folder")"
