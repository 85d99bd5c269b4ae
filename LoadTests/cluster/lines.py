"""Forwarders of ours between a node and a database, and between nodes: they can be cut, and what passes between nodes can be falsified."""
from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import socket
import ssl

taken_ports: set[int] = set()


def free_port() -> int:
    """Below the ports that the system gives to connections, since a program is started again on its own."""
    while True:
        port = 20000 + int.from_bytes(os.urandom(2), "big") % 12000
        if port in taken_ports:
            continue
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            taken_ports.add(port)
            return port


class Line:
    """Between a node and a database. Cut, it forwards nothing in either direction and closes nothing, as a network that drops every packet."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, free_port()
        self.flows = asyncio.Event()
        self.flows.set()
        self.server: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self._task(self._watch())

    def _task(self, work) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _is_there(self) -> bool:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self.target)
            writer.transport.abort()
            return True
        return False

    async def _watch(self) -> None:
        """Where nobody listens behind it, nobody listens before it: a client that looks for a host goes on to the next."""
        while True:
            if not self.flows.is_set():
                await self.flows.wait()
            there = await self._is_there()
            if there and not self.server:
                self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            elif not there and self.server:
                self._shut()
            await asyncio.sleep(0.2)

    def _shut(self) -> None:
        if self.server:
            self.server.close()
            self.server = None

    def _gate(self, writer) -> asyncio.Event:
        """Whether what belongs to a connection flows."""
        return self.flows

    async def _serve(self, reader, writer) -> None:
        flows = self._gate(writer)
        await flows.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self._shut()
            writer.transport.abort()
            return
        await asyncio.gather(self._pass_on(reader, far_writer, flows), self._pass_on(far_reader, writer, flows))

    async def _pass_on(self, reader, writer, flows: asyncio.Event) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await flows.wait()
                writer.write(data)
                await writer.drain()
        await flows.wait()
        writer.close()

    def cut(self) -> None:
        self.flows.clear()

    def mend(self) -> None:
        self.flows.set()

    async def end(self) -> None:
        self.mend()
        for task in list(self.tasks):
            task.cancel()
        self._shut()


class NodeLine(Line):
    """Between a node and those that ask it: can be cut from some of them alone, and made to falsify what passes."""

    def __init__(self, node: Node, target: int) -> None:
        super().__init__(target)
        self.node = node
        self.gates: dict[str, asyncio.Event] = {}

    async def open(self) -> None:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    def _shut(self) -> None:
        pass

    def _gate_of(self, asker: str) -> asyncio.Event:
        if asker not in self.gates:
            self.gates[asker] = asyncio.Event()
            self.gates[asker].set()
        return self.gates[asker]

    def _gate(self, writer) -> asyncio.Event:
        here, there = self.port, writer.get_extra_info("peername")[1]
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, *_, inode = line.split()[:10]
            if (int(local.split(":")[1], 16), int(remote.split(":")[1], 16)) == (there, here):
                return self._gate_of(next((node.name for node in self.node.cluster.nodes if node.holds_socket(inode)), ""))
        return self._gate_of("")

    def cut(self, asker: str = "") -> None:
        self._gate_of(asker).clear()

    def mend(self) -> None:
        for gate in self.gates.values():
            gate.set()

    async def falsify(self, fault) -> None:
        """From now on what passes is opened, and handed to fault: who says it ("asking" or "owning") and a frame; what it returns is sent in its place.
        None: everything passes as it is, again. Links that are there end."""
        self.server.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.sleep(0.1)
        if not fault:
            self.server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            return
        context = self._context(ssl.PROTOCOL_TLS_SERVER, self.node.name)
        self.server = await asyncio.start_server(lambda reader, writer: self._open(reader, writer, fault), "127.0.0.1", self.port, ssl=context)

    def _context(self, protocol, name: str) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        context.load_cert_chain(*self.node.cluster.certificate(name))
        context.load_verify_locations(self.node.cluster.folder / "nodes-ca.pem")
        context.verify_mode = ssl.CERT_REQUIRED
        return context

    async def _serve(self, reader, writer) -> None:
        # A task of its own, so that it can be ended.
        self.tasks.add(asyncio.current_task())
        try:
            await super()._serve(reader, writer)
        finally:
            self.tasks.discard(asyncio.current_task())
            writer.transport.abort()

    async def _open(self, reader, writer, fault) -> None:
        task = asyncio.current_task()
        self.tasks.add(task)
        asker = next(value for ((name, value),) in writer.get_extra_info("peercert")["subject"] if name == "commonName")
        far_writer = None
        try:
            far_reader, far_writer = await asyncio.open_connection(
                "127.0.0.1", self.target, ssl=self._context(ssl.PROTOCOL_TLS_CLIENT, asker), server_hostname=self.node.name)
            await asyncio.gather(self._frames("asking", reader, far_writer, fault), self._frames("owning", far_reader, writer, fault))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            self.tasks.discard(task)
            for one in (writer, far_writer):
                if one:
                    one.transport.abort()

    @staticmethod
    async def _frames(who: str, reader, writer, fault) -> None:
        """Four bytes of length, least significant first, then the frame (NodeFrames)."""
        while True:
            frame = await reader.readexactly(int.from_bytes(await reader.readexactly(4), "little"))
            for one in fault(who, frame):
                writer.write(len(one).to_bytes(4, "little") + one)
            await writer.drain()
