"""Judges a group by what its members were told and by what the database has. It believes neither the servers nor the client's package: it hashes the
stored bytes itself, and compares positions, commands, hashes and balances.

    judge.py --control   feeds it a sound history, and one with each fault that it has to find
"""
from __future__ import annotations

import argparse
import copy
import hashlib
import sys
import uuid
from dataclasses import dataclass, field

from protobuf import fields

# What a finding is of.
LOST, DOUBLED, DISORDERED, LEAKED, CHAIN, BALANCES, FENCE = "lost", "doubled", "out of order", "leaked", "chain", "balances", "fence"
# Field of an Event that has the command's id (Protocol/hearth/v1/event.proto).
COMMAND_FIELD = 4
SALT_FIELD = 1


@dataclass
class Row:
    """An event as the database has it."""

    sequence: int
    lane: str
    position: int
    bytes: bytes
    hash: bytes

    @property
    def command(self) -> str:
        return next((value.decode() for number, value in fields(self.bytes) if number == COMMAND_FIELD and isinstance(value, bytes)), "")


@dataclass
class Arrival:
    """An event as a member received it: in which subscription, counted from 1, and where."""

    subscription: int
    lane: str
    position: int
    command: str
    hash: bytes


@dataclass
class Reader:
    name: str
    arrivals: list[Arrival] = field(default_factory=list)
    """All that came over the line, repetitions after a reconnection too."""
    delivered: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Of each lane what the package handed on: position and command."""
    began: dict[str, int] = field(default_factory=dict)
    """Where each lane stood when the reader began."""
    starts: dict[tuple[int, str], int] = field(default_factory=dict)
    """Behind which place of a lane a subscription was to go on: what the member asked for, or where its snapshot stands."""
    balances: dict[str, int] | None = None


@dataclass
class Sent:
    """A command: what it does to balances, and what was answered."""

    effect: dict[str, int]
    answer: tuple[str, int] | None = None
    """Lane and position, once it is acknowledged."""
    is_refused: bool = False
    must_be_absent: bool = False
    """A stale owner was the only server that was told it."""


@dataclass
class Case:
    group: str
    rows: list[Row] = field(default_factory=list)
    head: int = 0
    sent: dict[str, Sent] = field(default_factory=dict)
    readers: list[Reader] = field(default_factory=list)
    strangers: list[tuple[int, str, str]] = field(default_factory=list)
    """Events that another node stored than the one that had the group, as the database itself noted: sequence, who stored it, who had the group."""
    audience: dict[str, set[str]] = field(default_factory=dict)
    """Of each lane the names of the readers who may read it, or might before they were removed. Nobody may read another lane."""
    removed: dict[str, str] = field(default_factory=dict)
    """Of each reader who was removed the command that did it: they may read nothing behind its first event."""
    pried: list[tuple[str, str, int]] = field(default_factory=list)
    """What was told to who asked for a lane that is not theirs: reader, lane and position; 0: that there is such a lane."""

    @property
    def acknowledged(self) -> int:
        return sum(one.answer is not None for one in self.sent.values())


def take_answer(sent: Sent, answer: dict | None, has_links: bool) -> None:
    """Notes what became of a command that a stale owner was told, directly or through a link; None: there was no answer.

    With links the command may have gone on to the group's owner, who stores it by right: then no answer and `unavailable` leave open whether it
    stands (SPEC CM-05, CM-06), and the database's notes say who stored it. Any other refusal says that nothing was done.
    """
    if not has_links:
        return
    if answer and "accepted" in answer:
        sent.answer = (answer["accepted"]["lane"], int(answer["accepted"]["position"]))
    elif answer and answer.get("rejected", {}).get("code") != "unavailable":
        return
    sent.must_be_absent = False


def genesis(group: str, lane: str) -> bytes:
    return hashlib.sha256(b"hearth.v1" + uuid.UUID(group).bytes + lane.encode()).digest()


def judge(case: Case) -> list[tuple[str, str]]:
    """What does not hold: kind and finding."""
    found: list[tuple[str, str]] = []

    def say(kind: str, what: str) -> None:
        found.append((kind, f"{case.group}: {what}"))

    # The log by itself.
    chains: dict[str, tuple[int, bytes]] = {}
    for number, row in enumerate(case.rows, 1):
        if row.sequence != number:
            say(CHAIN, f"the log has sequence {row.sequence} in place {number}")
            break
        position, hash = chains.get(row.lane, (0, genesis(case.group, row.lane)))
        if row.position != position + 1:
            say(CHAIN, f"{row.lane} has position {row.position} behind {position}")
        if hashlib.sha256(hash + row.bytes).digest() != row.hash:
            say(CHAIN, f"the hash of {row.lane} {row.position} is not that of the bytes before it")
        chains[row.lane] = (row.position, row.hash)
    if case.head != len(case.rows):
        say(CHAIN, f"the head is {case.head}, and the log has {len(case.rows)} events")

    for sequence, writer, owner in case.strangers:
        say(FENCE, f"sequence {sequence} was stored by {writer}, while {owner} had the group")

    # The commands. What follows from one stands behind it, so only its first event counts.
    log = {(row.lane, row.position): row for row in case.rows}
    places: dict[str, list[int]] = {}
    for row in case.rows:
        if row.command in case.sent:
            places.setdefault(row.command, []).append(row.sequence)
    for command, sequences in places.items():
        if any(after != before + 1 for before, after in zip(sequences, sequences[1:])) or len(sequences) > 1 and is_entry_twice(case, sequences):
            say(DOUBLED, f"command {command} stands at {sequences}")
        if case.sent[command].is_refused:
            say(DOUBLED, f"command {command} was refused and is in the log")
        if case.sent[command].must_be_absent:
            say(FENCE, f"command {command} of a stale owner is in the log")
    for command, sent in case.sent.items():
        if sent.answer and (row := log.get(sent.answer)) is None:
            say(LOST, f"command {command} was acknowledged at {sent.answer[0]} {sent.answer[1]}, which is not in the log")
        elif sent.answer and row.command != command:
            kind = DISORDERED if command in places else LOST
            say(kind, f"command {command} was acknowledged at {sent.answer[0]} {sent.answer[1]}, where {row.command or 'another event'} stands")

    # The readers.
    for reader in case.readers:
        last: dict[tuple[int, str], int] = dict(reader.starts)
        for one in reader.arrivals:
            before = last.get((one.subscription, one.lane))
            if before is not None and one.position <= before:
                kind = DOUBLED if one.position == before or any(
                    other.subscription == one.subscription and other.lane == one.lane and other.position == one.position and other is not one
                    for other in reader.arrivals) else DISORDERED
                say(kind, f"{reader.name} received {one.lane} {one.position} behind {before}")
            elif before is not None and one.position > before + 1:
                say(DISORDERED, f"{reader.name} received {one.lane} {one.position} behind {before}")
            last[(one.subscription, one.lane)] = max(one.position, before or 0)
            row = log.get((one.lane, one.position))
            if row is None:
                say(LOST, f"{reader.name} received {one.lane} {one.position}, which is not in the log")
            elif (row.command, row.hash) != (one.command, one.hash):
                say(DISORDERED, f"{reader.name} received another event as {one.lane} {one.position} than the log has")
        for lane, start in reader.began.items():
            wanted = [(row.position, row.command) for row in case.rows if row.lane == lane and row.position > start]
            had = reader.delivered.get(lane, [])
            if had == wanted:
                continue
            positions = [position for position, _ in had]
            if len(set(positions)) < len(positions):
                say(DOUBLED, f"{reader.name} was handed an event of {lane} twice")
            elif missing := {position for position, _ in wanted} - set(positions):
                say(LOST, f"{reader.name} lacks {len(missing)} of {lane}, the first at {min(missing)}")
            else:
                say(DISORDERED, f"{reader.name} has {lane} in another order than the log")

    # Who may read what.
    ends = {name: places[command][0] for name, command in case.removed.items() if command in places}

    def may_read(name: str, lane: str, position: int) -> bool:
        row = log.get((lane, position))
        return name in case.audience.get(lane, ()) and (row is None or row.sequence <= ends.get(name, row.sequence))

    for reader in case.readers:
        for lane in sorted({lane for _, lane in reader.starts if reader.name not in case.audience.get(lane, ())}):
            say(LEAKED, f"{reader.name} was told of {lane}")
        for one in reader.arrivals:
            if not may_read(reader.name, one.lane, one.position):
                say(LEAKED, f"{reader.name} received {one.lane} {one.position}")
    # A removed reader asked when they were so.
    for name, lane, position in dict.fromkeys(case.pried):
        if name in case.removed or not may_read(name, lane, position):
            say(LEAKED, f"{name} asked, and was told {f'{lane} {position}' if position else f'of {lane}'}")

    # The balances.
    owed: dict[str, int] = {}
    for command in places:
        for member, minor in case.sent[command].effect.items():
            owed[member] = owed.get(member, 0) + minor
    for reader in case.readers:
        if reader.balances is not None and nonzero(reader.balances) != nonzero(owed):
            say(BALANCES, f"{reader.name} is told {nonzero(reader.balances)}, and the entries make {nonzero(owed)}")
    return found


def is_entry_twice(case: Case, sequences: list[int]) -> bool:
    """Whether a command has two events of the kind of its first one."""
    # The first field of a body is at least 16 (Protocol/hearth/v1/event.proto).
    kinds = [next((number for number, body in fields(case.rows[sequence - 1].bytes) if number >= 16 and isinstance(body, bytes)), 0) for sequence in sequences]
    return kinds.count(kinds[0]) > 1


def nonzero(balances: dict[str, int]) -> dict[str, int]:
    return {member: minor for member, minor in sorted(balances.items()) if minor}


# The control.

UNAVAILABLE = {"rejected": {"code": "unavailable"}}
# What says that a stale owner's command is not in the log: the answer, and whether there are links.
STALE_ABSENT: list[tuple[str, dict | None, bool]] = [
    ("without links, a command that a stale owner answered with unavailable, and that stands", UNAVAILABLE, False),
    ("without links, a command that a stale owner did not answer, and that stands", None, False),
    ("without links, a command that a stale owner accepted", {"accepted": {"lane": "shared", "position": "1"}}, False),
    ("a command that a stale owner refused as overloaded, and that stands", {"rejected": {"code": "overloaded"}}, True),
    ("a command that a stale owner refused for good, and that stands", {"rejected": {"code": "forbidden"}}, True),
]
# What leaves it open, with links.
STALE_OPEN: list[dict | None] = [UNAVAILABLE, None]


def encoded(command: str, number: int) -> bytes:
    salt, body = number.to_bytes(16, "big"), b"\x0a\x01x"
    return (bytes([SALT_FIELD << 3 | 2, 16]) + salt + bytes([COMMAND_FIELD << 3 | 2, len(command)]) + command.encode()
            + b"\x92\x01" + bytes([len(body)]) + body)


def rehash(case: Case) -> None:
    """Numbers and hashes the log anew, as a server would that believes it."""
    heads: dict[str, tuple[int, bytes]] = {}
    for number, row in enumerate(case.rows, 1):
        position, hash = heads.get(row.lane, (0, genesis(case.group, row.lane)))
        row.sequence, row.position, row.hash = number, position + 1, hashlib.sha256(hash + row.bytes).digest()
        heads[row.lane] = (row.position, row.hash)
    case.head = len(case.rows)


def sound() -> Case:
    case = Case(str(uuid.UUID(int=7)))
    members = [str(uuid.UUID(int=100 + number)) for number in range(3)]
    for number in range(12):
        command = str(uuid.UUID(int=1000 + number))
        case.rows.append(Row(0, "shared", 0, encoded(command, number), b""))
        payer = members[number % 3]
        case.sent[command] = Sent({member: 300 * (member == payer) - 100 for member in members}, ("shared", number + 1))
    # Of one that stands nobody was told, and one that nobody was told of does not stand.
    case.sent[case.rows[2].command].answer = None
    case.sent[str(uuid.UUID(int=2000))] = Sent({members[0]: 50, members[1]: -50})
    # What a minor has spent, and what is in an account; then one is removed, behind whom more happens.
    minor, account, gone = f"minor/{members[2]}", f"account/{uuid.UUID(int=500)}", str(uuid.UUID(int=104))
    for number, lane in ((12, minor), (13, account), (14, "shared"), (15, "shared")):
        command = str(uuid.UUID(int=1000 + number))
        case.rows.append(Row(0, lane, 0, encoded(command, number), b""))
        case.sent[command] = Sent({}, (lane, number - 1 if lane == "shared" else 1))
    case.removed[gone] = case.rows[14].command
    case.audience = {"shared": {*members, gone}, minor: {members[0], members[2]}, account: {members[1]}}
    rehash(case)
    balances = {member: 0 for member in members}
    for row in case.rows:
        for member, minor in case.sent[row.command].effect.items():
            balances[member] += minor
    for member in members:
        lanes = [lane for lane, names in case.audience.items() if member in names]
        arrivals = [Arrival(1 + row.position // 7, row.lane, row.position, row.command, row.hash) for row in case.rows if row.lane in lanes]
        case.readers.append(Reader(
            member, arrivals, {lane: [(row.position, row.command) for row in case.rows if row.lane == lane] for lane in lanes},
            {lane: 0 for lane in lanes}, {(1, lane): 0 for lane in lanes} | {(2, "shared"): 6, (3, "shared"): 13}, dict(balances)))
    shared = [row for row in case.rows if row.lane == "shared"]
    case.readers.append(Reader(gone, [Arrival(1, row.lane, row.position, row.command, row.hash) for row in shared if row.sequence <= 15],
                               starts={(1, "shared"): 0}))
    return case


def seeded(case: Case) -> list[tuple[str, str, Case]]:
    """Copies of a sound case, each with one fault: its name, the kind of finding that it has to make, the copy."""
    def copied() -> Case:
        return copy.deepcopy(case)

    acknowledged = [number for number, row in enumerate(case.rows) if row.lane == "shared" and (sent := case.sent.get(row.command)) and sent.answer == (row.lane, row.position)]
    place, next_place = acknowledged[len(acknowledged) // 2], acknowledged[len(acknowledged) // 2 + 1]
    faults = []

    lost = copied()
    del lost.rows[place]
    rehash(lost)
    faults.append(("an acknowledged event that the log lost", LOST, lost))

    last = copied()
    del last.rows[acknowledged[-1]:]
    rehash(last)
    faults.append(("the end of the log, which a fail-over lost", LOST, last))

    doubled = copied()
    doubled.rows.insert(next_place + 1, copy.deepcopy(doubled.rows[place]))
    rehash(doubled)
    faults.append(("a command that was carried out twice", DOUBLED, doubled))

    reordered = copied()
    rows = reordered.rows
    rows[place], rows[next_place] = rows[next_place], rows[place]
    rehash(reordered)
    faults.append(("two acknowledged events in the other order", DISORDERED, reordered))

    swapped = copied()
    had = max(swapped.readers[0].delivered.values(), key=len)
    had[-1], had[-2] = had[-2], had[-1]
    faults.append(("a reader with two events in the other order", DISORDERED, swapped))

    twice = copied()
    arrivals = twice.readers[0].arrivals
    arrivals.insert(-1, copy.deepcopy(arrivals[-2]))
    faults.append(("a reader that received an event twice", DOUBLED, twice))

    late, early = copied(), copied()
    for one in late.readers[0], early.readers[0]:
        # A subscription that goes on behind what the reader had, whatever the history has.
        number = one.arrivals[-1].subscription + 1
        row = case.rows[place]
        one.starts[(number, row.lane)] = row.position - (2 if one is late.readers[0] else 0)
        one.arrivals.append(Arrival(number, row.lane, row.position, row.command, row.hash))
    faults.append(("a subscription that went on one too late", DISORDERED, late))
    faults.append(("a subscription that went on one too early", DOUBLED, early))

    missing = copied()
    longest = max(next(reader for reader in reversed(missing.readers) if reader.began).delivered.values(), key=len)
    del longest[len(longest) // 2]
    faults.append(("a reader that lacks an event", LOST, missing))

    chain = copied()
    row = chain.rows[place]
    row.bytes = row.bytes[:-1] + bytes([row.bytes[-1] ^ 1])
    faults.append(("a stored byte that was changed", CHAIN, chain))

    money = copied()
    balances = money.readers[0].balances
    balances[next(iter(balances))] += 1
    faults.append(("a balance that is one too high", BALANCES, money))

    stale = copied()
    stale.sent[stale.rows[place].command].must_be_absent = True
    faults.append(("an event that a stale owner stored", FENCE, stale))

    for name, answer, has_links in STALE_ABSENT:
        stands = copied()
        sent = stands.sent[stands.rows[place].command]
        sent.must_be_absent, sent.answer = True, None
        take_answer(sent, answer, has_links)
        faults.append((name, FENCE, stands))

    unknown = copied()
    sent = unknown.sent[unknown.rows[place].command]
    sent.must_be_absent, sent.answer = True, None
    take_answer(sent, UNAVAILABLE, True)
    by_stranger, twice_stored = copy.deepcopy(unknown), copy.deepcopy(unknown)
    by_stranger.strangers.append((by_stranger.rows[place].sequence, "hearth node-1", "node-2"))
    faults.append(("a command of unknown outcome that the stale owner stored", FENCE, by_stranger))
    twice_stored.rows.insert(next_place + 1, copy.deepcopy(twice_stored.rows[place]))
    rehash(twice_stored)
    faults.append(("a command of unknown outcome that was carried out twice", DOUBLED, twice_stored))

    stranger = copied()
    stranger.strangers.append((stranger.rows[place].sequence, "hearth node-1", "node-2"))
    faults.append(("an event that another node stored than the group's", FENCE, stranger))

    for lane, row in {row.lane: row for row in case.rows if row.lane not in ("shared", "admin", "income")}.items():
        what = lane.split("/")[0]
        for was_asked in (False, True):
            leaked = copied()
            reader = next(reader for reader in leaked.readers if reader.name not in case.audience[lane] and reader.name not in case.removed)
            if was_asked:
                leaked.pried.append((reader.name, lane, row.position))
            else:
                reader.arrivals.append(Arrival(reader.arrivals[-1].subscription, lane, row.position, row.command, row.hash))
            faults.append((f"an event of a lane {what}/… that was told to another who {'asked' if was_asked else 'followed'}", LEAKED, leaked))
        named = copied()
        reader = next(reader for reader in named.readers if reader.name not in case.audience[lane])
        reader.starts[(reader.arrivals[-1].subscription, lane)] = 0
        faults.append((f"a lane {what}/… that was named to another", LEAKED, named))

    for name, command in case.removed.items():
        end = next(row.sequence for row in case.rows if row.command == command)
        row = next(row for row in case.rows if row.lane == "shared" and row.sequence > end)
        behind, again = copied(), copied()
        reader = next(reader for reader in behind.readers if reader.name == name)
        reader.arrivals.append(Arrival(reader.arrivals[-1].subscription, row.lane, row.position, row.command, row.hash))
        faults.append(("an event behind a member's removal that they received", LEAKED, behind))
        again.pried.append((name, "shared", 0))
        faults.append(("a subscription that a removed member got", LEAKED, again))
    return faults


def control(case: Case) -> bool:
    """Whether the judge finds nothing in the case, and every fault that is put into it; prints what it missed."""
    good = True
    if before := judge(case):
        print("  a sound history is judged unsound:", *before[:3], sep="\n    ")
        good = False
    for answer in STALE_OPEN:
        may_stand = copy.deepcopy(case)
        sent = next(sent for command, sent in may_stand.sent.items() if sent.answer and any(row.command == command for row in may_stand.rows))
        sent.must_be_absent, sent.answer = True, None
        take_answer(sent, answer, True)
        if found := judge(may_stand):
            print(f"  found: a command that may stand stands ({answer})", *found[:3], sep="\n    ")
            good = False
    for name, kind, wrong in seeded(case):
        kinds = {one for one, _ in judge(wrong)}
        if kind not in kinds:
            print(f"  NOT found: {name} (found: {', '.join(sorted(kinds)) or 'nothing'})")
            good = False
    return good


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--control", action="store_true", required=True)
    parser.parse_args()
    count = len(seeded(sound()))
    if not control(sound()):
        sys.exit(1)
    print(f"The judge finds nothing in a sound history, and each of {count} seeded faults.")
