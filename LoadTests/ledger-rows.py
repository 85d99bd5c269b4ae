#!/usr/bin/env python3
"""Rows of ledger-speed.sh that need thousands of sessions or of live groups. Prints a row's figures as JSON.

  ledger-rows.py ROW PROGRAMS FOLDER

ROW is idle, echo, rooms, lanes, reconnect or import. PROGRAMS is the folder with the build that is measured, FOLDER a fresh one for the server's data.
"""
from __future__ import annotations

import dataclasses
import http.client
import json
import os
import pathlib
import resource
import subprocess
import sys
import time

from peers import (ACCEPTED, ADD_PLACEHOLDER, ADULT, COMMAND, CREATE_GROUP, CREATE_INVITE, DEPOSIT, GRANT_ACCOUNT, HELLO, JOIN_GROUP, LANE_EVENTS, READ,
                   REGISTER, REJECTED, SAVINGS, SET_ACCOUNT, SET_ACCOUNT_ENTRY, SUBSCRIBE, SUBSCRIBED, Failed, Peer, Peers, Server, command, expense,
                   field, fields, named, new_id, refuse, text)

MEMBERS = 10
# Groups whose members all have a session that is idle.
IDLE_GROUPS = 1_000
# Groups whose members all come again at once, and the entries that each of them has missed.
AWAY_GROUPS, MISSED = 500, 3
# Many and few live groups, and the accounts that have the many: each follows a hundred. The other members are placeholders.
MANY_GROUPS, FEW_GROUPS, FOUNDERS = 10_000, 10, 100
# Groups of many lanes, and of few; of the many, members who have accounts that all receive, and how many each.
LANES_GROUPS, KEEPERS, ACCOUNTS = 10, 3, 9
# Entries in flight, and for how many seconds; with few and many lanes, in how many turns.
IN_FLIGHT, ROOMS_SECONDS, LANES_SECONDS, LANES_TURNS = 10, 8, 3, 3
# Lines of the file that is imported.
IMPORTED = 2_000
# Seconds in which memory comes to rest.
REST_SECONDS = 1.0


@dataclasses.dataclass
class Group:
    id: str = ""
    code: str = ""
    epoch: int = 0
    heads: dict[str, int] = dataclasses.field(default_factory=dict)
    """Where the lanes end that the owner receives; of the others' only `shared` has something in it."""
    tokens: list[str] = dataclasses.field(default_factory=list)
    members: list[str] = dataclasses.field(default_factory=list)

    def subscription(self, token: str) -> bytes:
        """From the lanes' ends; where those are not known, from nothing."""
        known = [(lane, head) for lane, head in self.heads.items() if lane == "shared" or token == self.tokens[0]]
        return text(1, self.id) + field(3, self.epoch) + b"".join(field(2, text(1, lane) + field(2, head)) for lane, head in known)


@dataclasses.dataclass
class Tally:
    """What followers have counted together."""
    caught_up: int = 0
    missed: int = 0
    """Events that came because they had been missed."""
    snapshots: int = 0
    delivered: int = 0
    accepted: int = 0
    seats: dict[str, list[Peer]] = dataclasses.field(default_factory=dict)
    """Who follows a group."""


# Groups and their members


def found(peer: Peer, group: Group, placeholders: int = 0):
    group.id, member = new_id(), new_id()
    create = text(1, "Sharma family") + text(2, "INR") + text(3, "Asia/Kolkata") + text(4, member) + text(5, "Asha")
    yield from peer.ask(COMMAND, command(group.id, CREATE_GROUP, create))
    group.members.append(member)
    yield from say_all(peer, (command(group.id, ADD_PLACEHOLDER, text(1, new_id()) + text(2, f"Ravi {number}") + field(3, ADULT))
                              for number in range(placeholders)))


def say_all(peer: Peer, commands):
    """Sends commands without waiting in between, and waits for all answers."""
    asked = {peer.say(COMMAND, one) for one in commands}
    while asked:
        request, at, body = yield False
        refuse(at, body)
        asked.discard(request)


def make(peers: Peers, count: int) -> list[Group]:
    """Groups whose members all have an account."""
    groups = [Group() for _ in range(count)]

    def founder(group: Group):
        def life(peer: Peer):
            _, registered = yield from peer.ask(REGISTER, text(1, "Asha"))
            group.tokens.append(named(registered, 2))
            yield from found(peer, group)
            invite = text(1, new_id()) + field(2, ADULT) + field(3, MEMBERS - 1)
            _, accepted = yield from peer.ask(COMMAND, command(group.id, CREATE_INVITE, invite))
            group.code = named(accepted, 6)
            for number in range(1, MEMBERS):
                peers.begin(joiner(group, f"Ravi {number}"))
        return life

    def joiner(group: Group, name: str):
        def life(peer: Peer):
            _, registered = yield from peer.ask(REGISTER, text(1, name))
            member = new_id()
            yield from peer.ask(COMMAND, command("", JOIN_GROUP, text(1, group.code) + text(2, member) + text(3, name)))
            group.tokens.append(named(registered, 2))
            group.members.append(member)
        return life

    for group in groups:
        peers.begin(founder(group))
    peers.until(lambda: not peers.living and not peers.waiting, "The groups are not made")
    return groups


