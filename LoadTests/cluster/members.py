"""Members of groups, on the package of clients/python. Each tells what it was answered and what it received, so that judge.py can judge it."""
from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import pathlib
import random
import time

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from hearth_client import Event, HearthClient, MembershipEnded, Refused
from hearth_client import client as package
from hearth_client.calls import call, new_id

from judge import Arrival, Case, Reader, Row, Sent
from world import Cluster, Failed, Node

# A member tries another server soon: the figures are to be the servers' time, not the clients' back-off.
package.FIRST_DELAY, package.LAST_DELAY = 0.2, 1.0
# Seconds without an answer after which a member tries another server.
ANSWER_SECONDS = 2.5
package.LOGIN_SECONDS = ANSWER_SECONDS
# Seconds between an `unavailable` and the next try, elsewhere.
ELSEWHERE_SECONDS = 0.15
MEMBERS = 3
# Seconds between two acts of a minor, on average.
MINOR_SECONDS = 1.0
# The part of one adult's commands that goes to an account of their own.
ACCOUNT_PART = 0.1


class Member(HearthClient):
    """Somebody who tries the next server when one is gone, says nothing, or says that it cannot."""

    def __init__(self, path: pathlib.Path, nodes: list[Node], first: int, name: str) -> None:
        self.nodes, self.at, self.name = nodes, first, name
        self.member_id = ""
        self.record = Reader(name)
        self.subscription = 0
        self.asked_from: dict[str, int] = {}
        self.arrived: dict[str, int] = {}
        self.moves = 0
        super().__init__(str(path), nodes[first].url)

    def _address(self) -> str:
        return self.nodes[self.at % len(self.nodes)].url

    def _lose(self) -> None:
        super()._lose()
        self.at += 1

    def go_to(self, node: Node) -> None:
        """Drops the connection; the next is with this server."""
        place = self.nodes.index(node)
        # Each connection that is lost moves it on by one.
        self.at = place - 1 if self._socket else place
        self.leave()

    def leave(self) -> None:
        """Drops the connection; the next is with another server."""
        if self._socket and self._socket.transport:
            self.moves += 1
            self._socket.transport.abort()

    async def _ask_once(self, body):
        socket = self._socket
        if "subscribe" in body:
            self.asked_from = {one["lane"]: int(one["position"]) for one in body["subscribe"]["cursors"]}
            self.arrived = {}
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await super()._ask_once(body)
        except TimeoutError:
            if self._socket is socket:
                self.leave()
            raise package.Unreachable("It said nothing.") from None
        except Refused as refused:
            if refused.code == "unavailable":
                refused.retry_after_ms = int(ELSEWHERE_SECONDS * 1000)
                if self._socket is socket:
                    self.leave()
            raise

    def _take(self, message) -> None:
        if "subscribed" in message:
            self.subscription += 1
            for one in message["subscribed"].get("lanes", []):
                lane, start = one.get("lane", ""), int(one.get("start", 0))
                # Not the server's word for where it goes on, unless the member had nothing. Where a group moves, or others read a
                # lane, the server begins anew without being asked: behind what has come, or from where it was asked to begin.
                known = {places[lane] for places in (self.asked_from, self.arrived) if lane in places}
                self.record.starts[(self.subscription, lane)] = start if one.get("snapshot") or not known or start in known else max(known)
        elif "laneEvents" in message:
            lane = message["laneEvents"]["lane"]
            for one in message["laneEvents"].get("events", []):
                self.record.arrivals.append(Arrival(
                    self.subscription, lane, int(one["position"]), one["event"].get("commandId", ""), base64.b64decode(one.get("hash", ""))))
                self.arrived[lane] = int(one["position"])
        super()._take(message)

    async def follow_all(self, group: str, began: asyncio.Event) -> None:
        first = asyncio.create_task(self._note_begin(group, began))
        try:
            async for event in self.follow(group):
                self.take(event)
        finally:
            first.cancel()

    def take(self, event: Event) -> None:
        self.record.delivered.setdefault(event.lane, []).append((event.position, event.command_id))

    async def _note_begin(self, group: str, began: asyncio.Event) -> None:
        while not (following := self._followings.get(group)) or not following.taken:
            await asyncio.sleep(0.01)
        self.record.began = dict(following.taken)
        began.set()

    def has(self, lane: str) -> int:
        delivered = self.record.delivered.get(lane)
        return delivered[-1][0] if delivered else self.record.began.get(lane, 0)


