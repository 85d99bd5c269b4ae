#!/usr/bin/env bash
# Go's two common WebSocket clients, told to compress, connect to some servers and not to others; one connects and loses the second message.
#
# Guess: each connects to every server that takes permessage-deflate, and where the parameters do not suit it, it goes on without compression.
# Seen: both offer server_no_context_takeover and client_no_context_takeover. gorilla 1.5.0 (Debian's, EnableCompression) wants both in the answer, and ends
# the connection after the 101 where one is missing, as with aiohttp 3.14.5 and Tornado 6.6.1; RFC 7692 (7.1.1.2) leaves the second to the server.
# nhooyr 1.8.7 (Debian's), which compresses by default, ends it where the answer has server_max_window_bits, as that of websockets 17.4 has by default.
# Tornado's server answers without parameters and keeps its context, though it was asked not to: nhooyr reads its first message and not the second.
# uvicorn 0.54.0 with wsproto and Hypercorn 0.18.0 answer with both, and both clients read on. Uncompressed, all of them read on.
# So a server answers both parameters whenever they are offered, and no window that was not, and a client that failed so connects again without compression.
source "$(dirname "$0")/common.bash"
python_packages websockets==17.4 aiohttp==3.14.5 tornado==6.6.1 uvicorn==0.54.0 wsproto==1.3.2 hypercorn==0.18.0
debian_packages 'golang-1.19-go=1.19.8*' 'golang-1.19-src=1.19.8*' 'golang-github-gorilla-websocket-dev=1.5.0*' 'golang-nhooyr-websocket-dev=1.8.7*' \
  golang-github-klauspost-compress-dev

cat >"$folder/client.go" <<'G'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gorilla/websocket"
	nhooyr "nhooyr.io/websocket"
)

var message = strings.Repeat("Asha paid the rent. ", 100)

func gorilla(url string, compress bool) (echo func() bool, err error) {
	dialer := websocket.Dialer{EnableCompression: compress}
	connection, _, err := dialer.Dial(url, nil)
	if err != nil {
		return nil, err
	}
	return func() bool {
		_ = connection.WriteMessage(websocket.TextMessage, []byte(message))
		_, answer, err := connection.ReadMessage()
		return err == nil && string(answer) == message
	}, nil
}

func nhooyrs(url string, compress bool) (echo func() bool, err error) {
	limit, _ := context.WithTimeout(context.Background(), 10*time.Second)
	options := &nhooyr.DialOptions{}
	if !compress {
		options.CompressionMode = nhooyr.CompressionDisabled
	}
	connection, _, err := nhooyr.Dial(limit, url, options)
	if err != nil {
		return nil, err
	}
	return func() bool {
		_ = connection.Write(limit, nhooyr.MessageText, []byte(message))
		_, answer, err := connection.Read(limit)
		return err == nil && string(answer) == message
	}, nil
}

func main() {
	dial := gorilla
	if os.Args[1] == "nhooyr" {
		dial = nhooyrs
	}
	echo, err := dial(os.Args[2], os.Args[3] == "compressed")
	if err != nil {
		fmt.Print("no connection")
		return
	}
	for count := 0; count < 3; count++ {
		if !echo() {
			fmt.Print(count, " of 3")
			return
		}
	}
	fmt.Print("3 of 3")
}
G
(
  GOROOT="$folder/debian/usr/lib/go-1.19"
  export GOROOT GOPATH="$folder/debian/usr/share/gocode" GOCACHE="$folder/go" GO111MODULE=off
  "$GOROOT/bin/go" build -p 2 -o "$folder/client" "$folder/client.go"
)

cat >"$folder/servers.py" <<'P'
import asyncio
import logging
import sys

import aiohttp.web
import hypercorn.asyncio
import tornado.web
import tornado.websocket
import uvicorn
import websockets.asyncio.server

from loopback import free_port

logging.disable()

async def by_websockets(port):
    async def echo(one):
        async for message in one:
            await one.send(message)
    await websockets.asyncio.server.serve(echo, "127.0.0.1", port)

async def by_aiohttp(port):
    async def echo(request):
        one = aiohttp.web.WebSocketResponse()
        await one.prepare(request)
        async for message in one:
            await one.send_str(message.data)
        return one
    application = aiohttp.web.Application()
    application.router.add_get("/", echo)
    runner = aiohttp.web.AppRunner(application)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", port).start()

async def by_tornado(port):
    class Echo(tornado.websocket.WebSocketHandler):
        def get_compression_options(self):
            return {}
        def on_message(self, message):
            self.write_message(message)
    tornado.web.Application([("/", Echo)]).listen(port, "127.0.0.1")

async def echo(scope, receive, send):
    if scope["type"] != "websocket":
        raise ValueError("no lifespan")
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})

async def by_uvicorn(port):
    server = uvicorn.Server(uvicorn.Config(echo, host="127.0.0.1", port=port, ws="wsproto", log_level="critical"))
    asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)

async def by_hypercorn(port):
    settings = hypercorn.Config()
    settings.bind = [f"127.0.0.1:{port}"]
    settings.errorlog = None
    asyncio.create_task(hypercorn.asyncio.serve(echo, settings, shutdown_trigger=asyncio.Event().wait))
    while True:
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            return
        except OSError:
            await asyncio.sleep(0.02)

async def main():
    for name, start in {"websockets": by_websockets, "aiohttp": by_aiohttp, "Tornado": by_tornado, "uvicorn, wsproto": by_uvicorn, "Hypercorn": by_hypercorn}.items():
        port = free_port()
        await start(port)
        for way in ("compressed", "plain"):
            said = []
            for client in ("gorilla", "nhooyr"):
                process = await asyncio.create_subprocess_exec(sys.argv[1], client, f"ws://127.0.0.1:{port}/", way, stdout=asyncio.subprocess.PIPE)
                said.append(f"{client} {(await process.communicate())[0].decode()}")
            print(f"{name}, {way}:", "; ".join(said))

asyncio.run(main())
P
expect "websockets, compressed: gorilla 3 of 3; nhooyr no connection
websockets, plain: gorilla 3 of 3; nhooyr 3 of 3
aiohttp, compressed: gorilla no connection; nhooyr 3 of 3
aiohttp, plain: gorilla 3 of 3; nhooyr 3 of 3
Tornado, compressed: gorilla no connection; nhooyr 1 of 3
Tornado, plain: gorilla 3 of 3; nhooyr 3 of 3
uvicorn, wsproto, compressed: gorilla 3 of 3; nhooyr 3 of 3
uvicorn, wsproto, plain: gorilla 3 of 3; nhooyr 3 of 3
Hypercorn, compressed: gorilla 3 of 3; nhooyr 3 of 3
Hypercorn, plain: gorilla 3 of 3; nhooyr 3 of 3" "$(python "$folder/servers.py" "$folder/client" 2>"$folder/errors")"