def make_of_few(peers: Peers) -> list[Group]:
    """Many groups of few accounts."""
    groups = [Group() for _ in range(MANY_GROUPS)]

    def founder(own: list[Group]):
        def life(peer: Peer):
            _, registered = yield from peer.ask(REGISTER, text(1, "Asha"))
            for group in own:
                yield from found(peer, group, MEMBERS - 1)
                group.tokens.append(named(registered, 2))
        return life

    for number in range(FOUNDERS):
        peers.begin(founder(groups[number::FOUNDERS]))
    peers.until(lambda: not peers.living and not peers.waiting, "The groups are not made")
    return groups


def learn(peers: Peers, groups: list[Group]) -> None:
    """Asks the owners where their lanes end."""
    def asking(group: Group):
        def life(peer: Peer):
            peer.say(HELLO, text(1, group.tokens[0]))
            _, body = yield from peer.ask(SUBSCRIBE, text(1, group.id) + field(4, 1))
            group.epoch = next(value for at, value in fields(body) if at == 3)
            group.heads = {lane: head for lane, _, head, _ in lanes_in(body)}
        return life

    for group in groups:
        peers.begin(asking(group))
    peers.until(lambda: not peers.living and not peers.waiting, "The groups are not read")


def keep_accounts(peers: Peers, groups: list[Group]) -> None:
    """Gives each group accounts with something in them, which all members receive."""
    def keeper(group: Group, own: int):
        def life(peer: Peer):
            peer.say(HELLO, text(1, group.tokens[own]))
            for number in range(ACCOUNTS):
                account = new_id()
                content = text(1, f"Savings {number}") + field(2, SAVINGS)
                noted = field(1, DEPOSIT) + field(2, field(1, 1_000)) + text(4, "Put aside")
                grants = (text(1, account) + text(2, member) + field(3, READ) for place, member in enumerate(group.members) if place != own)
                yield from say_all(peer, [
                    command(group.id, SET_ACCOUNT, text(1, account) + field(2, content)),
                    command(group.id, SET_ACCOUNT_ENTRY, text(1, account) + text(2, new_id()) + field(3, noted)),
                    *(command(group.id, GRANT_ACCOUNT, grant) for grant in grants)])
        return life

    for group in groups:
        for own in range(KEEPERS):
            peers.begin(keeper(group, own))
    peers.until(lambda: not peers.living and not peers.waiting, "The accounts are not made")


def lanes_in(subscribed: bytes):
    """Name, start, head and whether a snapshot comes, of each lane of a `subscribed`."""
    for at, value in fields(subscribed):
        if at == 4:
            lane = dict(fields(value))
            yield lane.get(1, b"").decode(), lane.get(2, 0), lane.get(3, 0), lane.get(4, 0)


# Following


def follower(token: str, groups: list[Group], tally: Tally):
    """Follows groups, has arrived when it has caught up, and counts what comes then."""
    def life(peer: Peer):
        if len(groups) == 1:
            peer.say(HELLO, text(1, token))
        else:
            # More would be too much to say before the login is answered (SPEC HS-10).
            yield from peer.ask(HELLO, text(1, token))
        asked = {peer.say(SUBSCRIBE, group.subscription(token)): group for group in groups}
        missing = 0
        while asked or missing:
            request, at, body = yield False
            refuse(at, body)
            if at == SUBSCRIBED and request in asked:
                for _, start, head, is_snapshot in lanes_in(body):
                    tally.snapshots += is_snapshot
                    missing += 0 if is_snapshot else head - start
                tally.missed += missing
                tally.seats.setdefault(asked.pop(request).id, []).append(peer)
            elif at == LANE_EVENTS:
                missing -= sum(at == 3 for at, _ in fields(body))
        tally.caught_up += 1
        has_arrived = True
        while True:
            _, at, body = yield has_arrived
            has_arrived = False
            refuse(at, body)
            if at == LANE_EVENTS:
                tally.delivered += sum(at == 3 for at, _ in fields(body))
            elif at == ACCEPTED:
                tally.accepted += 1
    return life


