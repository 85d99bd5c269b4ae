#!/usr/bin/env python3
"""Compares our frame codec with that of Python's websockets, frame by frame and stream by stream.

    differential.py PROGRAM CASES SEED

Each case is a stream of frames, often damaged, cut into reads and given to both decoders; what they see must be the same, down to the
close code of a fault. Frames that are whole are also encoded by both and must be the same bytes. Differences that are known and meant are
named in KNOWN and counted; any other is printed with its case, and the exit status is 1.
"""

import codecs
import collections
import logging
import random
import subprocess
import sys
import zlib

from websockets import frames
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.protocol import CLIENT, OPEN, SERVER, Protocol

LIMIT = 65_536
QUIET = logging.getLogger("quiet")
QUIET.disabled = True

KNOWN = {
    "length-form": "we refuse a length not written in the fewest bytes, or negative (RFC 6455 §5.2); the reference reads it",
    "rule-before-size": "a frame breaks a rule and the limit: we say 1002 at once, the reference 1009",
    "rule-before-reason": "a Close has a bad code or length and a bad reason: we say 1002 for the first, the reference 1007 for the second",
    "close-in-message": "a Close inside a fragmented message ends it regularly here (§5.5.1); the reference says 1002",
    "inflate-code": "what does not inflate is invalid data, 1007 (RFC 7692 leaves the code open); the reference says 1002",
    "inflate-late": "we inflate a message when it is whole, the reference each fragment",
    "inflate-end": "we refuse data that end within a block, or go on after a last block as RFC 7692 §7.2.3.4 says; the reference stops there",
}


class Compression(PerMessageDeflate):
    """The reference's, which also finds out whether a message's data end where a block does, and none before is the last one."""

    def __init__(self, keeps):
        super().__init__(not keeps, not keeps, 15, 15)
        self.raw = b""
        self.before = None
        # Of each message so far.
        self.wholes = []

    def decode(self, frame, *, max_size=None):
        compressed = frame.rsv1 if frame.opcode is not frames.Opcode.CONT else self.decode_cont_data
        if frame.opcode >= 8 or not compressed:
            if frame.opcode < 8 and frame.fin:
                self.wholes.append(True)
            return super().decode(frame, max_size=max_size)
        if frame.opcode is not frames.Opcode.CONT:
            self.raw = b""
            self.before = zlib.decompressobj(-15) if self.remote_no_context_takeover else self.decoder.copy()
        self.raw += bytes(frame.data)
        if frame.fin:
            # RFC 7692 §7.2.2: what the sender took off, which is no data; then a last, empty block, read as one only where a block begins.
            try:
                self.before.decompress(self.raw)
                rest = self.before.decompress(b"\x00\x00\xff\xff" + b"\x01\x00\x00\xff\xff")
                self.wholes.append(not rest and self.before.eof and not self.before.unused_data)
            except zlib.error:
                self.wholes.append(False)
        return super().decode(frame, max_size=max_size)


