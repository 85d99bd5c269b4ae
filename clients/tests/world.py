"""What the clients' scenarios live in: a hearthd that is killed and started again, a line to it that can be cut, an owner, and programs on the clients."""
from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import signal
import socket
import urllib.error
import urllib.request
import uuid

from websockets.asyncio.client import connect

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds after which what should have come long ago counts as missing.
PATIENCE = 60


class Failed(AssertionError):
    pass


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    def __init__(self, program, folder):
        self.program, self.folder, self.port, self.process, self.options = program, folder, free_port(), None, []

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder, "--registrations-per-hour", "1000", "--message-rate", "2000",
            "--message-burst", "4000", "--identity-message-rate", "2000", "--identity-message-burst", "4000", "--connections-per-address", "500",
            "--groups-per-hour", "1000", "--address-read-ms-per-minute", "1000000", "--identity-read-ms-per-minute", "1000000", *self.options,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        said = b""
        async with asyncio.timeout(PATIENCE):
            while b"serving members" not in said:
                line = await self.process.stderr.readline()
                if not line:
                    raise Failed(f"hearthd ended: {said.decode()}")
                said += line
        # What it says later is read too, so that it never waits for a reader.
        self.reading = asyncio.create_task(self.process.stderr.read())

    async def run(self, *words):
        """Another of hearthd's verbs."""
        process = await asyncio.create_subprocess_exec(self.program, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
        async with asyncio.timeout(PATIENCE):
            said, _ = await process.communicate()
        if process.returncode:
            raise Failed(f"hearthd {' '.join(words)}: {said.decode()}")

    async def kill(self):
        """As a power cut would."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
            await self.reading


class Line:
    """What stands between a client and the server: it can be cut, and can keep what the server says to itself."""

    def __init__(self, port):
        self.target, self.port = port, free_port()
        self.is_cut = self.is_deaf = False
        self.pairs = set()

    async def open(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)

    async def serve(self, reader, writer):
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self.pairs.add(pair)
        await asyncio.gather(self.pass_on(reader, far_writer, lambda: True), self.pass_on(far_reader, writer, lambda: not self.is_deaf))
        self.pairs.discard(pair)

    async def pass_on(self, reader, writer, hears):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if hears():
                    writer.write(data)
                    await writer.drain()
        writer.close()

    def cut(self):
        self.is_cut = True
        for pair in self.pairs:
            for writer in pair:
                writer.transport.abort()

    def mend(self):
        self.is_cut = self.is_deaf = False


class Owner:
    """Asha, who has the group: over HTTP, straight at the server, and by none of the clients that are tried."""

    def __init__(self, server):
        self.server = server

    async def call(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}/v1{path}", data, headers, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

        def ask():
            with opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)

        try:
            return await asyncio.to_thread(ask)
        except urllib.error.HTTPError as error:
            raise Failed(f"{method} {path}: {error.read().decode()}") from None

    async def begin(self):
        self.token = (await self.call("POST", "/identities", {"displayName": "Asha"}))["token"]
        wish = {"name": "Flat 4B", "currency": "INR", "displayName": "Asha"}
        self.group = (await self.call("POST", "/groups", wish))["groupId"]

    async def invite(self, line):
        made = await self.call("POST", f"/groups/{self.group}/invites", {"role": "ROLE_ADULT"})
        return f"http://127.0.0.1:{line.port}/join#{made['inviteCode']}"

    async def add(self, name, minor=100, **more):
        entry = str(uuid.uuid4())
        content = {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": minor, "currency": "INR"}, "description": name, **more}
        await self.call("POST", f"/groups/{self.group}/entries", {"entryId": entry, "content": content})
        return entry

    async def history(self):
        """The whole of lane shared, by the server's own word."""
        events, after = [], 0
        while True:
            page = await self.call("GET", f"/groups/{self.group}/history?lane=shared&after={after}&limit=500")
            events += page.get("events", [])
            if len(events) >= int(page["head"]):
                return events
            after = events[-1]["position"]

    async def member(self, name):
        members = (await self.call("GET", f"/groups/{self.group}/members"))["members"]
        return next(one["memberId"] for one in members if one["displayName"] == name)


class Watcher:
    """The owner's own window: hears what happens in the group, to know when something has happened."""

    def __init__(self, owner):
        self.owner, self.seen, self.news = owner, [], asyncio.Condition()

    async def __aenter__(self):
        self.socket = await connect(f"ws://127.0.0.1:{self.owner.server.port}/v1/socket", subprotocols=["hearth.v1.json"], proxy=None, max_size=None)
        await self.socket.send(json.dumps({"hello": {"token": self.owner.token}}))
        await self.socket.send(json.dumps({"subscribe": {"groupId": self.owner.group}}))
        self.task = asyncio.create_task(self.read())
        await self.until(lambda one: "subscribed" in one)
        return self

    async def read(self):
        with contextlib.suppress(Exception):
            while True:
                message = json.loads(await self.socket.recv())
                async with self.news:
                    self.seen.append(message)
                    self.news.notify_all()

    async def until(self, fits):
        """Waits for a message, counting those that have come."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: any(map(fits, self.seen)))

    async def until_there(self, member, is_wanted=True):
        """Until the member follows the group, or until they do no more."""
        def is_there():
            told = False
            for message in self.seen:
                if "subscribed" in message:
                    told = member in message["subscribed"].get("online", [])
                elif message.get("presenceChanged", {}).get("memberId") == member:
                    told = message["presenceChanged"].get("online", False)
            return told

        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(lambda: is_there() == is_wanted)

    async def __aexit__(self, *_):
        self.task.cancel()
        await self.socket.close()


class Driven:
    """A program on one of the clients."""

    def __init__(self, command, environment, place, server, *more):
        self.words, self.environment = [*command, str(place), server, *more], environment

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 24, env=os.environ | self.environment)
        self.events, self.ended, self.answers = [], None, asyncio.Queue()
        self.news = asyncio.Condition()
        self.reading = asyncio.create_task(self.read())
        return self

    async def read(self):
        while line := await self.process.stdout.readline():
            told = json.loads(line)
            if "answer" in told:
                self.answers.put_nowait(told["answer"])
                continue
            async with self.news:
                if "ended" in told:
                    self.ended = told["ended"]
                else:
                    self.events.append(told)
                self.news.notify_all()

    def say(self, do, **more):
        self.process.stdin.write(json.dumps({"do": do, **more}).encode() + b"\n")

    async def ask(self, do, **more):
        self.say(do, **more)
        return await self.answer()

    async def answer(self):
        async with asyncio.timeout(PATIENCE):
            return await self.answers.get()

    async def until(self, fits):
        try:
            async with asyncio.timeout(PATIENCE), self.news:
                await self.news.wait_for(fits)
        except TimeoutError:
            raise Failed(f"it did not come; {len(self.events)} events did, the last {self.events[-1:]}, and the end is {self.ended}") from None

    async def until_entry(self, entry):
        await self.until(lambda: self.ended or any(one["entry"] == entry for one in self.events))
        if self.ended:
            raise Failed(f"the delivery ended: {self.ended}")

    async def kill(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        await self.reading

    async def close(self):
        """Ends as a program does, in order."""
        self.process.stdin.close()
        async with asyncio.timeout(PATIENCE):
            status = await self.process.wait()
        await self.reading
        if status:
            raise Failed(f"the client's program ended with {status}")
