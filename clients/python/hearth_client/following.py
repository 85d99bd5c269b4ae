"""Where a client stands in the lanes of a group that it follows, and what of them is to be delivered."""
from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from .errors import HearthError, HistoryRestored, MembershipEnded
from .messages import Cursor, Event as EventMessage, LaneEvent, Subscribe, Subscribed
from .store import Store

# Limit: events that wait for a program that is slow; what comes beyond is read from the history when these were handled.
QUEUE_EVENTS_MAX = 10_000


@dataclass(frozen=True)
class Event:
    """A stored fact of a group, in its lane."""

    group_id: str
    lane: str
    position: int
    kind: str
    """The name of the event: "entryAdded"."""
    body: Any
    """What the event says of it, one of hearth_client.messages."""
    at_ms: int
    by: str
    """The member who did it; empty: the server."""
    command_id: str
    event: EventMessage = field(repr=False)
    """All of it as it came."""
    epoch: int = 0

    @property
    def id(self) -> str:
        """The same however often it is delivered: for programs that must not act twice."""
        return f"{self.group_id}:{self.epoch}:{self.lane}:{self.position}"


def read(group_id: str, lane: str, epoch: int, one: LaneEvent) -> Event:
    event = one.get("event", {})
    kind = next((name for name, value in event.items() if isinstance(value, dict)), "")
    return Event(group_id, lane, int(one["position"]), kind, event.get(kind), int(event.get("atMs", 0)), event.get("memberId", ""),
                 event.get("commandId", ""), event, epoch)


class Following:
    """Takes each lane's events in order, without gap and without repetition, however they come."""

    def __init__(self, group_id: str, store: Store, quiet: bool) -> None:
        self.group_id = group_id
        self.quiet = quiet
        self.epoch, self.taken = store.cursors(group_id)
        """`taken`: of each lane the position of the last event that was put into the queue."""
        self.heads: dict[str, int] = {}
        """Of each lane the position that the server is known to have reached."""
        self.behind: set[str] = set()
        """Lanes of which something has to be read from the history first."""
        self.queue: deque[Event | HearthError] = deque()
        self.ended = False
        self.changed = asyncio.Event()
        """For the reader: something is in the queue."""
        self.news = asyncio.Event()
        """For who reads the history: there may be something to read, or space for it."""
        self._store = store

    def subscribe(self) -> Subscribe:
        cursors: list[Cursor] = [{"lane": lane, "position": str(position)} for lane, position in self.taken.items()]
        return {"groupId": self.group_id, "epoch": str(self.epoch), "cursors": cursors, "quiet": self.quiet}

    def begin(self, subscribed: Subscribed) -> None:
        """A subscription begins, or begins anew because the lanes have changed (SPEC SB-08)."""
        epoch = int(subscribed.get("epoch", 0))
        lanes = {one.get("lane", ""): one for one in subscribed.get("lanes", [])}
        cut = any(lane in lanes and int(lanes[lane].get("head", 0)) < position for lane, position in self.taken.items())
        if self.taken and (epoch != self.epoch or cut):
            self._store.forget(self.group_id)
            self.end(HistoryRestored(self.group_id))
            return
        self.epoch = epoch
        for lane in [lane for lane in self.taken if lane not in lanes]:
            del self.taken[lane]
            self._store.forget(self.group_id, lane)
        self.behind &= lanes.keys()
        self.heads = {lane: int(one.get("head", 0)) for lane, one in lanes.items()}
        for lane, head in self.heads.items():
            if lane not in self.taken:
                # It is followed from now on.
                self.taken[lane] = head
                self._store.handled(self.group_id, lane, epoch, head)
            elif lanes[lane].get("snapshot"):
                # In place of the events that are missing came a snapshot (SPEC SB-04), so they are read.
                self.behind.add(lane)
        self.changed.set()
        self.news.set()

    def take(self, lane: str, events: list[LaneEvent]) -> None:
        for one in events:
            position = int(one["position"])
            self.heads[lane] = max(position, self.heads.get(lane, 0))
            taken = self.taken.get(lane)
            if taken is None or position <= taken:
                continue
            if lane in self.behind or position > taken + 1 or len(self.queue) >= QUEUE_EVENTS_MAX:
                self.behind.add(lane)
                continue
            self.put(lane, one)
        self.changed.set()
        self.news.set()

    def put(self, lane: str, one: LaneEvent) -> None:
        event = read(self.group_id, lane, self.epoch, one)
        self.taken[lane] = event.position
        self.queue.append(event)

    def wanted(self) -> str:
        """A lane of which something has to be read from the history, and there is space for it; empty: none."""
        # A lane of which nothing is missing is taken as it comes again.
        self.behind = {lane for lane in self.behind if self.taken.get(lane, 0) < self.heads.get(lane, 0)}
        return min(self.behind, default="") if len(self.queue) <= QUEUE_EVENTS_MAX // 2 else ""

    def end(self, reason: HearthError) -> None:
        """Nothing more is delivered behind what has come."""
        if self.ended:
            return
        self.ended = True
        if isinstance(reason, MembershipEnded):
            self._store.forget(self.group_id)
        self.queue.append(reason)
        self.changed.set()
