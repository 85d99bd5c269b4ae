"""Thousands of members over hearth.v1.proto in one thread, and the server that they talk to: what ledger-rows.py measures with.

A member's life is a generator: it yields false and is sent the server's next message, as (request, field, body); once, when it has come where it
was to get, it may yield true.
"""
from __future__ import annotations

import collections
import contextlib
import itertools
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator

sys.path.insert(0, str(pathlib.Path(__file__).parent / "cluster"))
from protobuf import field, fields  # noqa: E402

# Fields of ClientMessage, of Command and of ServerMessage.
HELLO, REGISTER, COMMAND, SUBSCRIBE = 16, 17, 18, 19
CREATE_GROUP, JOIN_GROUP, ADD_ENTRY, CREATE_INVITE, ADD_PLACEHOLDER, SET_ACCOUNT, SET_ACCOUNT_ENTRY, GRANT_ACCOUNT = 16, 17, 18, 20, 40, 150, 151, 155
WELCOME, REGISTERED, ACCEPTED, REJECTED, SUBSCRIBED, LANE_EVENTS = 16, 17, 18, 19, 20, 26
ADULT, EXPENSE, SAVINGS, DEPOSIT, READ = 3, 1, 2, 1, 1
# Seconds that a program may take to start, and to end in order.
START_SECONDS, END_SECONDS = 30, 30
# Connections that are made at a time, unless all come at once: fewer than wait for a listener.
AT_ONCE = 200
# Limits that one address under load would reach; the ones that an older program does not know are left out.
GENEROUS = {
    "--registrations-per-hour": 1_000_000, "--groups-per-hour": 1_000_000, "--messages-per-turn": 10_000, "--message-rate": 1_000_000,
    "--identity-read-ms-per-minute": 1_000_000, "--address-read-ms-per-minute": 1_000_000, "--connections-per-address": 100_000,
    "--identity-history-bytes-per-hour": 1 << 40, "--address-history-bytes-per-hour": 1 << 40, "--connections-max": 20_000, "--memory-bytes": 4 << 30,
}
UPGRADE = ("GET {} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: hearth.v1.proto\r\n\r\n")


class Failed(Exception):
    pass


class Server:
    """A hearthd, or with `words` another program, on the first core and a free port. It is ended with the block."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, options: dict[str, object] | None = None, words: list[str] | None = None) -> None:
        self.program, self.folder, self.words = program, folder, words
        self.options: list[str] = []
        if words is None:
            known = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=True).stdout
            for name, value in (GENEROUS | (options or {})).items():
                if f"{name} " in known:
                    self.options += [name, str(value)]
        self.process: subprocess.Popen[bytes] | None = None
        self.port = self.admin = 0

    def __enter__(self) -> Server:
        self.port, self.admin = free_port(), free_port()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.kill()

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def start(self) -> None:
        """Starts it, again on the same folder and port, and returns when it listens."""
        listen = ["--listen", f"127.0.0.1:{self.port}"]
        words = self.words + listen if self.words is not None else [
            "serve", *listen, "--admin-listen", f"127.0.0.1:{self.admin}", "--data", str(self.folder), "--log-level", "error", "--loops", "1", *self.options]
        self.process = subprocess.Popen([*on_core(0), str(self.program), *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failed(f"{self.program} ended with {self.process.returncode} when it was started.")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.001)
        raise Failed(f"{self.program} does not listen after {START_SECONDS} s.")

    def stop(self) -> None:
        """Ends it, which it has to do in order."""
        assert self.process
        self.process.terminate()
        status = self.process.wait(END_SECONDS)
        self.process = None
        if status not in (0, -signal.SIGTERM if self.words is not None else 0):
            raise Failed(f"{self.program} did not end in order, but with status {status}.")

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait(END_SECONDS)
        self.process = None

    @property
    def resident(self) -> int:
        """Bytes of its memory that are in RAM."""
        text = pathlib.Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return next(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Rss:"))

    @property
    def seconds(self) -> float:
        """Seconds of the processor that it has taken."""
        # proc(5): utime and stime are the 12th and 13th field behind the name in parentheses, which may hold anything.
        words = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def figure(self, name: str) -> int | None:
        """A figure of its metrics: the sum over all labels; none of an older build that does not tell it."""
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.admin), 10)) as asking:
            asking.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = b"".join(iter(lambda: asking.recv(65536), b"")).decode()
        found = [line.split() for line in text.splitlines() if line.startswith((name + " ", name + "{"))]
        return int(sum(float(words[-1]) for words in found)) if found else None


def free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


def on_core(number: int) -> list[str]:
    return ["taskset", "-c", str(number)] if (os.cpu_count() or 1) > 1 else []


numbers = itertools.count(1)


def new_id() -> str:
    """A UUID of version 7."""
    moment = f"{int(time.time() * 1000):012x}"
    return f"{moment[:8]}-{moment[8:]}-7{os.urandom(2).hex()[1:]}-a000-{next(numbers):012x}"


def text(number: int, value: str) -> bytes:
    return field(number, value.encode())


def message(number: int, body: bytes, request: int = 0) -> bytes:
    """A ClientMessage in a frame; the mask is zero, which changes nothing."""
    data = (field(1, request) if request else b"") + field(number, body)
    size = len(data)
    head = bytes([0x82, 0x80 | size]) if size < 126 else bytes([0x82, 0xFE]) + size.to_bytes(2)
    return head + bytes(4) + data


def command(group: str, number: int, body: bytes) -> bytes:
    return text(1, new_id()) + (text(2, group) if group else b"") + field(number, body)


def expense(group: str, minor: int = 1_000) -> bytes:
    content = field(1, EXPENSE) + field(2, field(1, minor) + text(2, "INR")) + text(3, "Vegetables") + text(4, "groceries")
    return command(group, ADD_ENTRY, text(1, new_id()) + field(2, content))


def named(body: bytes, number: int) -> str:
    """A text of a message; empty when it has none."""
    return next((value.decode() for at, value in fields(body) if at == number), "")


class Peer:
    """A connection."""

    __slots__ = ("socket", "life", "buffer", "is_open", "request")

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.life: Generator | None = None
        self.buffer = bytearray()
        self.is_open = False
        self.request = 0

    def say(self, number: int, body: bytes) -> int:
        """Sends a message; its request's number."""
        self.request += 1
        frame = message(number, body, self.request)
        if self.socket.send(frame) != len(frame):
            raise Failed("The server does not take what is sent.")
        return self.request

    def ask(self, number: int, body: bytes) -> Generator:
        """Sends a message and waits for what answers it: its field and body."""
        request = self.say(number, body)
        while True:
            answered, at, answer = yield False
            if answered == request:
                return at, refuse(at, answer)


