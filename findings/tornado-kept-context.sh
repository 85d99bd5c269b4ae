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
import base64
import hashlib
import sys
import zlib

TEXT = "groceries for the week, paid by Asha, shared by all of us. " * 4

async def serve(reader, writer, seen):
    """Answers an offer with client_no_context_takeover and inflates two messages, each by itself."""
    head = await reader.readuntil(b"\r\n\r\n")
    key = next(line.split(b": ")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key"))
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept +
                 b"\r\nSec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n\r\n")
    kinds = []
    for _ in range(2):
        first, second = await reader.readexactly(2)
        length = second & 127
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        mask = await reader.readexactly(4)
        payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(await reader.readexactly(length)))
        assert first == 0xC1, "a compressed text message"
        try:
            text = zlib.decompressobj(-15).decompress(payload + b"\x00\x00\xff\xff").decode()
            kinds.append("by itself" if text == TEXT else "something else")
        except zlib.error:
            kinds.append("refers back")
    seen.set_result(" then ".join(kinds))
    writer.close()

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
    for name in sys.argv[1:]:
        seen = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda reader, writer: serve(reader, writer, seen), "127.0.0.1", 0)
        client = await {"tornado": by_tornado, "websockets": by_websockets, "aiohttp": by_aiohttp}[name](
            f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/")
        print(name, await asyncio.wait_for(seen, 10))
        if name == "aiohttp":
            await client.close()
        server.close()

asyncio.run(main())
P
expect "tornado by itself then refers back
websockets by itself then by itself
aiohttp by itself then by itself" "$(python "$folder/context.py" tornado websockets aiohttp 2>"$folder/error")"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tornado==6.5.2
echo "With tornado==6.5.2 from PyPI:"
expect "tornado by itself then refers back" "$(python "$folder/context.py" tornado 2>"$folder/error")"
