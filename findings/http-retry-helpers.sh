#!/usr/bin/env bash
# aiohttp-retry sends a POST again that was answered 500, and at 503 comes before the time that the server named; urllib3 and httpx-retries do neither.
#
# Guess: what tries requests again for a program sends no POST again unless it is told to, as it may have been carried out, and waits for Retry-After.
# Seen: aiohttp-retry 2.9.1 by default sends each method again at any status from 500 on, three times in all, and pays no heed to Retry-After: a server that
# booked and then failed (500) has three payments, and one that said "in 3 s" (503) has all three requests before. At 429 it gives up. urllib3 2.8.0 (Retry
# with status_forcelist), requests 2.34.2 with it and httpx-retries 0.6.0 send no POST again, and wait for Retry-After with a GET.
# So each POST has an Idempotency-Key, and aiohttp-retry has methods={"GET"}.
source "$(dirname "$0")/common.bash"
python_packages aiohttp-retry==2.9.1 aiohttp==3.14.5 httpx-retries==0.6.0 httpx==0.28.1 urllib3==2.8.0 requests==2.34.2

cat >"$folder/retries.py" <<'P'
import asyncio
import time

import aiohttp_retry
import httpx
import httpx_retries
import requests
import urllib3

from loopback import read_request, serve

came = []
status = 500

def take(peer):
    """Answers each request with the status of this trial, and Retry-After with 503."""
    while (request := read_request(peer))[0]:
        came.append(time.monotonic())
        again = "Retry-After: 3\r\n" if status != 500 else ""
        peer.sendall(f"HTTP/1.1 {status} Trial\r\n{again}Content-Length: 0\r\n\r\n".encode())

url = f"http://127.0.0.1:{serve(take)}/"
policy = {"total": 2, "backoff_factor": 0.1, "status_forcelist": [429, 500, 502, 503, 504]}

def by_aiohttp_retry(method):
    async def run():
        async with aiohttp_retry.RetryClient() as client, client.request(method, url, data=b"pay"):
            pass
    asyncio.run(run())

def by_urllib3(method):
    urllib3.PoolManager(retries=urllib3.Retry(**policy, raise_on_status=False)).request(method, url, body=b"pay")

def by_requests(method):
    with requests.Session() as session:
        session.mount("http://", requests.adapters.HTTPAdapter(max_retries=urllib3.Retry(**policy, raise_on_status=False)))
        session.request(method, url, data=b"pay")

def by_httpx_retries(method):
    with httpx.Client(transport=httpx_retries.RetryTransport(retry=httpx_retries.Retry(total=2, backoff_factor=0.1))) as client:
        client.request(method, url, content=b"pay")

for name, send in {"aiohttp-retry": by_aiohttp_retry, "urllib3": by_urllib3, "requests": by_requests, "httpx-retries": by_httpx_retries}.items():
    said = []
    for method, status in (("POST", 500), ("POST", 503), ("POST", 429), ("GET", 503)):
        came.clear()
        send(method)
        waited = "" if len(came) < 2 else ", waited" if came[1] - came[0] > 2.5 else ", at once" if came[-1] - came[0] < 2.5 else ", too early"
        said.append(f"{method} {status} {len(came)}{waited}")
    print(f"{name}: {'; '.join(said)}")
P
expect "aiohttp-retry: POST 500 3, at once; POST 503 3, at once; POST 429 1; GET 503 3, at once
urllib3: POST 500 1; POST 503 1; POST 429 1; GET 503 3, waited
requests: POST 500 1; POST 503 1; POST 429 1; GET 503 3, waited
httpx-retries: POST 500 1; POST 503 1; POST 429 1; GET 503 3, waited" "$(python "$folder/retries.py")"