class Group:
    """A group with its members, of whom each adds expenses one after the other while the load goes on."""

    def __init__(self, cluster: Cluster, folder: pathlib.Path, random: random.Random, pause: float) -> None:
        self.cluster, self.folder, self.random, self.pause = cluster, folder, random, pause
        self.members: list[Member] = []
        """The adults, of whom the first is the owner, and the second has an account that only they read."""
        self.minor: Member
        self.gone: Member
        """Somebody who was a member and was removed."""
        self.opened: list[Member] = []
        """All who have to be closed in the end."""
        self.account = new_id()
        self.tasks: list[asyncio.Task[None]] = []
        self.senders: list[asyncio.Task[None]] = []
        self.case = Case("")
        self.answered: list[float] = []
        """When each acknowledgement came."""
        self.answered_to: dict[str, list[float]] = {}
        """The same of each member, by name."""
        self.goes = False
        self.number = 0

    @property
    def id(self) -> str:
        return self.case.group

    async def begin(self, at: int) -> None:
        """Makes it at a node, which then owns it; with links its members start anywhere. One is removed at once."""
        self.folder.mkdir()
        places = [self.random.randrange(self.cluster.count) if self.cluster.has_links else at for _ in range(MEMBERS)]
        invites = []
        for number, place in enumerate(places):
            # They join where the group is served.
            member = Member(self.folder / f"{number}.db", self.cluster.nodes, at, f"member {number} of {self.folder.name}")
            self.members.append(member)
            self.opened.append(member)
            await member.__aenter__()
            if number == 0:
                await member.register("Asha")
                made = await call(f"{member._address()}/v1/groups", {"name": self.folder.name, "currency": "INR", "displayName": "Asha"}, token=member._token,
                                  key=new_id())
                self.case.group = made["groupId"]
                for _ in places[1:]:
                    made = await call(f"{member._address()}/v1/groups/{self.id}/invites", {"role": "ROLE_ADULT"}, token=member._token, key=new_id())
                    invites.append(made["inviteCode"])
            else:
                await member.join(invites[number - 1], f"Ravi {number}")
        self.minor = await self._further("Meera", "ROLE_MINOR", at)
        self.gone = await self._further("Kiran", "ROLE_ADULT", at)
        known = await self.members[0].members(self.id)
        by_name = {one["displayName"]: id for id, one in known.items()}
        for number, member in enumerate(self.members):
            member.member_id = by_name["Asha" if number == 0 else f"Ravi {number}"]
        self.minor.member_id, self.gone.member_id = by_name["Meera"], by_name["Kiran"]
        self._note_audience()
        # Their lanes are there before anybody follows.
        await self._carry_out(self.members[1], {"setAccount": {"accountId": self.account, "content": {"name": "Wallet", "type": "ACCOUNT_TYPE_CASH"}}})
        await self._carry_out(self.members[1], self._account_entry())
        await self._carry_out(self.minor, self._spending())
        begun = []
        ended = asyncio.Event()
        for member in [*self.readers, self.gone]:
            began = asyncio.Event()
            following = member.follow_all(self.id, began)
            self.tasks.append(asyncio.create_task(self._until_removed(following, ended) if member is self.gone else following))
            begun.append(began.wait())
        async with asyncio.timeout(30):
            await asyncio.gather(*begun)
            self.case.removed[self.gone.name] = await self._carry_out(self.members[0], {"removeMember": {"memberId": self.gone.member_id}})
            await ended.wait()
        # What comes behind the removal is not for them: it is not missing.
        self.gone.record.began = {}
        for member, place in zip(self.members, places):
            if place != at:
                member.go_to(self.cluster.nodes[place])

    @property
    def readers(self) -> list[Member]:
        """All who are members."""
        return [*self.members, self.minor]

    async def _further(self, name: str, role: str, at: int) -> Member:
        """Somebody who joins with a role."""
        owner = self.members[0]
        number = MEMBERS + (role != "ROLE_MINOR")
        member = Member(self.folder / f"{number}.db", self.cluster.nodes, at, f"member {number} of {self.folder.name}")
        self.opened.append(member)
        await member.__aenter__()
        made = await call(f"{owner._address()}/v1/groups/{self.id}/invites", {"role": role}, token=owner._token, key=new_id())
        try:
            await member.join(made["inviteCode"], name)
        except Refused as refused:
            if refused.code != "transparency_not_accepted":
                raise
            # A minor accepts the notice of today's version, which the refusal names (SPEC MB-08).
            await member.join(made["inviteCode"], name, accepts_transparency=refused.details["transparency_version"])
        return member

    @staticmethod
    async def _until_removed(following, ended: asyncio.Event) -> None:
        with contextlib.suppress(MembershipEnded):
            await following
        ended.set()

    def _note_audience(self) -> None:
        """Who may read which lane (SPEC LN-14 and the table of rights), by what was done here alone."""
        adults, minor, gone = {member.name for member in self.members}, self.minor.name, self.gone.name
        owner, keeper = self.members[0].name, self.members[1].name
        self.case.audience = {
            "shared": {*adults, minor, gone}, "admin": {owner}, "income": {*adults, gone},
            f"minor/{self.minor.member_id}": {owner, minor}, f"account/{self.account}": {keeper},
            **{f"inbox/{member.member_id}": {member.name} for member in [*self.readers, self.gone]}}

    async def pry(self) -> None:
        """Those who may not read a lane ask any server for it. What they are told is for the judge."""
        minor, account, inbox = f"minor/{self.minor.member_id}", f"account/{self.account}", f"inbox/{self.members[0].member_id}"
        for member, lane in ((self.minor, account), (self.members[2], account), (self.members[2], minor), (self.members[1], inbox), (self.gone, "shared")):
            for attempt in range(PRIES_MAX):
                with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                    if await pry(member, self.case, lane, self.random.choice(self.cluster.nodes)):
                        break
                await asyncio.sleep(0.5)
            else:
                raise Failed(f"{member.name} was not answered when they asked for {lane}")

    def load(self) -> None:
        self.goes = True
        self.senders = [asyncio.create_task(self._send(member, MINOR_SECONDS if member is self.minor else self.pause)) for member in self.readers]

    async def _send(self, member: Member, pause: float) -> None:
        while self.goes:
            if member is self.minor:
                await self._carry_out(member, self._spending())
            elif member is self.members[1] and self.random.random() < ACCOUNT_PART:
                await self._carry_out(member, self._account_entry())
            else:
                await self.command(member)
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * pause)

    def _spending(self) -> dict:
        return {"setSpending": {"spendingId": new_id(), "content": {"amount": {"minor": "100", "currency": "INR"}, "description": "Sweets"}}}

    def _account_entry(self) -> dict:
        return {"setAccountEntry": {"accountId": self.account, "entryId": new_id(), "content": {
            "kind": "ACCOUNT_ENTRY_KIND_DEPOSIT", "amount": {"minor": "100", "currency": "INR"}, "description": "In"}}}

    async def _carry_out(self, member: Member, body: dict) -> str:
        """A command that changes no balance: its id, once it is answered."""
        command = new_id()
        self.case.sent[command] = Sent({})
        await self._answered(member, command, {"id": command, **body})
        return command

    def body(self, member: Member) -> tuple[str, dict, Sent]:
        self.number += 1
        ids = [one.member_id for one in self.members]
        # It divides without a rest.
        minor = self.random.randrange(1, 5000) * len(ids)
        command = new_id()
        body = {"id": command, "addEntry": {"entryId": new_id(), "content": {
            "kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": str(minor), "currency": "INR"}, "description": f"Entry {self.number}",
            "split": {"equal": {"memberIds": ids}}}}}
        effect = {id: (minor if id == member.member_id else 0) - minor // len(ids) for id in ids}
        return command, body, Sent(effect)

    async def command(self, member: Member) -> None:
        command, body, sent = self.body(member)
        self.case.sent[command] = sent
        await self._answered(member, command, body)
        self.answered_to.setdefault(member.name, []).append(self.answered[-1])

    async def _answered(self, member: Member, command: str, body: dict) -> None:
        sent = self.case.sent[command]
        try:
            accepted = await member.send(self.id, body)
        except Refused as refused:
            sent.is_refused = True
            raise Failed(f"{member.name} was refused: {refused}") from None
        sent.answer = (accepted["lane"], int(accepted["position"]))
        self.answered.append(time.monotonic())

    async def stop(self, seconds: float) -> None:
        """Waits until every command is answered."""
        self.goes = False
        done, left = await asyncio.wait(self.senders, timeout=seconds)
        for task in done:
            task.result()
        if left:
            raise Failed(f"{len(left)} members of {self.folder.name} have no answer after {seconds:.0f} s")

    async def read_log(self) -> None:
        id = bytes.fromhex(self.id.replace("-", ""))
        rows = await self.cluster.ask("SELECT sequence, lane, position, bytes, hash FROM hearth.event WHERE group_id = %s ORDER BY sequence", id)
        self.case.rows = [Row(sequence, lane, position, bytes(data), bytes(hash)) for sequence, lane, position, data, hash in rows]
        self.case.strangers = await self.cluster.ask("SELECT sequence, writer, owner FROM judge.stranger WHERE group_id = %s ORDER BY sequence", id)
        self.case.head = (await self.cluster.ask("SELECT head FROM hearth.room WHERE group_id = %s", id))[0][0]

    async def settle(self, seconds: float) -> None:
        """Waits until every member has received what it may read, and asks each for the balances."""
        await self.read_log()
        heads: dict[str, int] = {}
        for row in self.case.rows:
            heads[row.lane] = row.position
        end = time.monotonic() + seconds
        for member in self.readers:
            for lane in member.record.began:
                while member.has(lane) < heads.get(lane, 0):
                    if time.monotonic() > end:
                        raise Failed(f"{member.name} has {lane} up to {member.has(lane)} of {heads[lane]} after {seconds:.0f} s; {self.ended()}")
                    await asyncio.sleep(0.02)
            async with asyncio.timeout(seconds):
                member.record.balances = await member.balances(self.id)
        self.case.readers = self.records

    def ended(self) -> str:
        """Why members follow the group no longer: a client gives up where a server tells it of a shorter history."""
        causes = [repr(task.exception()) for task in self.tasks if task.done() and not task.cancelled() and task.exception()]
        return f"{len(causes)} members follow it no longer" + "".join(f": {cause}" for cause in causes)

    @property
    def records(self) -> list[Reader]:
        """Of all who ever were members."""
        return [member.record for member in [*self.readers, self.gone]]

    async def owner(self) -> str:
        return (await self.cluster.ask("SELECT node FROM hearth.room WHERE group_id = %s", bytes.fromhex(self.id.replace("-", ""))))[0][0]

    def silence(self, since: float) -> tuple[float, float]:
        """The longest pause between acknowledgements after a moment, in seconds, and when it ended, counted from there."""
        times = [since, *(at for at in self.answered if at > since)]
        pauses = [(after - before, after - since) for before, after in zip(times, times[1:])]
        return max(pauses, default=(float("inf"), float("inf")))

    def silence_of_one(self, since: float) -> float:
        """The longest pause between acknowledgements to one member after a moment, in seconds."""
        return max((after - before for times in self.answered_to.values()
                    for before, after in zip([since, *(at for at in times if at > since)], [at for at in times if at > since])), default=float("inf"))

    def has_gone_on(self, since: float) -> bool:
        return any(at > since for at in self.answered)

    def has_added(self, since: float) -> bool:
        """Whether an entry was acknowledged after a moment, which all members read."""
        return any(at > since for times in self.answered_to.values() for at in times)

    async def end(self) -> None:
        for task in [*self.tasks, *self.senders]:
            task.cancel()
        await asyncio.gather(*self.tasks, *self.senders, return_exceptions=True)
        for member in self.opened:
            await member.__aexit__(None, None, None)


# Limit: servers that are asked until one says yes or no.
PRIES_MAX = 20


async def pry(member: Member, case: Case, lane: str, node: Node) -> bool:
    """Asks a server for a lane, by its history and by a subscription with a cursor of it, and notes every event and lane that it tells.
    False: it cannot say now."""
    async with asyncio.timeout(10), connect(
            node.url.replace("http", "ws", 1) + "/v1/socket", subprotocols=["hearth.v1.json"], proxy=None, ping_interval=None) as socket:
        await socket.send(json.dumps({"hello": {"token": member._token}}))
        await socket.send(json.dumps({"request": 2, "subscribe": {"groupId": case.group, "quiet": True, "cursors": [{"lane": lane, "position": "0"}]}}))
        # Asked twice, so that what the subscription brings can come between.
        for request in (3, 4):
            await socket.send(json.dumps({"request": request, "readHistory": {"groupId": case.group, "lane": lane, "after": 0}}))
        waits = {2, 3, 4}
        while waits:
            message = json.loads(await socket.recv())
            if message.get("rejected", {}).get("code") in ("unavailable", "overloaded"):
                return False
            for kind in ("laneEvents", "history"):
                case.pried += [(member.name, message[kind].get("lane") or lane, int(one["position"])) for one in message.get(kind, {}).get("events", [])]
            case.pried += [(member.name, one.get("lane", ""), 0) for one in message.get("subscribed", {}).get("lanes", [])]
            waits.discard(message.get("request"))
    return True


class Loyal:
    """A connection of a member's that stays with one server, however long that says nothing."""

    def __init__(self, member: Member, group: str, node: Node) -> None:
        self.member, self.group, self.node = member, group, node
        self.heard: list[int] = []
        self.begun = self.snapshots = 0

    async def __aenter__(self) -> Loyal:
        self.socket = await connect(self.node.url.replace("http", "ws", 1) + "/v1/socket", subprotocols=["hearth.v1.json"], proxy=None, ping_interval=None)
        await self.socket.send(json.dumps({"hello": {"token": self.member._token}}))
        # The server then knows that it is a member, and looks nothing up when it is told something later.
        await self.socket.send(json.dumps({"request": 2, "subscribe": {"groupId": self.group, "quiet": True}}))
        await self.answer(10, 2)
        return self

    async def say(self, command: dict) -> None:
        await self.socket.send(json.dumps({"request": 1, "command": command}))

    async def answer(self, seconds: float, request: int = 1) -> dict:
        async with asyncio.timeout(seconds):
            while True:
                message = json.loads(await self.socket.recv())
                if message.get("request") == request:
                    return message

    async def listen(self, lane: str) -> list[int]:
        """Reads until the connection is closed, and notes the positions of a lane as they come, each and every beginning."""
        while True:
            message = json.loads(await self.socket.recv())
            if "subscribed" in message:
                self.begun += 1
            self.snapshots += "snapshotPart" in message
            if (events := message.get("laneEvents")) and events["lane"] == lane:
                self.heard += [int(one["position"]) for one in events["events"]]

    async def __aexit__(self, *_) -> None:
        with contextlib.suppress(Exception):
            self.socket.transport.abort()
