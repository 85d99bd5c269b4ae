#!/usr/bin/env bash
# When the connection breaks within an event, one client of Server-Sent Events gives the torn half out, and one glues it to the next event.
#
# Guess: a client drops an event whose empty line has not come, as the HTML standard says ("the incomplete event is not dispatched"), and after it
# connected again it begins with a clean buffer.
# Seen: httpx-sse 0.4.3 and requests-sse 0.5.3 do. sseclient-py 1.9.0 gives out the first of two data lines as an event. aiohttp-sse-client 0.2.1
# connects again by itself and gives out the torn line and the first event of the new connection as one.
# So an event of a feed has one data line with one JSON value, in which a torn or doubled one is no JSON, and its end is written in the same piece.
source "$(dirname "$0")/common.bash"
python_packages httpx==0.28.1 httpx-sse==0.4.3 requests==2.34.2 sseclient-py==1.9.0 requests-sse==0.5.3 aiohttp==3.14.5 aiohttp-sse-client==0.2.1

cat >"$folder/cut.py" <<'P'
import asyncio
import datetime

import aiohttp
import aiohttp_sse_client.client
import httpx
import httpx_sse
import requests
import requests_sse
import sseclient

from loopback import read_head, serve

SOON = datetime.timedelta(milliseconds=20)
TORN = b"id: 1\ndata: one\n\nid: 2\ndata: two\n"
WHOLE = b"id: 2\ndata: two\ndata: and more\n\nid: 3\ndata: three\n\n"
answers = []

def answer(peer):
    """Answers with the next of the answers and closes the connection."""
    if read_head(peer) and answers:
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + answers.pop(0))
    peer.close()

address = f"http://127.0.0.1:{serve(answer)}/"

def by_httpx():
    """Does not connect again by itself: connects as often as there are answers."""
    while answers:
        with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", address) as source:
            for event in source.iter_sse():
                yield event.data

def by_sseclient():
    while answers:
        for event in sseclient.SSEClient(requests.get(address, stream=True)).events():
            yield event.data

def by_requests():
    source = requests_sse.EventSource(address, reconnection_time=SOON)
    source.connect()
    for event in source:
        yield event.data
        if event.data == "three":
            source.close()
            return

def by_aiohttp():
    async def read():
        events = []
        async with aiohttp.ClientSession() as session:
            source = aiohttp_sse_client.client.EventSource(address, session=session, reconnection_time=SOON)
            await source.connect()
            async for event in source:
                events.append(event.data)
                if event.data == "three":
                    break
            await source.close()
        return events
    return asyncio.run(read())

for name, read in (("httpx-sse", by_httpx), ("requests-sse", by_requests), ("sseclient-py", by_sseclient), ("aiohttp-sse-client", by_aiohttp)):
    answers[:] = [TORN, WHOLE]
    print(name, [event for event in read()])
P
expect "httpx-sse ['one', 'two\\nand more', 'three']
requests-sse ['one', 'two\\nand more', 'three']
sseclient-py ['one', 'two', 'two\\nand more', 'three']
aiohttp-sse-client ['one', 'two\\ntwo\\nand more', 'three']" "$(python "$folder/cut.py")"
