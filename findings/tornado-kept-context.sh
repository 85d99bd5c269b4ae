#!/usr/bin/env bash
# Tornado's WebSocket client goes on with its compression's context although the server's answer forbids it.
#
# Guess: a server may answer an offer of permessage-deflate with client_no_context_takeover (RFC 7692 section 7.1.1.2), and the client then
# compresses each message by itself.
# Seen: Tornado 6.5.2 and 6.6.1 offer permessage-deflate with client_max_window_bits alone, read server_no_context_takeover and the window of the
# answer, and pass over client_no_context_takeover: the second of two equal messages refers back to the first and cannot be inflated by itself.
# websockets 17.4 and aiohttp 3.14.5 compress each by itself.
# So a server asks for it only from clients that named the parameter in their offer, or keeps a window for each of the others.
source "$(dirname "$0")/common.bash"
python_packages tornado==6.6.1 websockets==17.4 aiohttp==3.14.5
cat >"$folder/context.py" <<'P'
import asyncio
import queue
import sys
import zlib

from loopback import read_frame, read_head, serve, take_websocket

TEXT = "groceries for the week, paid by Asha, shared by all of us. " * 4

seen = queue.Queue()

def inflate(peer):
    """Answers an offer with client_no_context_takeover and inflates two messages, each by itself."""
    take_websocket(peer, read_head(peer), b"Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover")
    kinds = []
    for _ in range(2):
        first, payload = read_frame(peer)
        assert first == 0xC1, "a compressed text message"
        try:
            text = zlib.decompressobj(-15).decompress(payload + b"\x00\x00\xff\xff").decode()
            kinds.append("by itself" if text == TEXT else "something else")
        except zlib.error:
            kinds.append("refers back")
    seen.put(" then ".join(kinds))
    peer.close()

async def by_tornado(address):
    import tornado.websocket
    client = await tornado.websocket.websocket_connect(address, compression_options={})
    for _ in range(2):
        await client.write_message(TEXT)
    return client

async def by_websockets(address):
    import websockets
    client = await websockets.connect(address)
    for _ in range(2):
        await client.send(TEXT)
    return client

async def by_aiohttp(address):
    import aiohttp
    session = aiohttp.ClientSession()
    client = await session.ws_connect(address, compress=15)
    for _ in range(2):
        await client.send_str(TEXT)
    return session

async def main():
    address = f"ws://127.0.0.1:{serve(inflate)}/"
    for name in sys.argv[1:]:
        client = await {"tornado": by_tornado, "websockets": by_websockets, "aiohttp": by_aiohttp}[name](address)
        print(name, await asyncio.to_thread(seen.get, timeout=10))
        if name == "aiohttp":
            await client.close()

asyncio.run(main())
P
expect "tornado by itself then refers back
websockets by itself then by itself
aiohttp by itself then by itself" "$(python "$folder/context.py" tornado websockets aiohttp 2>"$folder/error")"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tornado==6.5.2
echo "With tornado==6.5.2 from PyPI:"
expect "tornado by itself then refers back" "$(python "$folder/context.py" tornado 2>"$folder/error")"
