#!/usr/bin/env bash
# nginx's stream module announces a client with version 1 of the PROXY protocol and has no way to send version 2; haproxy has both.
#
# Guess: "proxy_protocol on" takes a version, as haproxy's send-proxy-v2 and nginx's own listener, which reads both, suggest.
# Seen: nginx 1.22.1 sends the text line "PROXY TCP4 ..." and refuses "proxy_protocol v2" as no value of a flag; haproxy 2.6.12 sends the binary
# header of version 2.
# So a server that reads version 2 alone stands behind haproxy, not behind nginx's stream module.
source "$(dirname "$0")/common.bash"
debian_packages 'nginx=1.22.1*' 'nginx-common=1.22.1*' 'libnginx-mod-stream=1.22.1*' 'haproxy=2.6.12*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1

cat >"$folder/header.py" <<'P'
import socket
import subprocess
import sys
from pathlib import Path

from loopback import free_port

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
listener = socket.create_server(("127.0.0.1", 0))
server = listener.getsockname()[1]

def header(name, port, configuration, *command):
    (folder / name).write_text(configuration)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        assert proxy.poll() is None, f"{name} did not start"
        try:
            client = socket.create_connection(("127.0.0.1", port))
            break
        except ConnectionRefusedError:
            pass
    client.sendall(b"hello")
    peer, _ = listener.accept()
    seen = peer.recv(16)
    print(name, "version 2" if seen.startswith(b"\r\n\r\n\0\r\nQUIT\n") else "version 1" if seen.startswith(b"PROXY TCP4") else seen)
    proxy.terminate()
    proxy.wait()

def nginx(port, value):
    return f"""daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
load_module {debian}/usr/lib/nginx/modules/ngx_stream_module.so; events {{}}
stream {{ server {{ listen 127.0.0.1:{port}; proxy_pass 127.0.0.1:{server}; proxy_protocol {value}; }} }}
"""

port = free_port()
program = debian / "usr/sbin/nginx"
header("nginx", port, nginx(port, "on"), program, "-e", folder / "nginx.log", "-c", folder / "nginx", "-p", folder)
(folder / "nginx2").write_text(nginx(port, "v2"))
test = subprocess.run([program, "-t", "-e", folder / "nginx.log", "-c", folder / "nginx2", "-p", folder], capture_output=True, text=True)
print("nginx, proxy_protocol v2:", "refused" if 'it must be "on" or "off"' in test.stderr else test.stderr)
port = free_port()
header("haproxy", port, f"""defaults
  mode tcp
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port}
  default_backend back
backend back
  server one 127.0.0.1:{server} send-proxy-v2
""", debian / "usr/sbin/haproxy", "-db", "-f", folder / "haproxy")
P
expect 'nginx version 1
nginx, proxy_protocol v2: refused
haproxy version 2' "$(python3 "$folder/header.py" "$folder")"
