"""The scenarios that each client package passes against a real hearthd. clients/tests/check.sh installs the packages and runs this.

    check.py --hearthd PROGRAM --python PYTHON --node NAME=NODE… [--short] [--only SCENARIO…]
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time
import traceback
import uuid

from websockets.asyncio.client import connect

from world import PATIENCE, ROOT, Driven, Failed, Line, Owner, Server, Watcher

HERE = pathlib.Path(__file__).resolve().parent
# Limit: a server answers a cursor that more events follow with a snapshot (SPEC SB-04).
CATCH_UP_EVENTS = 2000
# Scenarios of one client that are lived at the same time: most of it is waiting.
AT_ONCE = 2


def must(what, found, wanted):
    if found != wanted:
        raise Failed(f"{what}: {found!r} instead of {wanted!r}")


def entry_among(name, minor, split):
    entry = str(uuid.uuid4())
    return entry, {"addEntry": {"entryId": entry, "content": {
        "kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": minor, "currency": "INR"}, "description": name, "split": split}}}


class World:
    """A server, a line to it, and a group of Asha's."""

    def __init__(self, options, client, folder):
        self.options, self.client, self.folder = options, client, pathlib.Path(folder)

    async def __aenter__(self):
        self.server = Server(self.options.hearthd, str(self.folder / "data"))
        await self.server.start()
        self.line = Line(self.server.port)
        await self.line.open()
        self.owner = Owner(self.server)
        await self.owner.begin()
        self.programs = []
        return self

    async def __aexit__(self, *_):
        for program in self.programs:
            if program.process.returncode is None:
                await program.kill()
        self.line.cut()
        await self.server.kill()

    async def start(self, place="ravi", *more):
        program = Driven(self.client.command, self.client.environment, self.folder / place, f"http://127.0.0.1:{self.line.port}", *more)
        self.programs.append(await program.start())
        return program

    async def joins(self, name="Ravi", *more):
        program = await self.start(name.lower(), *more)
        must("joining", await program.ask("join", invite=await self.owner.invite(self.line), name=name), self.owner.group)
        return program

    async def follows(self, name="Ravi", *more):
        """Somebody who has joined and follows the group."""
        program = await self.joins(name, *more)
        async with Watcher(self.owner) as watcher:
            program.say("follow", group=self.owner.group)
            await watcher.until_there(await self.owner.member(name))
        return program

    async def is_whole(self, program, first):
        """What was delivered is the history from the first entry on: nothing missing, nothing twice, everything in order."""
        history = await self.owner.history()
        start = next(int(one["position"]) for one in history if one["event"].get("entryAdded", {}).get("entryId") == first)
        wanted = [one["event"]["entryAdded"]["entryId"] for one in history[start - 1:] if "entryAdded" in one["event"]]
        shared = [one for one in program.events if one["lane"] == "shared"]
        must("the positions delivered", [one["position"] for one in shared if one["position"] >= start], list(range(start, len(history) + 1)))
        must("the entries delivered", [one["entry"] for one in shared if one["event"] == "entryAdded" and one["position"] >= start], wanted)
        must("repeated ids", len({one["id"] for one in program.events}), len(program.events))

    async def entry(self, name="Milk", minor="100"):
        """An expense of all who share by default now."""
        members = (await self.owner.call("GET", f"/groups/{self.owner.group}/members"))["members"]
        return entry_among(name, minor, {"equal": {"memberIds": [one["memberId"] for one in members]}})

    async def times(self, entry):
        """How often an entry was added."""
        return [one["event"].get("entryAdded", {}).get("entryId") for one in await self.owner.history()].count(entry)