def refuse(at: int, body: bytes) -> bytes:
    if at == REJECTED:
        raise Failed(f"The server refused: {named(body, 3)}: {named(body, 5)}")
    return body


class Peers:
    """Connections to one port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.epoll = select.epoll()
        self.living: dict[int, Peer] = {}
        self.waiting: collections.deque = collections.deque()
        self.at_once = AT_ONCE
        self.beginning = 0

    def __enter__(self) -> Peers:
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()
        self.epoll.close()

    def drop(self) -> None:
        """Ends all connections."""
        for peer in self.living.values():
            peer.socket.close()
        self.living.clear()
        self.waiting.clear()
        self.beginning = 0

    def begin(self, life=None, path: str = "/v1/socket") -> None:
        """Connects when fewer than `at_once` are on their way, and begins the life that `life` makes for the peer, if there is one.

        A peer has arrived when its life yields true or is over; one without a life when it is connected."""
        self.waiting.append((life, UPGRADE.format(path).encode()))
        self.connect()

    def connect(self) -> None:
        while self.waiting and self.beginning < self.at_once:
            life, request = self.waiting.popleft()
            connection = socket.socket()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.connect(("127.0.0.1", self.port))
            connection.setblocking(False)
            connection.send(request)
            peer = self.living[connection.fileno()] = Peer(connection)
            self.epoll.register(connection.fileno(), select.EPOLLIN)
            self.beginning += 1
            if life:
                peer.life = life(peer)
                next(peer.life)

    def arrived(self) -> None:
        self.beginning -= 1
        self.connect()

    def turn(self, seconds: float) -> None:
        """Handles what comes within the time."""
        for fd, _ in self.epoll.poll(max(seconds, 0), 1024):
            peer = self.living[fd]
            data = peer.socket.recv(1 << 18)
            if not data:
                raise Failed("The server has ended a connection.")
            peer.buffer += data
            self.read(peer, fd)

    def read(self, peer: Peer, fd: int) -> None:
        buffer, at = peer.buffer, 0
        if not peer.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101 "):
                raise Failed(f"The server refused a connection: {bytes(buffer[:end])!r}")
            peer.is_open, at = True, end + 4
            if not peer.life:
                self.arrived()
        while len(buffer) - at >= 2:
            kind, size, start = buffer[at] & 15, buffer[at + 1], at + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                start += width
                size = int.from_bytes(buffer[at + 2:start])
            if len(buffer) < start + size:
                break
            payload = bytes(buffer[start:start + size])
            at = start + size
            if kind == 9:
                peer.socket.send(bytes([0x8A, 0x80 | size]) + bytes(4) + payload)
            elif kind == 8:
                raise Failed(f"The server has closed a connection with {int.from_bytes(payload[:2])}.")
            elif peer.life and self.hear(peer, payload):
                del self.living[fd]
                peer.socket.close()
                return
        del buffer[:at]

    def hear(self, peer: Peer, payload: bytes) -> bool:
        """Tells a life of a message; true when it is over."""
        request = number = 0
        body: bytes = b""
        for at, value in fields(payload):
            if at == 1:
                request = value
            else:
                number, body = at, value
        assert peer.life
        try:
            has_arrived = peer.life.send((request, number, body))
        except StopIteration:
            has_arrived = None
        if has_arrived is not False:
            self.arrived()
        return has_arrived is None

    def until(self, is_so, what: str, seconds: float = 120) -> None:
        """Goes on until something is so."""
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                raise Failed(f"{what}: not within {seconds:.0f} s.")
            self.turn(0.05)
