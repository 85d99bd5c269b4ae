"""What a link between nodes may do wrong, put into what passes through it (world.NodeLine.falsify): the judge has to find each."""
from __future__ import annotations

from protobuf import field, fields

# Kinds of frames (HearthServer/Nodes/NodeFrame.swift) and requests (NodeRequest.swift).
ASK, SUBSCRIBE, BROADCAST = 1, 1, 3
# Where an ask has what it asks: behind its kind, the relay, the group and the peer.
REQUEST = 1 + 4 + 16 + 8
# Fields of Subscribe and Cursor (Protocol/hearth/v1/session.proto).
CURSORS, POSITION = 2, 2


def doubles(who: str, frame: bytes) -> list[bytes]:
    """What is delivered to many is delivered twice."""
    return [frame, frame] if who == "owning" and frame[0] == BROADCAST else [frame]


def resumes_off(by: int):
    """Members go on by so many events further than they asked."""
    def fault(who: str, frame: bytes) -> list[bytes]:
        if who != "asking" or frame[0] != ASK or frame[REQUEST] != SUBSCRIBE:
            return [frame]
        start = REQUEST + 1 + 4
        length = int.from_bytes(frame[start:start + 4], "little")
        message, rest = frame[start + 4:start + 4 + length], frame[start + 4 + length:]
        moved = b"".join(
            field(number, b"".join(field(place, max(0, one + by) if place == POSITION else one) for place, one in fields(value)))
            if number == CURSORS else field(number, value) for number, value in fields(message))
        return [frame[:start] + len(moved).to_bytes(4, "little") + moved + rest]

    return fault