async def join(world):
    """By a link, registering on the way; the same link again changes nothing; a code that is none is refused with cause and remedy."""
    ravi = await world.joins()
    invite = await world.owner.invite(world.line)
    must("the members", await ravi.ask("members", group=world.owner.group), ["Asha", "Ravi"])
    refused = await ravi.ask("join", invite=invite, name="Ravi")
    must("a second invite", (refused["error"], refused["code"]), ("Refused", "already_member"))
    wrong = await ravi.ask("join", invite=invite[:-1] + ("0" if invite[-1] != "0" else "1"), name="Ravi")
    must("a wrong code", (wrong["code"], bool(wrong["cause"]), bool(wrong["remedy"])), ("invite_invalid", True, True))
    # The same link again, also after the program was started anew.
    await ravi.close()
    mira = await world.start("mira")
    must("joining", await mira.ask("join", invite=invite, name="Mira"), world.owner.group)
    must("the same link again", await mira.ask("join", invite=invite, name="Mira"), world.owner.group)
    await mira.close()
    mira = await world.start("mira")
    must("the same link later", await mira.ask("join", invite=invite, name="Mira"), world.owner.group)
    must("the members", await mira.ask("members", group=world.owner.group), ["Asha", "Mira", "Ravi"])


async def live(world):
    """What one adds the other sees; questions are answered; a refusal says code, field, cause and remedy."""
    ravi = await world.follows()
    tea = await world.owner.add("Tea", 300)
    await ravi.until_entry(tea)
    milk, body = await world.entry()
    async with Watcher(world.owner) as watcher:
        answer = await ravi.ask("send", group=world.owner.group, body=body)
        await watcher.until(lambda one: milk in json.dumps(one.get("laneEvents", {})))
    must("the answer's lane", answer["lane"], "shared")
    await ravi.until_entry(milk)
    must("the entries", await ravi.ask("entries", group=world.owner.group), [milk, tea])
    balances = await ravi.ask("balances", group=world.owner.group)
    must("the balances", sorted(balances.values()), ["-100", "100"])
    _, wrong = await world.entry(minor="-5")
    refused = await ravi.ask("send", group=world.owner.group, body=wrong)
    must("the refusal", (refused["error"], refused["code"], refused["field"].split(".")[-1]), ("Refused", "bad_request", "minor"))
    must("cause and remedy", (bool(refused["cause"]), bool(refused["remedy"])), (True, True))
    must("the outbox", await ravi.ask("outbox"), [])
    await world.is_whole(ravi, tea)


async def resume(world, *more):
    """Behind cuts, kill -9 of the server and kill -9 of the program nothing is missed and nothing comes twice."""
    ravi = await world.follows("Ravi", *more)
    first = await world.owner.add("First")
    await ravi.until_entry(first)
    for round in range(2):
        world.line.cut()
        if round == 0:
            await world.server.kill()
            await world.server.start()
        for number in range(12):
            last = await world.owner.add(f"Missed {round} {number}")
        world.line.mend()
        # What comes live behind the catch-up.
        later = await world.owner.add("Later")
        await ravi.until_entry(later)
    await world.is_whole(ravi, first)
    # The program itself: what it has printed is handled, but for the last at most.
    before = ravi.events
    await ravi.kill()
    for number in range(5):
        last = await world.owner.add(f"While it was away {number}")
    ravi = await world.start("ravi", *more)
    ravi.say("follow", group=world.owner.group)
    await ravi.until_entry(last)
    if ravi.events[0]["position"] == before[-1]["position"]:
        before.pop()
    ravi.events[:0] = before
    await world.is_whole(ravi, first)


async def far_behind(world):
    """More is missing than a server catches up by events: it sends a snapshot in their place, and still nothing is missed."""
    ravi = await world.follows()
    first = await world.owner.add("First")
    await ravi.until_entry(first)
    world.line.cut()
    await fill(world.owner, CATCH_UP_EVENTS + 1)
    last = await world.owner.add("Last")
    world.line.mend()
    await ravi.until_entry(last)
    await world.is_whole(ravi, first)


