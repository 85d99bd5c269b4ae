"""The client: one connection to a server, made anew whenever it breaks."""
from __future__ import annotations

import asyncio
import contextlib
import json
import random
import ssl
import time
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Literal

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from .calls import call, code_in, new_id, server_in
from .errors import HearthError, JoinPending, MembershipEnded, NobodyNamed, Refused, Stopped, Unreachable
from .following import Event, Following, read
from .messages import (Accepted, ClientMessage, Command, Dashboard, DashboardPeriod, GroupSummary, ListedEntry, Member, ReadEntries, ReadSettlement,
                       ServerMessage, Settlement, SettlementMode)
from .plans import adds_up
from .refusals import CLOSE_CODES
from .sharing import sharers, unnamed
from .store import Store, Waiting

PROGRAM = "hearth-client-python/0.1"
NO_ACCOUNT = "This file has no account yet: register, link or join first."
# Seconds before connecting again: at random up to the first, twice as many each time, up to the last (SPEC CL-02).
FIRST_DELAY = 0.5
LAST_DELAY = 30.0
# After these a login has not set the delay back.
TIRING = {1008, 1013, 4008, 4429}
# Limit: seconds from connecting to being logged in.
LOGIN_SECONDS = 15
# Limit: seconds that a refused command which may be sent again waits, where the server names none.
PAUSE_SECONDS = 1.0
# Limit: how often a plan of payments of several messages is read that does not add up, since the group changes meanwhile.
PLAN_TRIES = 5
# After how long a device takes a further token: an operator may have tokens end after some days (SPEC ID-14).
TOKEN_SECONDS = 24 * 3600
# When a token was kept that is never replaced by itself.
NEVER = 1e18


