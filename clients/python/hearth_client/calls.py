"""The calls over HTTP by which somebody becomes known and joins, and the addresses and ids that they need."""
from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any

from .decimals import DECIMALS
from .errors import Refused, Unreachable

# Limit: what a call may take, in seconds.
CALL_SECONDS = 30


def new_id() -> str:
    """A UUID of version 7: its first 48 bits are the time."""
    data = bytearray(int(time.time() * 1000).to_bytes(6, "big") + os.urandom(10))
    data[6] = 0x70 | data[6] & 0x0F
    data[8] = 0x80 | data[8] & 0x3F
    return str(uuid.UUID(bytes=bytes(data)))


def plain(minor: int | str, currency: str) -> str:
    """An amount of minor units in digits: 45050 of INR is "450.50"."""
    decimals = DECIMALS.get(currency, 2)
    units, rest = divmod(abs(int(minor)), 10**decimals)
    return f"{'-' if int(minor) < 0 else ''}{units}{f'.{rest:0{decimals}}' if decimals else ''}"


def code_in(text: str) -> str:
    """The code of an invite as it is written, "7GXK-2MQ4-T9ZB-0HWC", from a code or a link; empty when it is none."""
    part = text.rsplit("#", 1)[-1].rsplit("/", 1)[-1]
    letters = re.sub(r"[\s-]", "", part).upper().replace("O", "0").replace("I", "1").replace("L", "1")
    return "-".join(re.findall("....", letters)) if re.fullmatch("[0-9A-HJKMNP-TV-Z]{16}", letters) else ""


def server_in(text: str) -> str:
    """Scheme and host of a link or an address, as `http://host:port`; empty when there are none."""
    if "://" not in text:
        text = f"http://{text}" if re.fullmatch(r"[A-Za-z0-9.-]+:\d+|\[[0-9a-fA-F:.]+\]:\d+", text) else ""
    parts = urllib.parse.urlsplit(text)
    schemes = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
    return f"{schemes[parts.scheme]}://{parts.netloc}" if parts.scheme in schemes and parts.netloc else ""


async def call(url: str, body: Any, *, token: str = "", key: str = "", context: ssl.SSLContext | None = None) -> dict[str, Any]:
    """POSTs JSON and returns the answer's; raises Refused or Unreachable."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if key:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    # No proxy of the environment: the token is for the server alone.
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
    if context:
        handlers.append(urllib.request.HTTPSHandler(context=context))
    opener = urllib.request.build_opener(*handlers)

    def ask() -> dict[str, Any]:
        with opener.open(request, timeout=CALL_SECONDS) as answer:
            told: dict[str, Any] = json.load(answer)
            return told

    try:
        return await asyncio.to_thread(ask)
    except urllib.error.HTTPError as error:
        with error:
            text = error.read()
        try:
            problem = json.loads(text)
        except ValueError:
            raise Unreachable(f"{url} answered {error.code} without saying why.") from None
        raise Refused(problem, error.code) from None
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"{url} gives no answer: {error}") from error