async def fill(owner, count):
    """Adds entries as quickly as they are taken."""
    async with connect(f"ws://127.0.0.1:{owner.server.port}/v1/socket", subprotocols=["hearth.v1.json"], proxy=None) as socket:
        async def send():
            await socket.send(json.dumps({"hello": {"token": owner.token}}))
            for number in range(count):
                content = {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": 100, "currency": "INR"}, "description": f"Entry {number}"}
                command = {"id": str(uuid.uuid4()), "groupId": owner.group, "addEntry": {"entryId": str(uuid.uuid4()), "content": content}}
                await under_way.acquire()
                await socket.send(json.dumps({"request": number + 1, "command": command}))

        under_way = asyncio.Semaphore(200)
        sending = asyncio.create_task(send())
        taken = 0
        async with asyncio.timeout(PATIENCE):
            while taken < count:
                message = json.loads(await socket.recv())
                if "rejected" in message:
                    raise Failed(f"filling: {message}")
                if "accepted" in message:
                    taken += 1
                    under_way.release()
        await sending


async def offline(world, *more):
    """What was said while the server was away is carried out once, in order, also by the next process; so is what lost its answer."""
    ravi = await world.joins("Ravi", *more)
    await ravi.ask("members", group=world.owner.group)
    wishes = [await world.entry(f"Offline {number}") for number in range(3)]
    await world.server.kill()
    ids = [await ravi.ask("post", group=world.owner.group, body=body) for _, body in wishes]
    must("the outbox", await ravi.ask("outbox"), ids)
    await ravi.kill()
    ravi = await world.start("ravi", *more)
    must("the outbox of the next process", await ravi.ask("outbox"), ids)
    await world.server.start()
    await ravi.ask("sent")
    must("the outbox at the end", await ravi.ask("outbox"), [])
    added = [one["event"]["entryAdded"]["entryId"] for one in await world.owner.history() if "entryAdded" in one["event"]]
    must("what was carried out", added, [entry for entry, _ in wishes])
    # The answer is lost on the way, and the connection with it.
    entry, body = await world.entry("Its answer was lost")
    async with Watcher(world.owner) as watcher:
        world.line.is_deaf = True
        ravi.say("send", group=world.owner.group, body=body)
        await watcher.until(lambda one: entry in json.dumps(one.get("laneEvents", {})))
    world.line.cut()
    world.line.mend()
    answer = await ravi.answer()
    must("the answer", (answer["lane"], answer.get("duplicate")), ("shared", True))
    must("how often it was added", await world.times(entry), 1)


async def latecomer(world):
    """An entry that waits is shared by those who shared when it was said (CM-15): nobody who joins meanwhile pays for it."""
    ravi = await world.follows()
    group = world.owner.group
    for name, role in (("Meera", "ROLE_ADULT"), ("Kabir", "ROLE_ADULT"), ("Looks on", "ROLE_VIEWER")):
        await world.owner.call("POST", f"/groups/{group}/members", {"displayName": name, "role": role})
    four = await ravi.ask("sharing", group=group)
    must("who shares", four, [await world.owner.member(name) for name in ("Asha", "Ravi", "Meera", "Kabir")])
    # What came to Ravi before the line is cut is known to a client that folds the group.
    await ravi.until_entry(await world.owner.add("Seen"))
    world.line.cut()
    entries = {}
    for way in ("equal", "none") if world.client.folds else ():
        entry, body = entry_among(way, "12000", {"equal": {}} if way == "equal" else {})
        entries[entry] = await ravi.ask("post", group=group, body=body)
    if not world.client.folds:
        for split in ({"equal": {}}, {}):
            _, body = entry_among("Nobody", "12000", split)
            for way in ("post", "send"):
                refused = await ravi.ask(way, group=group, body=body)
                must("the refusal", (refused["error"], refused["field"], bool(refused["cause"])), ("NobodyNamed", "addEntry.content.split", True))
                must("its remedy", "sharing" in refused["remedy"], True)
        must("nothing of it was kept", await ravi.ask("outbox"), [])
        entry, body = entry_among("Named", "12000", {"equal": {"memberIds": four}})
        entries[entry] = await ravi.ask("post", group=group, body=body)
    must("the outbox", await ravi.ask("outbox"), list(entries.values()))
    await world.owner.call("POST", f"/groups/{group}/members", {"displayName": "Late", "role": "ROLE_ADULT"})
    world.line.mend()
    await ravi.ask("sent")
    must("the outbox at the end", await ravi.ask("outbox"), [])
    owed = {one["event"]["entryAdded"]["entryId"]: one["event"]["entryAdded"]["owed"] for one in await world.owner.history() if "entryAdded" in one["event"]}
    for entry in entries:
        must("who owes how much", [(one["memberId"], one["minor"]) for one in owed[entry]], [(one, "3000") for one in four])


async def nobody_named(world):
    """Where nothing is followed an entry that names nobody is not kept, and it is said what to name."""
    ravi = await world.joins()
    _, body = entry_among("Nobody", "12000", {"equal": {}})
    refused = await ravi.ask("post", group=world.owner.group, body=body)
    must("the refusal", (refused["error"], refused["field"], "sharing" in refused["remedy"]), ("NobodyNamed", "addEntry.content.split", True))
    must("the outbox", await ravi.ask("outbox"), [])
    # The same path as the server's.
    wrong = entry_among("Nobody", "12000", {"equal": {"memberIds": ["nobody"]}})[1]
    refused = await ravi.ask("send", group=world.owner.group, body=wrong)
    must("the server's field", refused["field"].startswith("addEntry.content.split."), True)


async def whole_plan(world):
    """A plan of more payments than one message has space for comes whole, and in the group's own way where no other is named (ST-06, ST-07)."""
    ravi = await world.joins()
    group, count = world.owner.group, 70
    await world.owner.call("PATCH", f"/groups/{group}", {"membersMax": 100})
    for number in range(count - 2):
        await world.owner.call("POST", f"/groups/{group}/members", {"displayName": f"Member {number}", "role": "ROLE_ADULT"})
    members = [one["memberId"] for one in (await world.owner.call("GET", f"/groups/{group}/members"))["members"]]
    must("the members", len(members), count)
    # Each pays for all, and each later one a paisa more for everybody: so who joined as the 3rd owes who joined as the 10th 7 paise.
    for place, member in enumerate(members):
        minor = (1000 + place) * count
        await world.owner.add(f"Round {place}", minor, paid=[{"memberId": member, "minor": minor}], split={"equal": {"memberIds": members}})
    await world.owner.call("PATCH", f"/groups/{group}", {"simplifyDebts": False})
    plan = await ravi.ask("settlement", group=group)
    must("how it is reckoned", plan["mode"], "SETTLEMENT_MODE_DIRECT")
    must("what is left to ask for", plan.get("nextDebt", 0), 0)
    owed = {(one["fromMemberId"], one["toMemberId"]): int(one["minor"]) for one in plan["debts"]}
    must("how many payments", (len(plan["debts"]), len(owed)), (count * (count - 1) // 2, count * (count - 1) // 2))
    must("the payments", owed, {(members[a], members[b]): b - a for a in range(count) for b in range(a + 1, count)})
    # The control: it is more than one message.
    first = await ravi.ask("ask", body={"readSettlement": {"groupId": group}})
    must("a part of it in one message", 0 < first["settlement"]["nextDebt"] < len(owed), True)
    simplified = await ravi.ask("settlement", group=group, mode="SETTLEMENT_MODE_SIMPLIFIED")
    must("another way by its name", (simplified["mode"], len(simplified["debts"]) < count), ("SETTLEMENT_MODE_SIMPLIFIED", True))


async def removal(world):
    """After a removal nothing more is delivered, and the program is told why."""
    ravi = await world.follows()
    await ravi.until_entry(await world.owner.add("Before"))
    await world.owner.call("DELETE", f"/groups/{world.owner.group}/members/{await world.owner.member('Ravi')}")
    await ravi.until(lambda: ravi.ended)
    must("the end", (ravi.ended["error"], bool(ravi.ended["cause"])), ("MembershipEnded", True))
    last = ravi.events[-1]
    must("the last event", last["event"], "memberRemoved")
    await world.owner.add("After")
    refused = await ravi.ask("members", group=world.owner.group)
    must("a question afterwards", refused["code"], "not_found")
    # By that answer everything that was on its way had come.
    must("the last event still", ravi.events[-1], last)


async def wrong_token(world):
    """A token that nobody knows ends the client, and nothing waits for ever."""
    ravi = await world.joins()
    entry, body = await world.entry()
    await world.server.kill()
    await ravi.ask("post", group=world.owner.group, body=body)
    world.server.folder += "-another"
    await world.server.start()
    stopped = await ravi.ask("sent")
    must("the end", (stopped["error"], bool(stopped["remedy"])), ("Stopped", True))
    must("what waits is kept", len(await ravi.ask("outbox")), 1)


async def restored(world):
    """A server that was restored from a backup is told apart; followed again, it goes on."""
    ravi = await world.follows()
    await ravi.until_entry(await world.owner.add("In the backup"))
    await world.server.run("backup", f"{world.folder}/backup", "--data", world.server.folder)
    await ravi.until_entry(await world.owner.add("Gone"))
    await world.server.kill()
    world.server.folder += "-restored"
    await world.server.run("restore", f"{world.folder}/backup", "--data", world.server.folder)
    await world.server.start()
    await ravi.until(lambda: ravi.ended)
    must("the end", (ravi.ended["error"], bool(ravi.ended["remedy"])), ("HistoryRestored", True))
    member = await world.owner.member("Ravi")
    async with Watcher(world.owner) as watcher:
        # Nothing more was wanted of the group.
        await watcher.until_there(member, False)
        ravi.ended = None
        ravi.say("follow", group=world.owner.group)
        await watcher.until_there(member)
    after = await world.owner.add("After the backup")
    await ravi.until_entry(after)
    must("what came at last", [one["entry"] for one in ravi.events][-1:], [after])


async def one_too_far(world):
    """The control: a client that resumes one event too far is found out."""
    try:
        await resume(world, "--resume-one-too-far")
    except Failed as failed:
        if str(failed).startswith("the positions delivered"):
            return
        raise
    raise Failed("a client that resumes one event too far passed")


async def forgetful(world):
    """The control: a client that forgets what waits is found out."""
    try:
        await offline(world, "--forgetful")
    except Failed as failed:
        if str(failed).startswith("the outbox of the next process"):
            return
        raise
    raise Failed("a client that forgets what waits passed")


async def example(world):
    """The live example prints what is added."""
    process = await asyncio.create_subprocess_exec(
        *world.client.example, await world.owner.invite(world.line), cwd=world.folder, env=os.environ | world.client.environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)

    async def line(text):
        async with asyncio.timeout(PATIENCE):
            while said := await process.stdout.readline():
                if text in said.decode():
                    return
        raise Failed(f"it ended: {(await process.stderr.read()).decode()}")

    try:
        async with Watcher(world.owner) as watcher:
            await line("Following")
            await watcher.until_there(await world.owner.member("Live"))
        await world.owner.add("Vegetables", 45050)
        await line("Asha added Vegetables: 45050 INR in minor units")
        await world.owner.call("DELETE", f"/groups/{world.owner.group}/members/{await world.owner.member('Live')}")
        await line("not in the group any more")
        must("its status", await process.wait(), 0)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def digest(world):
    """The bot of docs/bot.md posts a week once, and says what was spent; its code on the page is the file."""
    page = (ROOT / "docs/bot.md").read_text(encoding="utf-8")
    code = (HERE.parent / "python/examples/digest.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    must("the code of docs/bot.md", "".join(blocks), code)
    posted = []

    class Chat(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    chat = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=chat.serve_forever, daemon=True).start()
    try:
        ravi = await world.joins()
        await world.owner.add("Vegetables", 45050, date="2026-10-14", category="groceries")
        await world.owner.add("Electricity", 120000, date="2026-10-18", category="utilities")
        await world.owner.add("Another week", 700, date="2026-10-19")
        await ravi.close()
        made = await world.owner.call("POST", f"/groups/{world.owner.group}/invites", {"role": "ROLE_VIEWER"})
        words = [*world.client.digest, f"http://127.0.0.1:{world.line.port}/join#{made['inviteCode']}", f"http://127.0.0.1:{chat.server_port}/hook", "--day"]
        for day in ("2026-10-15", "2026-10-12", "2026-10-20"):
            process = await asyncio.create_subprocess_exec(*words, day, cwd=world.folder, env=os.environ | world.client.environment)
            async with asyncio.timeout(PATIENCE):
                must("its status", await process.wait(), 0)
    finally:
        chat.shutdown()
        chat.server_close()
    must("how often it posted", len(posted), 2)
    must("what it posted", posted[0]["text"], "2026-10-12 to 2026-10-18: 1650.50 INR spent\n- utilities: 1200.00 INR\n- groceries: 450.50 INR\n"
         "Asha paid 1650.50 INR\nRavi owes Asha 828.75 INR")


async def queue_limit(world):
    """The limit of what waits for a slow program, at it and one past it."""
    process = await asyncio.create_subprocess_exec(*world.client.queue_limit, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    async with asyncio.timeout(PATIENCE):
        said, _ = await process.communicate()
    must("what it says", (process.returncode, said.decode().strip()), (0, "the queue's limit holds"))


async def tables(world):
    """What needs no server: a plan that changes while it is read, splits that name nobody, and which refusals are tried again, by errors.json."""
    words = [*world.client.tables, str(ROOT / "Protocol/errors.json")]
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    async with asyncio.timeout(PATIENCE):
        said, _ = await process.communicate()
    must("what it says", (process.returncode, said.decode().strip()), (0, "the tables hold"))


async def in_a_browser(world):
    """The JavaScript package in Chromium, from another origin: joins, sees, sends, and goes on after the page was away."""
    os.environ.setdefault("HEARTH_PAGE_PATIENCE", str(PATIENCE))
    sys.path.append(str(ROOT / "Tests/Page"))
    from chromium import Browser

    package = f"{world.options.packages}/node_modules/hearth-client"
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Quiet(*given, directory=package))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{files.server_port}"
    await world.server.kill()
    world.server.options = ["--origin", origin]
    await world.server.start()
    begin = """globalThis.seen = []; globalThis.client = null; (async () => {
      const { HearthClient } = await import('/clients/javascript/client.js');
      globalThis.client = await HearthClient.open({ server: '%s' });
      const group = await client.join('%s', { name: 'Ravi' });
      for await (const event of client.follow(group)) seen.push({ ...event, entry: event.body.entryId ?? '', event: event.kind });
    })().catch((error) => { globalThis.failed = String(error); }); true""" % (f"http://127.0.0.1:{world.line.port}", await world.owner.invite(world.line))
    try:
        async with Browser() as browser:
            page = await browser.person()
            # A page of the package's files.
            await page.goto(f"{origin}/package.json")
            await page.run(begin)
            await page.until("globalThis.failed || client?.isRegistered", "it registers")
            async with Watcher(world.owner) as watcher:
                await page.until("globalThis.failed || seen && client?.group('%s')?.shared" % world.owner.group, "it follows")
                must("a failure", await page.run("globalThis.failed ?? ''"), "")
                await watcher.until_there(await world.owner.member("Ravi"))
            first = await world.owner.add("First")
            await page.until(f"seen.some((one) => one.entry === '{first}')", "the first entry")
            milk, body = await world.entry()
            answer = await page.run(f"client.send('{world.owner.group}', {json.dumps(body)})")
            must("the answer's lane", answer["lane"], "shared")
            await page.until(f"seen.some((one) => one.entry === '{milk}')", "its own entry")
            before = await page.run("seen")
            await page.goto(f"{origin}/clients/javascript/client.d.ts")
            for number in range(3):
                last = await world.owner.add(f"While it was away {number}")
            await page.goto(f"{origin}/package.json")
            await page.run(begin)
            await page.until(f"seen.some((one) => one.entry === '{last}')", "what was missed")
            program = argparse.Namespace(events=[*before, *await page.run("seen")])
            if program.events[len(before)]["position"] == before[-1]["position"]:
                del program.events[len(before)]
            await world.is_whole(program, first)
    finally:
        files.shutdown()
        files.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, with the type that a browser wants of a module."""

    extensions_map = {".js": "text/javascript", ".json": "text/plain", ".ts": "text/plain", "": "application/octet-stream"}

    def log_message(self, *_):
        pass


SCENARIOS = [join, live, resume, offline, latecomer, nobody_named, whole_plan, removal, wrong_token, restored, one_too_far, forgetful, example, digest, queue_limit,
             tables, in_a_browser, far_behind]
LONG = {far_behind}


class Client:
    def __init__(self, name, command, environment, example, queue_limit, tables, digest=None, folds=False, has_browser=False):
        self.name, self.command, self.environment, self.example = name, command, environment, example
        self.queue_limit, self.tables, self.digest = queue_limit, tables, digest
        # Whether it knows the group that it follows, and not only what happens in it.
        self.folds = folds
        self.has_browser = has_browser

    def may(self, scenario):
        return {digest: bool(self.digest), in_a_browser: self.has_browser}.get(scenario, True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hearthd", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--packages", required=True, help="the folder whose node_modules has hearth-client")
    parser.add_argument("--node", action="append", default=[])
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    examples = HERE.parent / "python/examples"
    clients = [Client("Python", [options.python, str(HERE / "driven.py")], {}, [options.python, str(examples / "live.py")],
                      [options.python, str(HERE / "queue_limit.py")], [options.python, str(HERE / "tables.py")],
                      digest=[options.python, str(examples / "digest.py")])]
    for given in options.node:
        name, _, node = given.partition("=")
        # Beside node_modules, as a user's program is.
        clients.append(Client(f"JavaScript, {name}", [node, f"{options.packages}/driven.mjs"], {"NODE_PATH": "/usr/share/nodejs"},
                              [node, f"{options.packages}/live.mjs"], [node, f"{options.packages}/queue-limit.mjs"],
                              [node, f"{options.packages}/tables.mjs"], folds=True, has_browser=len(clients) == 1 and bool(shutil.which("chromium"))))
    if not shutil.which("chromium"):
        if os.environ.get("HEARTH_SKIP_NOTHING"):
            raise SystemExit("There is no Chromium. On Debian: apt-get install chromium")
        print("Left out: in_a_browser, since there is no Chromium.", file=sys.stderr)
    unknown = set(options.only) - {one.__name__ for one in SCENARIOS}
    if unknown:
        raise SystemExit(f"There is no such scenario: {', '.join(sorted(unknown))}.")
    # The clients live side by side, each in worlds of its own.
    outcomes = [one for some in await asyncio.gather(*(scenarios_of(client, options) for client in clients)) for one in some]
    print(f"{sum(outcomes)} passed, {len(outcomes) - sum(outcomes)} failed")
    return not outcomes or not all(outcomes)


async def scenarios_of(client, options):
    """Whether each scenario passed with a client."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def passes(scenario):
        async with turns:
            start = time.monotonic()
            try:
                with tempfile.TemporaryDirectory(prefix="hearth-clients-") as folder:
                    async with World(options, client, folder) as world:
                        await scenario(world)
                print(f"passed {client.name}: {scenario.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
                return True
            except Exception as failure:
                print(f"FAILED {client.name}: {scenario.__name__} ({time.monotonic() - start:.1f} s): {failure}", flush=True)
                if not isinstance(failure, Failed):
                    traceback.print_exc()
                return False

    wanted = [one for one in SCENARIOS if (not options.only or one.__name__ in options.only) and not (options.short and one in LONG) and client.may(one)]
    return await asyncio.gather(*map(passes, wanted))


with contextlib.suppress(KeyboardInterrupt):
    sys.exit(1 if asyncio.run(main()) else 0)