def reference(role, deflate, pieces, completes=False):
    """What the reference sees: (kind, detail, bytes) for each event, and whether the data of each are whole. A fault's bytes are its reason.

    With `completes` zeros follow until the frame that is under way is whole.
    """
    protocol = Protocol(SERVER if role == "server" else CLIENT, state=OPEN, max_size=LIMIT, logger=QUIET)
    if deflate != "-":
        protocol.extensions = [Compression(deflate == "context")]
    seen = []
    wholes = {}
    message = None
    try:
        for index, piece in enumerate(pieces + ([bytes(16)] * (LIMIT // 16 + 2) if completes else [])):
            protocol.receive_data(piece)
            received = protocol.events_received()
            for frame in received:
                data = bytes(frame.data)
                if frame.opcode in (frames.Opcode.PING, frames.Opcode.PONG):
                    seen.append((frame.opcode.name.lower(), "", data))
                elif frame.opcode is frames.Opcode.CLOSE:
                    close = protocol.close_rcvd
                    seen.append(("close", str(int(close.code)), close.reason.encode()))
                else:
                    if frame.opcode is not frames.Opcode.CONT:
                        message = [frame.opcode.name.lower(), codecs.getincrementaldecoder("utf-8")(), b""]
                    message[2] += data
                    if message[0] == "text":
                        message[1].decode(data, frame.fin)
                        # Python's decoder notices half a surrogate at its third byte only; RFC 3629 §4 has it at the second.
                        pending = message[1].getstate()[0]
                        if pending[:1] == b"\xed" and pending[1:2] >= b"\xa0":
                            raise UnicodeDecodeError("utf-8", pending, 0, 2, "half a surrogate")
                    if frame.fin:
                        if deflate != "-":
                            wholes[len(seen)] = protocol.extensions[0].wholes.pop(0)
                        seen.append((message[0], "", message[2]))
                        message = None
            if protocol.parser_exc:
                seen.append(("fault", str(int(protocol.close_sent.code)), str(protocol.parser_exc).encode()))
            if protocol.parser_exc or received and index >= len(pieces):
                break
    except UnicodeDecodeError:
        # The reference leaves text to the layer above.
        seen.append(("fault", "1007", b"not UTF-8"))
    return seen, wholes


class Ours:
    def __init__(self, program):
        self.process = subprocess.Popen([program], env={"FUZZ_UNIT": "codec"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"The program has ended with {self.process.wait()} after: {line}")
        return answer.rstrip("\n")

    @staticmethod
    def read(answer):
        seen = []
        for word in answer.split():
            kind, detail, rest = word.split(":")
            seen.append((kind, detail, rest.encode() if kind == "fault" else bytes.fromhex(rest)))
        return seen


def is_text(data):
    try:
        data.decode()
        return True
    except UnicodeDecodeError:
        return False


def verdict(ours, role, deflate, pieces, notes):
    """None when both see the same, the name of a known difference, or "?"."""
    theirs, wholes = reference(role, deflate, pieces)
    for kind, _, data in ours:
        if kind == "text" and not is_text(data):
            return f"? we deliver what is no text: {data[:200]}"
    ended = ours and ours[-1][0] in ("fault", "close")
    if ended and len(theirs) < len(ours) and theirs == ours[: len(theirs)]:
        # We judge a frame at its header and text at its bytes; the reference waits for the end of the frame.
        theirs, wholes = reference(role, deflate, pieces, completes=True)
        theirs = theirs[: len(ours)]
        notes["sooner"] += 1
    for index in range(max(len(ours), len(theirs))):
        our = ours[index] if index < len(ours) else ("nothing", "", b"")
        their = theirs[index] if index < len(theirs) else ("nothing", "", b"")
        if our[:2] == their[:2] and (our[0] == "fault" or our[2] == their[2]):
            continue
        name = our[2].decode() if our[0] == "fault" else ""
        if name in ("lengthNotMinimal", "lengthNegative") or name == "controlFrameTooLong" and their[0] != "fault":
            return "length-form"
        if name in ("closeCodeInvalid", "controlFrameTooLong") and their[2].startswith(b"'utf-8' codec"):
            return "rule-before-reason"
        if our[:2] == ("fault", "1002") and their[:2] == ("fault", "1009"):
            return "rule-before-size"
        if our[0] == "close" and their[2] == b"incomplete fragmented message":
            return "close-in-message"
        if deflate != "-":
            unexplained = f"? ours {our}, theirs {their}, whole: {wholes.get(index)}"
            if their[2] in (b"decompression failed", b"not UTF-8"):
                # Whatever comes first, the message itself must not be taken.
                if any(kind in ("text", "binary") for kind, _, _ in ours[index:]):
                    return unexplained
                return "inflate-code" if name == "compressedDataInvalid" else "inflate-late"
            if their[:2] == ("fault", "1009") and our[0] != "fault":
                return "inflate-late"
            if name == "textNotUTF8" and their[0] == "text":
                return "inflate-end"
            if name == "compressedDataInvalid" or our[0] == their[0] and our[2].startswith(their[2]):
                # What is whole is to be taken, and to be the same.
                return unexplained if wholes.get(index) else "inflate-end"
        return f"? ours {our}, theirs {their}"
    return None


class Streams:
    """Random streams of frames."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def payload(self):
        r = self.random
        size = r.choice([0, 1, 2, 5, 20, 125, 126, 127, 300, r.randrange(2_000), r.choice([65_535, 65_536, 65_537, 70_000]) if r.random() < 0.02 else 3])
        if r.random() < 0.6:
            alphabet = r.choice(["abc ", "aé€💶", "\x00\x7f\x80\u07ff\u0800\uffff\U0010ffff"])
            return "".join(r.choice(alphabet) for _ in range(min(size, 500))).encode() * (1 if size < 500 else size // 500)
        return r.randbytes(size)

    def frame(self, role, first, payload):
        """Bytes of a frame to the role, with the length in any form now and then."""
        r = self.random
        masked = (role == "server") != (r.random() < 0.003)
        form = r.choice([126, 127]) if r.random() < 0.01 else 0
        size = len(payload)
        bit = 0x80 if masked else 0
        if size < 126 and not form:
            head = bytes([first, bit | size])
        elif size < 65_536 and form != 127:
            head = bytes([first, bit | 126]) + size.to_bytes(2, "big")
        else:
            announced = size if r.random() < 0.9 else r.choice([1 << 63, 1 << 62, 1 << 32])
            head = bytes([first, bit | 127]) + announced.to_bytes(8, "big")
        if not masked:
            return head + payload
        key = r.choice([bytes(4), r.randbytes(4)])
        return head + key + bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))

    def control(self, role):
        r = self.random
        opcode = r.choice([8, 9, 9, 9, 10, 10])
        payload = r.randbytes(r.choice([0, 1, 2, 10, 125, 126 if r.random() < 0.1 else 3]))
        if opcode == 8 and r.random() < 0.8:
            codes = [1000, 1001, 1002, 1003, 1007, 1011, 1012, 1014, 3000, 4999, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535]
            payload = r.choice(codes).to_bytes(2, "big") + r.choice([b"", b"bye", "Tschüß".encode(), b"\xff"])
        return self.frame(role, 0x80 | opcode, payload)

    def stream(self, role, deflate):
        r = self.random
        stream = b""
        compressor = None
        for _ in range(r.choice([1, 1, 2, 3, 6])):
            if r.random() < 0.25:
                stream += self.control(role)
                continue
            payload = self.payload()
            opcode = r.choice([1, 2]) if r.random() < 0.98 else r.randrange(16)
            if opcode == 1 and r.random() < 0.9:
                payload = payload.decode(errors="ignore").encode()
            reserved = 0
            if deflate != "-" and r.random() < 0.8:
                if compressor is None or deflate != "context":
                    compressor = zlib.compressobj(r.choice([0, 1, 9]), wbits=-15)
                payload = (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]
                reserved = 0x40
                if r.random() < 0.05 and payload:
                    payload = self.damage(payload)
            if r.random() < 0.01:
                reserved ^= r.choice([0x10, 0x20, 0x40])
            cuts = sorted(r.randrange(len(payload) + 1) for _ in range(r.choice([0, 0, 0, 1, 2, 5])))
            parts = [payload[a:b] for a, b in zip([0] + cuts, cuts + [len(payload)])]
            for index, part in enumerate(parts):
                final = 0x80 if index == len(parts) - 1 else 0
                stream += self.frame(role, final | (reserved | opcode if index == 0 else 0), part)
                if not final and r.random() < 0.2:
                    stream += self.control(role)
        return stream

    def damage(self, stream):
        r = self.random
        for _ in range(r.choice([1, 1, 2, 4])):
            if not stream:
                break
            # Most often near the beginning, where the headers are.
            place = min(int(r.expovariate(1 / 20)), len(stream) - 1)
            stream = r.choice(
                [
                    stream[:place] + bytes([stream[place] ^ 1 << r.randrange(8)]) + stream[place + 1 :],
                    stream[:place] + bytes([r.randrange(256)]) + stream[place + 1 :],
                    stream[:place] + stream[place + r.randrange(1, 9) :],
                    stream[:place] + r.randbytes(r.randrange(1, 9)) + stream[place:],
                    stream[:place],
                ]
            )
        return stream

    def pieces(self, stream):
        r = self.random
        longest = r.choice([1, 3, 20, 5_000, 100_000]) if len(stream) < 500 else r.choice([300, 100_000])
        pieces = []
        while stream:
            count = r.randint(1, longest)
            pieces.append(stream[:count])
            stream = stream[count:]
        return pieces

    def case(self):
        r = self.random
        role = r.choice(["server", "client"])
        deflate = r.choice(["-", "-", "messages", "context"])
        stream = self.stream(role, deflate)
        if r.random() < 0.4:
            stream = self.damage(stream)
        return role, deflate, self.pieces(stream)


def encoding(streams, ours):
    """Encodes a frame with both; the reference's key is set to ours. None when they agree."""
    r = streams.random
    opcode = r.choice(list(frames.Opcode))
    control = opcode >= 8
    payload = streams.payload()
    payload = payload[:125] if control else payload
    final = control or r.random() < 0.7
    key = r.randbytes(4) if r.random() < 0.5 else None
    frames.secrets.token_bytes = lambda count: key or bytes(count)
    line = f"e {int(opcode)} {int(final)} 0 {key.hex() if key else '-'} {payload.hex()}"
    answer, right = ours.ask(line), frames.Frame(opcode, payload, final).serialize(mask=key is not None).hex()
    return None if answer == right else f"encoded differently: {line[:2_000]}\n  ours   {answer[:200]}\n  theirs {right[:200]}"


def main():
    program, cases, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    streams, ours = Streams(seed), Ours(program)
    known, notes, seen = collections.Counter(), collections.Counter(), collections.Counter()
    failures = 0
    for _ in range(cases):
        role, deflate, pieces = streams.case()
        stream = "|".join(piece.hex() for piece in pieces)
        events = Ours.read(ours.ask(f"r {role} {deflate} {stream}"))
        seen.update(kind + (detail if kind == "fault" else "") for kind, detail, _ in events)
        difference = verdict(events, role, deflate, pieces, notes)
        if difference in KNOWN:
            known[difference] += 1
        for unknown in (f"{difference}\n  {role} {deflate} {stream[:2_000]}" if difference and difference not in KNOWN else None, encoding(streams, ours)):
            if unknown:
                failures += 1
                print(unknown)
        if failures > 20:
            sys.exit("Too many differences.")
    print(f"{cases} streams and {cases} encoded frames, seed {seed}: {failures} unexplained differences")
    print("seen: " + ", ".join(f"{kind} {count}" for kind, count in sorted(seen.items())))
    print(f"{notes['sooner']} faults that we found before the reference had the whole frame, and that it then found too")
    for name, count in known.most_common():
        print(f"{count:7} {name}: {KNOWN[name]}")
    sys.exit(1 if failures else 0)


main()