class HearthClient:
    """One account on one server, kept in one file.

        async with HearthClient("bot.db") as client:
            group = await client.join("https://hearth.example/join#7GXK-2MQ4-T9ZB-0HWC", "Bot")
            async for event in client.follow(group): ...
    """

    def __init__(self, path: str, server: str = "", *, context: ssl.SSLContext | None = None, proxy: str | Literal[True] | None = None) -> None:
        """`server` is an address or a link; the file remembers it. `context` is for a server whose certificate the system does not know,
        `proxy` as of websockets."""
        self._store = Store(path)
        self._server: str = server_in(server) or self._store.fact("server") or ""
        if server and not server_in(server):
            self._store.close()
            raise ValueError(f"{server!r} is no server: say https://host, or host:port.")
        self._token: str = self._store.fact("token") or ""
        self._context = context
        self._proxy = proxy
        self._socket: ClientConnection | None = None
        self._live = asyncio.Event()
        self._stopped: HearthError | None = None
        self._request = 0
        self._asked: dict[int, asyncio.Future[ServerMessage]] = {}
        self._answers: dict[str, asyncio.Future[Accepted]] = {}
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._followings: dict[str, Following] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock_ahead = 0.0
        self.identity_id = ""
        """The account's id, once the server has told it."""

    async def __aenter__(self) -> HearthClient:
        if self._token:
            self._start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._lose()
        self._store.close()

    # Becoming known

    @property
    def is_registered(self) -> bool:
        return bool(self._token)

    async def register(self, name: str, device: str = "") -> None:
        """Makes an account, unless the file has one."""
        await self._introduce("identities", {"displayName": name, "device": device})

    async def link(self, code: str, device: str = "") -> None:
        """Logs in as somebody who is known, by a code that another device of theirs shows, unless the file has an account."""
        await self._introduce("devices", {"code": code_in(code), "device": device})

    async def use_token(self, token: str) -> None:
        """Acts for a member in one group, by a token that `hearth token add` made, unless the file has an account; another such token takes its place."""
        if self._token and not self._store.fact("isToken"):
            return
        starts = not self._token
        self._store.keep("isToken", True)
        # Such a token is not replaced by itself: a person makes the next one (SPEC ID-21).
        self._keep_token(token.strip(), at=NEVER)
        self._store.keep("server", self._address())
        if starts:
            self._start()

    async def _introduce(self, path: str, body: dict[str, str]) -> None:
        if self._token:
            return
        registered = await call(f"{self._address()}/v1/{path}", body | {"client": PROGRAM}, context=self._context)
        # Kept before anything else: it is shown once (SPEC ID-01).
        self._keep_token(registered["token"])
        self._store.keep("server", self._server)
        self._start()

    async def join(self, invite: str, name: str = "", *, claims: str = "", accepts_transparency: str = "") -> str:
        """Joins by a link or code, registering first where the file has no account, and returns the group's id. The same again changes nothing."""
        code = code_in(invite)
        if not code:
            raise ValueError(f"{invite!r} has no code of 16 letters and digits, as in 7GXK-2MQ4-T9ZB-0HWC.")
        if not self._server:
            self._server = server_in(invite)
        if server_in(invite) not in ("", self._server):
            raise ValueError(f"The account of this file is at {self._server}, and the invite is of {server_in(invite)}: use another file.")
        await self.register(name)
        # Kept before it is asked, so that asking again after a lost answer is the same join.
        wish = self._store.fact(f"join {code}") or {"key": new_id(), "memberId": new_id(), "groupId": ""}
        if not wish["groupId"]:
            self._store.keep(f"join {code}", wish)
            body = {"code": code, "memberId": wish["memberId"], "displayName": name, "claimsMemberId": claims, "acceptsTransparency": accepts_transparency}
            try:
                accepted = await call(f"{self._address()}/v1/groups/join", body, token=self._token, key=wish["key"], context=self._context)
            except Refused as refused:
                if refused.final:
                    # Another attempt is another command (SPEC CM-14).
                    self._store.keep(f"join {code}", None)
                raise
            wish["groupId"] = accepted["groupId"]
            if accepted.get("pending"):
                raise JoinPending(wish["groupId"])
            self._store.keep(f"join {code}", wish)
        group_id: str = wish["groupId"]
        return group_id

    def _address(self) -> str:
        if not self._server:
            raise ValueError("Name the server: HearthClient(path, server).")
        return self._server

    def _keep_token(self, token: str, at: float | None = None) -> None:
        self._token = token
        self._store.keep("token", token)
        self._store.keep("tokenAt", time.time() if at is None else at)

    def remember(self, name: str, value: Any) -> None:
        """Keeps something of the program's own in the file, which JSON can say."""
        self._store.keep(f"own {name}", value)

    def recall(self, name: str) -> Any:
        """What was remembered under a name; None when there is nothing."""
        return self._store.fact(f"own {name}")

    # Asking

    async def ask(self, body: ClientMessage) -> ServerMessage:
        """Asks something and returns the answer; raises Refused. Waits for the connection, and asks again when it breaks:
        end that with asyncio.timeout."""
        while True:
            await self._connected()
            try:
                return await self._ask_once(body)
            except Unreachable:
                continue
            except Refused as refused:
                if refused.client != "retry":
                    raise
                await asyncio.sleep(refused.retry_after_ms / 1000 or PAUSE_SECONDS)

    async def groups(self) -> list[GroupSummary]:
        """The groups that the account is in."""
        groups: list[GroupSummary] = []
        after = ""
        while True:
            answer = (await self.ask({"listGroups": {"after": after}}))["groups"]
            groups += answer.get("groups", [])
            after = answer.get("next", "")
            if not after:
                return groups

    async def members(self, group_id: str) -> dict[str, Member]:
        """All who are or were in the group, by id."""
        members: dict[str, Member] = {}
        after = 0
        while True:
            answer = (await self.ask({"readGroup": {"groupId": group_id, "part": "GROUP_PART_MEMBERS", "after": after}}))["groupContents"]
            members |= {one["memberId"]: one for one in answer.get("members", [])}
            after = answer.get("next", 0)
            if not after:
                return members

    async def entries(self, group_id: str, which: ReadEntries | None = None) -> AsyncIterator[ListedEntry]:
        """The entries as they now stand, those added last first; `which` narrows the choice, as {"category": "groceries"}."""
        before: int | str = 0
        while True:
            question: ReadEntries = {**(which or {}), "groupId": group_id, "before": before}
            answer = (await self.ask({"readEntries": question}))["entries"]
            for one in answer.get("entries", []):
                yield one
            before = answer.get("next", 0)
            if not int(before):
                return

    async def balances(self, group_id: str, currency: str = "") -> dict[str, int]:
        """What each member is owed, in minor units, negative when they owe; without a currency in the group's."""
        settlement = (await self.ask({"readSettlement": {"groupId": group_id, "currency": currency}}))["settlement"]
        return {one["memberId"]: int(one.get("minor", 0)) for one in settlement.get("balances", [])}

    async def settlement(self, group_id: str, currency: str = "", mode: SettlementMode | None = None) -> Settlement:
        """Who pays whom how much, all of it; without a mode in the way that the group has (SPEC ST-06)."""
        question: ReadSettlement = {"groupId": group_id, "currency": currency}
        if mode:
            question["mode"] = mode
        for _ in range(PLAN_TRIES):
            plan = (await self.ask({"readSettlement": question}))["settlement"]
            after = plan.pop("nextDebt", 0)
            if not after:
                return plan
            # One message had no space for all (SPEC ST-07).
            while after:
                part = (await self.ask({"readSettlement": {**question, "afterDebts": after}}))["settlement"]
                plan["debts"] += part.get("debts", [])
                following = part.get("nextDebt", 0)
                after = following if following > after else 0
            if adds_up(plan):
                return plan
        raise HearthError("The group changed while its plan of payments was read.", "Ask again.")

    async def sharing(self, group_id: str) -> list[str]:
        """The members among whom an entry divides that names nobody, in the order of joining, as the server says now."""
        return sharers(await self.members(group_id), int((time.time() + self._clock_ahead) * 1000))

    async def dashboard(self, group_id: str, period: DashboardPeriod = "DASHBOARD_PERIOD_MONTH", date: str = "", currency: str = "") -> Dashboard:
        """The figures of the month or week that a day falls into; without one of the current."""
        return (await self.ask({"readDashboard": {"groupId": group_id, "period": period, "date": date, "currency": currency}}))["dashboard"]

    async def history(self, group_id: str, lane: str = "shared", after: int = 0) -> AsyncIterator[Event]:
        """The events of a lane behind a position, up to where it ends now."""
        while True:
            history = (await self.ask({"readHistory": {"groupId": group_id, "lane": lane, "after": after}}))["history"]
            for one in history.get("events", []):
                after = int(one["position"])
                yield read(group_id, lane, 0, one)
            if after >= int(history.get("head", 0)) or not history.get("events"):
                return

    # Changing

    def post(self, group_id: str, body: Command) -> str:
        """Keeps a command, to be sent as soon as it can be, and returns its id. It keeps that id, survives the process, and is carried out once.

        Raises NobodyNamed for an entry that names nobody among whom it divides: this client folds no group, so it does not know whom its user has
        seen, and others may share by default when the entry is carried out (SPEC CM-15). `sharing` lists whom to name."""
        if field := unnamed(body):
            raise NobodyNamed(field)
        command: Command = {**body, "id": body.get("id") or new_id()}
        if group_id:
            command["groupId"] = group_id
        # The day that it is of is that on which it was said (SPEC CM-16).
        command.setdefault("saidAtMs", str(int((time.time() + self._clock_ahead) * 1000)))
        self._store.add(command)
        self._empty.clear()
        self._wake.set()
        return command["id"]

    async def send(self, group_id: str, body: Command) -> Accepted:
        """Like post, and waits for the answer; raises Refused too. Who stops waiting takes nothing back: it is sent all the same."""
        if self._stopped:
            raise self._stopped
        id = body.get("id") or new_id()
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        try:
            self.post(group_id, {**body, "id": id})
            return await answer
        finally:
            del self._answers[id]

    def outbox(self) -> list[Waiting]:
        """What waits, in the order in which it was made, and what was refused while nobody waited for its answer."""
        return self._store.outbox()

    def drop(self, id: str) -> None:
        """Drops a command: a refused one that was looked at, or one that is not wanted any more and perhaps not sent yet."""
        self._store.remove(id)
        answer = self._answers.get(id)
        if answer and not answer.done():
            answer.set_exception(HearthError("The command was dropped.", "Send a new one."))

    async def sent(self) -> None:
        """Waits until nothing waits any more."""
        await self._connected()
        while self._store.next():
            await self._empty.wait()
            if self._stopped:
                raise self._stopped

    # Following

    async def follow(self, group_id: str, *, quiet: bool = False) -> AsyncIterator[Event]:
        """What happens in a group from the first call on: each event of each lane that the account receives, in the lane's order, none missed.

        An event counts as handled when the next one is asked for, or by `done`; the next start of the program goes on behind it.
        Where the loop is left within, the event that it had comes again, under the same id.
        Ends with MembershipEnded, HistoryRestored or Stopped. `quiet`: the others do not see that it is there."""
        if not self._token:
            raise ValueError(NO_ACCOUNT)
        following = self._followings[group_id] = Following(group_id, self._store, quiet)
        pump = self._task(self._pump(following))
        try:
            if self._live.is_set():
                self._task(self._subscribe(following))
            while True:
                following.changed.clear()
                while following.queue:
                    one = following.queue.popleft()
                    if isinstance(one, HearthError):
                        raise one
                    yield one
                    self.done(one)
                    following.news.set()
                if self._stopped:
                    raise self._stopped
                await following.changed.wait()
        finally:
            pump.cancel()
            if self._followings.get(group_id) is following:
                del self._followings[group_id]
                if self._live.is_set():
                    self._task(self._unsubscribe(group_id))

    def done(self, event: Event) -> None:
        """Notes that an event was handled, so that it is not delivered again."""
        following = self._followings.get(event.group_id)
        if following and not following.ended and event.lane in following.taken and following.epoch == event.epoch:
            self._store.handled(event.group_id, event.lane, event.epoch, event.position)

    async def _subscribe(self, following: Following) -> None:
        while True:
            try:
                await self._ask_once({"subscribe": following.subscribe()})
                return
            except Unreachable:
                # It is said again with the next connection.
                return
            except Refused as refused:
                if refused.client != "retry":
                    is_known = refused.code == "not_found" and following.epoch
                    following.end(MembershipEnded(following.group_id) if is_known else refused)
                    return
                await asyncio.sleep(refused.retry_after_ms / 1000 or PAUSE_SECONDS)

    async def _unsubscribe(self, group_id: str) -> None:
        with contextlib.suppress(Unreachable, Refused):
            await self._ask_once({"unsubscribe": {"groupId": group_id}})

    async def _pump(self, following: Following) -> None:
        """Reads from the history what did not come by itself."""
        while not following.ended:
            lane = following.wanted()
            before = following.taken.get(lane, 0)
            if lane:
                try:
                    answer = await self.ask({"readHistory": {"groupId": following.group_id, "lane": lane, "after": before}})
                except Refused:
                    # The lane was lost, which the subscription tells as well.
                    following.behind.discard(lane)
                    continue
                for one in answer["history"].get("events", []):
                    if lane in following.taken and int(one["position"]) == following.taken[lane] + 1:
                        following.put(lane, one)
                following.changed.set()
            if not lane or following.taken.get(lane, 0) == before:
                await following.news.wait()
                following.news.clear()

    # The connection

    def _task(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A task that fails must not leave others waiting for ever: they are told."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not self._stopped:
            reason = HearthError(f"The client met an error of its own: {error!r}.", "Start it again; if that does not help, tell who wrote it.")
            reason.__cause__ = error
            self._stop(reason)

    def _start(self) -> None:
        self._task(self._run())
        self._task(self._flush())

    async def _connected(self) -> None:
        if not self._token:
            raise ValueError(NO_ACCOUNT)
        if not self._stopped:
            await self._live.wait()
        if self._stopped:
            raise self._stopped

    async def _run(self) -> None:
        delay = FIRST_DELAY
        options: dict[str, Any] = {"proxy": self._proxy, "open_timeout": LOGIN_SECONDS}
        if self._context:
            options["ssl"] = self._context
        while True:
            code, wait = 1006, 0.0
            is_live = False
            # Asked for each time: a program of several servers may answer with another one.
            url = self._address().replace("http", "ws", 1) + "/v1/socket"
            try:
                async with connect(url, subprotocols=[Subprotocol("hearth.v1.json")], **options) as socket:
                    async with asyncio.timeout(LOGIN_SECONDS):
                        await self._log_in(socket)
                    is_live = True
                    while True:
                        self._take(json.loads(await socket.recv()))
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
            except InvalidStatus as refused:
                named = refused.response.headers.get("Retry-After", "")
                wait = float(named) if named.isdecimal() else 0.0
            except (OSError, TimeoutError, WebSocketException):
                pass
            finally:
                self._lose()
            known = CLOSE_CODES.get(code)
            if known and known.client == "stop":
                self._stop(Stopped(code))
                return
            if is_live and code not in TIRING:
                delay = FIRST_DELAY
            await asyncio.sleep(max(wait, random.uniform(0, delay)))
            delay = min(delay * 2, LAST_DELAY)

    async def _log_in(self, socket: ClientConnection) -> None:
        shown = self._token
        await socket.send(json.dumps({"request": 0, "hello": {"token": shown, "client": PROGRAM}}))
        message: ServerMessage = json.loads(await socket.recv())
        if "rejected" in message:
            raise WebSocketException(message["rejected"].get("cause", ""))
        welcome = message["welcome"]
        self._clock_ahead = int(welcome["serverTimeMs"]) / 1000 - time.time()
        self.identity_id = welcome["identityId"]
        self._socket = socket
        self._live.set()
        self._wake.set()
        for following in self._followings.values():
            if not following.ended:
                following.taken = {lane: self.resume_at(lane, position) for lane, position in following.taken.items()}
                self._task(self._subscribe(following))
        if time.time() - float(self._store.fact("tokenAt") or 0) > TOKEN_SECONDS:
            self._task(self._renew())

    def resume_at(self, lane: str, position: int) -> int:
        """Where a lane is gone on with after a break: behind what has come. Tests make it wrong, and must find that out."""
        return position

    async def _renew(self) -> None:
        """Takes a further token; it is kept before it is used (SPEC ID-07)."""
        with contextlib.suppress(Unreachable, Refused):
            self._keep_token((await self._ask_once({"rotateToken": {}}))["tokenRotated"]["token"])

    def _lose(self) -> None:
        self._socket = None
        self._live.clear()
        lost, self._asked = self._asked, {}
        for answer in lost.values():
            if not answer.done():
                answer.set_exception(Unreachable("The connection broke before the answer came."))

    def _stop(self, reason: HearthError) -> None:
        self._stopped = reason
        self._live.set()
        self._wake.set()
        self._empty.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(reason)
        for following in self._followings.values():
            following.changed.set()

    async def _ask_once(self, body: ClientMessage) -> ServerMessage:
        socket = self._socket
        if not socket:
            raise Unreachable("There is no connection.")
        self._request = self._request % 4_000_000_000 + 1
        request = self._request
        answer: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._asked[request] = answer
        try:
            await socket.send(json.dumps({**body, "request": request}))
            message = await answer
        except ConnectionClosed:
            raise Unreachable("The connection broke before it was sent.") from None
        finally:
            self._asked.pop(request, None)
            if answer.done() and not answer.cancelled():
                # It was looked at, also where it came while this was being sent.
                answer.exception()
        if "rejected" in message:
            raise Refused(message["rejected"])
        return message

    def _take(self, message: ServerMessage) -> None:
        if "subscribed" in message:
            if following := self._followings.get(message["subscribed"]["groupId"]):
                following.begin(message["subscribed"])
        elif "laneEvents" in message:
            events = message["laneEvents"]
            if following := self._followings.get(events["groupId"]):
                following.take(events["lane"], events.get("events", []))
        elif "subscriptionEnded" in message:
            group_id = message["subscriptionEnded"]["groupId"]
            if following := self._followings.get(group_id):
                following.end(MembershipEnded(group_id))
        answer = self._asked.get(message.get("request", 0))
        if answer and not answer.done():
            answer.set_result(message)

    async def _flush(self) -> None:
        """Sends what waits, the oldest first, one after the other, so that they are carried out in that order."""
        while not self._stopped:
            await self._live.wait()
            self._wake.clear()
            waiting = self._store.next()
            if not waiting:
                self._empty.set()
                await self._wake.wait()
                continue
            answer = self._answers.get(waiting.id)
            try:
                accepted = (await self._ask_once({"command": waiting.command}))["accepted"]
            except Unreachable:
                # Nobody knows what became of it, so the same is sent again (SPEC CM-06).
                await asyncio.sleep(0)
            except Refused as refused:
                if not refused.final:
                    await asyncio.sleep(refused.retry_after_ms / 1000 or PAUSE_SECONDS)
                elif answer and not answer.done():
                    self._store.remove(waiting.id)
                    answer.set_exception(refused)
                else:
                    self._store.refuse(waiting.id, {"code": refused.code, "field": refused.field, "cause": refused.cause, "remedy": refused.remedy})
            else:
                self._store.remove(waiting.id)
                if answer and not answer.done():
                    answer.set_result(accepted)