def follow(peers: Peers, groups: list[Group]) -> Tally:
    """Has all accounts follow their groups; returns when they have caught up."""
    tally = Tally()
    own: dict[str, list[Group]] = {}
    for group in groups:
        for token in group.tokens:
            own.setdefault(token, []).append(group)
    for token, theirs in own.items():
        peers.begin(follower(token, theirs, tally))
    peers.until(lambda: tally.caught_up == len(own), f"{len(own)} sessions have not joined")
    return tally


def rest(peers: Peers) -> None:
    end = time.monotonic() + REST_SECONDS
    while (left := end - time.monotonic()) > 0:
        peers.turn(left)


def open_all(server: Server, groups: list[Group]) -> None:
    """Has groups live in memory, which they are for a minute, without a session that stays."""
    # Limit: a connection may send a hundred requests (SPEC HT-08).
    for start in range(0, len(groups), 100):
        asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        for group in groups[start:start + 100]:
            asking.request("GET", f"/v1/groups/{group.id}", headers={"Authorization": f"Bearer {group.tokens[0]}"})
            answer = asking.getresponse()
            answer.read()
            if answer.status != 200:
                raise Failed(f"A group was answered {answer.status}.")
        asking.close()
    time.sleep(REST_SECONDS)
    if server.figure("hearth_rooms") not in (len(groups), None):
        raise Failed("The groups are not all live.")


