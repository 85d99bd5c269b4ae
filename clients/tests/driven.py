"""A program on the Python client that does what the scenarios say, one JSON object a line, and tells what it sees. clients/tests/check.py drives it.

With --resume-one-too-far or --forgetful it is wrong on purpose: the scenarios have to find that out.
"""
from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from typing import Any

from hearth_client import HearthClient, HearthError, NobodyNamed, Refused


class OneTooFar(HearthClient):
    def resume_at(self, lane: str, position: int) -> int:
        return position + (lane == "shared")


def tell(**what: Any) -> None:
    print(json.dumps(what), flush=True)


def problem(error: HearthError) -> dict[str, Any]:
    said: dict[str, Any] = {"error": type(error).__name__, "cause": error.cause, "remedy": error.remedy}
    if isinstance(error, Refused):
        said |= {"code": error.code, "field": error.field}
    if isinstance(error, NobodyNamed):
        said |= {"field": error.field}
    return said


async def follow(client: HearthClient, group: str) -> None:
    try:
        async for event in client.follow(group):
            tell(event=event.kind, lane=event.lane, position=event.position, id=event.id, entry=(event.body or {}).get("entryId", ""))
    except HearthError as error:
        tell(ended=problem(error))


async def act(client: HearthClient, wish: dict[str, Any]) -> Any:
    match wish["do"]:
        case "join":
            return await client.join(wish["invite"], wish["name"])
        case "send":
            return await client.send(wish["group"], wish["body"])
        case "post":
            return client.post(wish["group"], wish["body"])
        case "outbox":
            return [one.id for one in client.outbox()]
        case "sent":
            return await client.sent()
        case "members":
            return sorted(one["displayName"] for one in (await client.members(wish["group"])).values())
        case "entries":
            return [one["entry"]["entryId"] async for one in client.entries(wish["group"])]
        case "balances":
            return {member: str(minor) for member, minor in (await client.balances(wish["group"])).items()}
        case "sharing":
            return await client.sharing(wish["group"])
        case "settlement":
            return await client.settlement(wish["group"], "", wish.get("mode"))
        case "ask":
            return await client.ask(wish["body"])
        case other:
            raise ValueError(other)


def forget(path: str) -> None:
    """As if what waits had never been kept."""
    database = sqlite3.connect(path)
    if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").fetchone():
        database.execute("DELETE FROM outbox")
    database.commit()
    database.close()


async def main(path: str, server: str, is_wrong: bool, is_forgetful: bool) -> None:
    if is_forgetful:
        forget(path)
    lines = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with (OneTooFar if is_wrong else HearthClient)(path, server) as client:
        following: set[asyncio.Task[None]] = set()
        while line := await lines.readline():
            wish = json.loads(line)
            if wish["do"] == "follow":
                following.add(asyncio.create_task(follow(client, wish["group"])))
                continue
            try:
                tell(answer=await act(client, wish))
            except HearthError as error:
                tell(answer=problem(error))
        for task in following:
            task.cancel()


asyncio.run(main(sys.argv[1], sys.argv[2], "--resume-one-too-far" in sys.argv, "--forgetful" in sys.argv))
