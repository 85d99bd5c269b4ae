#!/usr/bin/env python3
"""Enters expenses into a group by HTTP, over 16 connections: enter.py URL PROFILE GROUP COUNT. PROFILE is hearth's profile.json."""
import concurrent.futures
import datetime
import http.client
import json
import sys
import urllib.parse
import uuid

CONNECTIONS = 16


def enter(address: str, token: str, group: str, numbers: range) -> None:
    connection = http.client.HTTPConnection(address, timeout=60)
    for number in numbers:
        day = datetime.date(2020, 1, 1) + datetime.timedelta(days=number // 30)
        content = {
            "kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": str(number % 90_000 + 100), "currency": "INR"},
            "description": f"Market day {number}", "date": day.isoformat(),
        }
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        connection.request("POST", f"/v1/groups/{group}/entries", json.dumps({"content": content}), headers)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 201:
            raise SystemExit(f"Entry {number} was answered {answer.status}: {body.decode(errors='replace')}")


def main() -> None:
    url, profile, group, count = sys.argv[1:]
    with open(profile, encoding="utf-8") as file:
        token = json.load(file)["token"]
    address = urllib.parse.urlparse(url).netloc
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        parts = [range(first, int(count), CONNECTIONS) for first in range(CONNECTIONS)]
        for done in [pool.submit(enter, address, token, group, part) for part in parts]:
            done.result()


if __name__ == "__main__":
    main()
