#!/usr/bin/env bash
# An id that comes without data moves the last event's id in two clients of Server-Sent Events, is an empty event in a third and lost in a fourth.
#
# Guess: a server may tell a reader how far it has come with "id: 2" alone, since the HTML standard keeps the id and dispatches no event without data;
# and an event without an id of its own has the last one before it.
# Seen: requests-sse 0.5.3 and aiohttp-sse-client 0.2.1 do so. httpx-sse 0.4.3 keeps the id and gives out an event with empty data, for "retry: 50"
# alone, too. sseclient-py 1.9.0 drops the block with its id, and an event without an id has None.
# So a cursor is sent with the data of an event, in each event, and a sign of life is a comment (": "), which all four pass over.
source "$(dirname "$0")/common.bash"
python_packages httpx==0.28.1 httpx-sse==0.4.3 requests==2.34.2 sseclient-py==1.9.0 requests-sse==0.5.3 aiohttp==3.14.5 aiohttp-sse-client==0.2.1

cat >"$folder/ids.py" <<'P'
import asyncio

import aiohttp
import aiohttp_sse_client.client
import httpx
import httpx_sse
import requests
import requests_sse
import sseclient

from loopback import read_head, serve

FEED = b": alive\n\nid: 1\ndata: first\n\nretry: 50\n\nid: 2\n\ndata: without\n\nid: 3\ndata: last\n\n"

def answer(peer):
    if read_head(peer):
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + FEED)
    peer.close()

address = f"http://127.0.0.1:{serve(answer)}/"

def by_httpx():
    with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", address) as source:
        yield from ((event.data, event.id) for event in source.iter_sse())

def by_sseclient():
    yield from ((event.data, event.id) for event in sseclient.SSEClient(requests.get(address, stream=True)).events())

def by_requests():
    source = requests_sse.EventSource(address)
    source.connect()
    for event in source:
        yield event.data, event.last_event_id
        if event.data == "last":
            source.close()
            return

def by_aiohttp():
    async def read():
        events = []
        async with aiohttp.ClientSession() as session:
            source = aiohttp_sse_client.client.EventSource(address, session=session)
            await source.connect()
            async for event in source:
                events.append((event.data, event.last_event_id))
                if event.data == "last":
                    break
            await source.close()
        return events
    return asyncio.run(read())

for name, read in (("requests-sse", by_requests), ("aiohttp-sse-client", by_aiohttp), ("httpx-sse", by_httpx), ("sseclient-py", by_sseclient)):
    print(name, *[f"{data!r} {id}" for data, id in read()], sep="; ")
P
expect "requests-sse; 'first' 1; 'without' 2; 'last' 3
aiohttp-sse-client; 'first' 1; 'without' 2; 'last' 3
httpx-sse; 'first' 1; '' 1; '' 2; 'without' 2; 'last' 3
sseclient-py; 'first' 1; 'without' None; 'last' 3" "$(python "$folder/ids.py")"
