"""As much of protobuf as the judge, and what falsifies links, need."""
from __future__ import annotations


def fields(data: bytes):
    """The fields of a message, in order: number, and an integer or bytes. Numbers of fixed width are left out: no message here has them."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = varint()
        number, kind = key >> 3, key & 7
        if kind == 0:
            yield number, varint()
        elif kind == 1:
            at += 8
        elif kind == 5:
            at += 4
        elif kind == 2:
            length = varint()
            yield number, data[at:at + length]
            at += length
        else:
            raise ValueError(f"a field of kind {kind}")


def field(number: int, value: int | bytes) -> bytes:
    """A field as a message has it."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
