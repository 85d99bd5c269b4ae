#!/usr/bin/env bash
# Two clients of Server-Sent Events that connect again by themselves give up for good at the 502 of a proxy.
#
# Guess: a client that connects again stops at 204 and 401, and comes again after 503, when Retry-After is over; and so
# it does when the connection is closed without an answer.
# Seen: requests-sse 0.5.3 and aiohttp-sse-client 0.2.1 connect again after an end of the stream, with Last-Event-ID and after
# the time that the server named (retry:), and raise at each status but 200, as the HTML standard has it, with Retry-After or without.
# When the connection is closed without an answer both come again.
# So the second in which a server is started anew behind a proxy ends every such feed: a program has a loop of its own around
# the client, and keeps the last id itself.
source "$(dirname "$0")/common.bash"
python_packages requests==2.34.2 requests-sse==0.5.3 aiohttp==3.14.5 aiohttp-sse-client==0.2.1

cat >"$folder/again.py" <<'P'
import asyncio
import logging

import aiohttp
import aiohttp_sse_client.client
import requests_sse

from loopback import read_head, serve

logging.disable()
STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

def server(second):
    """A feed that ends behind its first event, answers the next request by `second`, and goes on behind it."""
    answers = [f"{STREAM}retry: 50\nid: 1\ndata: one\n\n", second, f"{STREAM}id: 2\ndata: two\n\n"]
    def answer(peer):
        if read_head(peer) and answers:
            peer.sendall(answers.pop(0).encode())
        peer.close()
    return f"http://127.0.0.1:{serve(answer)}/"

def by_requests(address, events):
    source = requests_sse.EventSource(address, timeout=10)
    source.connect()
    for event in source:
        events.append(event.data)
        if event.data == "two":
            source.close()
            return

def by_aiohttp(address, events):
    async def read():
        async with aiohttp.ClientSession() as session:
            source = aiohttp_sse_client.client.EventSource(address, session=session)
            try:
                await source.connect()
                async for event in source:
                    events.append(event.data)
                    if event.data == "two":
                        return
            finally:
                await source.close()
    asyncio.run(asyncio.wait_for(read(), 20))

def status(line):
    return f"HTTP/1.1 {line}\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

for name, second in (("the stream ends", STREAM), ("204", status("204 No Content")), ("401", status("401 Unauthorized")),
                     ("502", status("502 Bad Gateway")), ("503", status("503 Service Unavailable")), ("closed without an answer", "")):
    for client, read in (("requests-sse", by_requests), ("aiohttp-sse-client", by_aiohttp)):
        events = []
        try:
            read(server(second), events)
        except Exception:
            events.append("gives up")
        print(f"{name}, {client}: {', '.join(events)}")
P
expect "the stream ends, requests-sse: one, two
the stream ends, aiohttp-sse-client: one, two
204, requests-sse: one, gives up
204, aiohttp-sse-client: one, gives up
401, requests-sse: one, gives up
401, aiohttp-sse-client: one, gives up
502, requests-sse: one, gives up
502, aiohttp-sse-client: one, gives up
503, requests-sse: one, gives up
503, aiohttp-sse-client: one, gives up
closed without an answer, requests-sse: one, two
closed without an answer, aiohttp-sse-client: one, two" "$(python "$folder/again.py")"
