#!/usr/bin/env bash
# A client that ends its half after its last payment gets no answer through nginx's stream module, and through socat none that takes longer than half a second.
#
# Guess: what passes TCP on passes the end of one half on, as TCP has it, and goes on passing the other half until it ends.
# Seen: nginx 1.22.1 (stream, Debian's) passes the bytes and closes both sides at once, so the client reads the end of the connection in place of the answer,
# while the server has booked; proxy_half_close on, which it has since 1.21.4 and its documentation names, passes the answer. socat 1.7.4.4 waits 0.5 s by
# default (-t, says its manual): an answer after 0.1 s comes, one after 2 s does not. haproxy 2.6.12 (mode tcp) and stunnel 5.68, on both sides of TLS,
# pass both.
# So a client reads its last answer before it ends its half, or sends again under the same id, and a forwarder has proxy_half_close or -t.
source "$(dirname "$0")/common.bash"
debian_packages 'nginx=1.22.1*' 'libnginx-mod-stream=1.22.1*' 'socat=1.7.4.4*' 'haproxy=2.6.12*' 'stunnel4=3:5.68*' \
  libwrap0 liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 2>"$folder/unsandboxed"
python_packages trustme==1.2.1

cat >"$folder/halves.py" <<'P'
import os
import pathlib
import socket
import subprocess
import sys
import time

import trustme

from loopback import free_port, serve, until_end, until_open

folder = pathlib.Path(sys.argv[1])
debian = folder / "debian"
trustme.CA().issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(folder / "pem")
booked = []

def take(peer):
    """Books what comes until the client's end, and answers after the time that the message names."""
    said = until_end(peer)
    if said:
        booked.append(said)
        time.sleep(float(said))
        try:
            peer.sendall(b"booked")
        except OSError:
            pass
    peer.close()

server = serve(take)

def file(name, text):
    (folder / name).write_text(text)
    return folder / name

def nginx(port, *lines):
    return [[debian / "usr/sbin/nginx", "-p", folder, "-e", folder / "nginx.log", "-c", file(f"nginx{port}", f"""load_module {debian}/usr/lib/nginx/modules/ngx_stream_module.so;
{"user root;" if os.getuid() == 0 else ""}
daemon off;
pid {folder}/nginx{port}.pid;
events {{}}
stream {{ {" ".join(lines)} server {{ listen 127.0.0.1:{port}; proxy_pass 127.0.0.1:{server}; }} }}
""")]]

def socat(port):
    return [[debian / "usr/bin/socat", f"TCP-LISTEN:{port},fork,bind=127.0.0.1", f"TCP:127.0.0.1:{server}"]]

def haproxy(port):
    return [[debian / "usr/sbin/haproxy", "-q", "-db", "-f", file("haproxy", f"""defaults
  mode tcp
  timeout connect 5s
  timeout client 1m
  timeout server 1m
listen all
  bind 127.0.0.1:{port}
  server one 127.0.0.1:{server}
""")]]

def stunnel(port):
    tls = free_port()
    common = "foreground = quiet\npid =\ndebug = 3\n"
    return [[debian / "usr/bin/stunnel4", file("outer", f"{common}[outer]\naccept = 127.0.0.1:{tls}\nconnect = 127.0.0.1:{server}\ncert = {folder}/pem\n")],
            [debian / "usr/bin/stunnel4", file("inner", f"{common}[inner]\nclient = yes\naccept = 127.0.0.1:{port}\nconnect = 127.0.0.1:{tls}\n")]]

for name, commands in {"nginx, stream": nginx, "nginx, proxy_half_close": lambda port: nginx(port, "proxy_half_close on;"), "socat": socat, "haproxy, tcp": haproxy,
                       "stunnel": stunnel}.items():
    port = free_port()
    running = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for command in commands(port)]
    try:
        until_open(port, running[-1], name)
        heard = []
        for seconds in ("0.1", "2"):
            booked.clear()
            client = socket.create_connection(("127.0.0.1", port), timeout=20)
            client.sendall(seconds.encode())
            client.shutdown(socket.SHUT_WR)
            answer = until_end(client).decode() or "no answer"
            while not booked:
                time.sleep(0.01)
            heard.append(f"{answer} after {seconds} s")
        print(f"{name}: {', '.join(heard)}")
    finally:
        for process in running:
            process.terminate()
P
expect "nginx, stream: no answer after 0.1 s, no answer after 2 s
nginx, proxy_half_close: booked after 0.1 s, booked after 2 s
socat: booked after 0.1 s, no answer after 2 s
haproxy, tcp: booked after 0.1 s, booked after 2 s
stunnel: booked after 0.1 s, booked after 2 s" "$(python "$folder/halves.py" "$folder")"