def load(server: Server, peers: Peers, groups: list[Group], tally: Tally, length: float) -> float:
    """So many entries in flight all the time, in each group in turn and by each member in turn. What a delivery takes of the processor, in microseconds.

    As many are in flight with few groups as with many, so commits are shared alike, however busy the machine is."""
    readers = len(tally.seats[groups[0].id])
    accepted, delivered, before = tally.accepted, tally.delivered, server.seconds
    count, end = 0, time.monotonic() + length
    while time.monotonic() < end:
        while count - min(tally.accepted - accepted, (tally.delivered - delivered) // readers) < IN_FLIGHT:
            group = groups[count % len(groups)]
            tally.seats[group.id][count // len(groups) % readers].say(COMMAND, expense(group.id))
            count += 1
        peers.turn(0.05)
    # The control: each entry was accepted, and has reached all who follow its group.
    peers.until(lambda: tally.accepted - accepted == count and tally.delivered - delivered == count * readers, "Not all has arrived")
    return (server.seconds - before) / (count * readers) * 1e6


# The rows


def idle(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """Memory of a session that has joined and is idle: what the process grows by when all come, with their groups live before."""
    with Server(programs / "hearthd", folder) as server, Peers(server.port) as peers:
        groups = make(peers, IDLE_GROUPS)
        learn(peers, groups)
        server.stop()
        server.start()
        open_all(server, groups)
        before = server.resident
        tally = follow(peers, groups)
        rest(peers)
        after, sessions = server.resident, len(groups) * MEMBERS
        if tally.snapshots or tally.caught_up != sessions or server.figure("hearth_subscriptions") not in (sessions, None):
            raise Failed("The sessions have not all joined from where their groups end.")
        # The control: an entry in each group reaches all.
        for group in groups:
            tally.seats[group.id][0].say(COMMAND, expense(group.id))
            peers.turn(0)
        peers.until(lambda: tally.delivered == sessions, f"Not all of {sessions} sessions have received an entry")
        return {"bytesPerSession": (after - before) / sessions, "bytesBefore": before}


def echo(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """Memory of a bare connection: as many of them in as many circles of hearth-echo."""
    sessions = IDLE_GROUPS * MEMBERS
    with Server(programs / "hearth-echo", folder, words=["--rooms"]) as server, Peers(server.port) as peers:
        before = server.resident
        for number in range(sessions):
            peers.begin(path=f"/?room={number % IDLE_GROUPS}")
        peers.until(lambda: len(peers.living) == sessions and not peers.beginning, f"Not all of {sessions} connections are made")
        rest(peers)
        return {"bytesPerSession": (server.resident - before) / sessions}


def rooms(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """Memory of a live group without entries, and what a delivery takes with few and with many live groups, each of which has its turn."""
    figures: dict[str, float] = {}
    with Server(programs / "hearthd", folder) as server:
        with Peers(server.port) as peers:
            groups = make_of_few(peers)
        # Killed: an older build crashes when it has more snapshots to write than the time to end in order lets it.
        server.kill()
        server.start()
        before = server.resident
        open_all(server, groups)
        figures["bytesPerRoom"] = (server.resident - before) / len(groups)
        for name, chosen in (("many", groups), ("few", groups[:FEW_GROUPS])):
            server.kill()
            server.start()
            with Peers(server.port) as peers:
                tally = follow(peers, chosen)
                if server.figure("hearth_rooms") not in (len(chosen), None):
                    raise Failed("The groups are not all live.")
                figures[f"{name}Microseconds"] = load(server, peers, chosen, tally, ROOMS_SECONDS)
    return figures


def lanes(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """What a delivery takes in groups of few lanes, and in groups where everybody receives the lanes of many accounts; in turns."""
    with Server(programs / "hearthd", folder) as server, Peers(server.port) as peers:
        few, many = make(peers, LANES_GROUPS), make(peers, LANES_GROUPS)
        keep_accounts(peers, many)
        figures: dict[str, float] = {}
        for name, groups in (("few", few), ("many", many)):
            learn(peers, groups)
        tally = follow(peers, few + many)
        for _ in range(LANES_TURNS):
            for name, groups in (("few", few), ("many", many)):
                took = load(server, peers, groups, tally, LANES_SECONDS)
                figures[f"{name}Microseconds"] = figures.get(f"{name}Microseconds", 0) + took / LANES_TURNS
    return figures


def reconnect(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """The server is killed, and all clients come again at once, each with few entries to catch up."""
    with Server(programs / "hearthd", folder) as server, Peers(server.port) as peers:
        groups = make(peers, AWAY_GROUPS)
        learn(peers, groups)
        clients = len(groups) * MEMBERS
        tally = follow(peers, groups)
        for number in range(MISSED):
            for group in groups:
                tally.seats[group.id][number].say(COMMAND, expense(group.id))
                peers.turn(0)
        peers.until(lambda: tally.accepted == MISSED * len(groups) and tally.delivered == MISSED * clients, "Not all entries have arrived")
        peers.drop()
        server.kill()
        began = time.monotonic()
        server.start()
        listens = time.monotonic()
        # More would find the listener's queue full, and try again seconds later.
        peers.at_once = min(clients, int(pathlib.Path("/proc/sys/net/core/somaxconn").read_text()) - 96, 4_000)
        tally = follow(peers, groups)
        seconds = time.monotonic() - began
        # The control: each client had missed something, and got that instead of a snapshot.
        if tally.missed != MISSED * clients or tally.snapshots:
            raise Failed(f"{tally.missed} events were missed in place of {MISSED * clients}, and {tally.snapshots} snapshots were sent.")
        return {"seconds": seconds, "secondsToListen": listens - began, "serverSeconds": server.seconds}


def imports(programs: pathlib.Path, folder: pathlib.Path) -> dict[str, float]:
    """`hearth import FILE --commit` into a group, over its one connection: lines a second of the whole call."""
    with Server(programs / "hearthd", folder / "server") as server:
        environment = os.environ | {"HEARTH_HOME": str(folder / "home"), "NO_COLOR": "1", "LANG": "C.UTF-8"}

        def hearth(*words: str) -> str:
            done = subprocess.run([programs / "hearth", *words], env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode:
                raise Failed(f"hearth {' '.join(words)} ended with {done.returncode}: {done.stdout[-500:]}{done.stderr}")
            return done.stdout

        hearth("register", "--server", f"ws://127.0.0.1:{server.port}", "--name", "Asha")
        hearth("create", "Sharma Family", "--currency", "INR")
        file = folder / "entries.csv"
        lines = [f"2025-{number % 12 + 1:02}-{number % 28 + 1:02},Market day {number},{number % 900 + 1}.50" for number in range(IMPORTED)]
        file.write_text("\n".join(["date,description,amount", *lines]))
        began, before = time.monotonic(), server.seconds
        hearth("import", "csv", str(file), "--commit")
        seconds, took = time.monotonic() - began, server.seconds - before
        # The control: all of it is there.
        if f"0 new, {IMPORTED} there already" not in (told := hearth("import", "csv", str(file))):
            raise Failed(f"Not every line was added: {told[-500:]}")
        return {"entriesPerSecond": IMPORTED / seconds, "serverMicrosecondsPerEntry": took / IMPORTED * 1e6}


def main() -> None:
    row, programs, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    rows = {"idle": idle, "echo": echo, "rooms": rooms, "lanes": lanes, "reconnect": reconnect, "import": imports}
    if row not in rows:
        sys.exit(f"There is no row {row}. Take one of: {', '.join(rows)}.")
    # A session takes a descriptor on either side.
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= limit < (needed := IDLE_GROUPS * MEMBERS + 200):
        sys.exit(f"A limit of {limit} descriptors is too low; {needed} are needed. Raise it: ulimit -Hn.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    # The server has the first core to itself.
    if (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {1})
    folder.mkdir(parents=True)
    try:
        print(json.dumps(rows[row](programs, folder)))
    except Failed as failed:
        sys.exit(f"{row}: {failed}")


if __name__ == "__main__":
    main()
