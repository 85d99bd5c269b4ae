"""What the page's tests live in: a server that can be killed and started again, and people with terminals."""

import asyncio
import contextlib
import json
import os
import secrets
import shlex
import signal
import socket
import tempfile
import shutil

from chromium import Failed, PATIENCE


# Within how many milliseconds somebody sees what another enters.
FASTEST = 100
# How often that is tried, and how often on a machine that others use, too.
TRIES = 9
TRIES_MAX = 25


def tries(times):
    """The numbers of the tries: some, and more while fewer than three of their times are fast. A busy machine makes them slow, and none of them fast."""
    for turn in range(TRIES_MAX):
        if turn >= TRIES and sorted(times)[2] < FASTEST:
            return
        yield turn


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A hearthd of the tests' own in a fresh folder; or one that runs already, which they leave alone."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.processes = {}
        self.folder = None
        self.url = arguments.url.rstrip("/") if arguments.url else None
        self.backend = self.url

    @property
    def is_ours(self):
        return not self.arguments.url

    async def __aenter__(self):
        if not self.is_ours:
            return self
        self.folder = tempfile.mkdtemp(prefix="hearth-page-data-")
        self.port = free_port()
        self.url = self.backend = f"http://127.0.0.1:{self.port}"
        await self.start()
        return self

    async def start(self):
        options = shlex.split(self.arguments.server_options)
        self.processes["hearthd"] = await asyncio.create_subprocess_exec(
            self.arguments.hearthd, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.folder, *options,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, start_new_session=True)
        log = self.processes["hearthd"].stderr
        await asyncio.wait_for(self.serves(log), PATIENCE)
        # What it says later is read too, so that it never waits for a reader.
        self.reading = asyncio.create_task(log.read())

    async def kill(self):
        """As a power cut would."""
        process = self.processes.pop("hearthd")
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()

    async def serves(self, log):
        """Until hearthd says that it serves."""
        said = b""
        while line := await log.readline():
            said += line
            if b"serving members" in line:
                return
        raise Failed(f"hearthd ended: {said.decode()}")

    async def __aexit__(self, *_):
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                await asyncio.wait_for(process.wait(), 10)
            except asyncio.TimeoutError:
                os.killpg(process.pid, signal.SIGKILL)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    async def terminal(self, name):
        """Somebody with a terminal, known to the server."""
        terminal = Terminal(self, name)
        await terminal.run("register", "--server", self.backend.replace("http", "ws", 1), "--name", name)
        return terminal


class Line:
    """A way to the server of its own, on which a test loses what the server says."""

    def __init__(self, server):
        self.server = server
        self.is_lossy = False
        self.lost = 0

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"
        return self

    async def carry(self, reader, writer):
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.server.port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.pump(reader, back, False), self.pump(there, writer, True))

    async def pump(self, source, sink, is_answer):
        with contextlib.suppress(OSError):
            while piece := await source.read(65536):
                if is_answer and self.is_lossy:
                    self.lost += len(piece)
                    continue
                sink.write(piece)
                await sink.drain()
        sink.close()

    async def __aexit__(self, *_):
        self.listener.close()


class Terminal:
    """`hearth` with a home of its own."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        self.home = tempfile.mkdtemp(prefix="hearth-page-home-")

    async def run(self, *words):
        process = await asyncio.create_subprocess_exec(
            self.server.arguments.hearth, *words, env={**os.environ, "HEARTH_HOME": self.home, "NO_COLOR": "1", "LANG": "C.UTF-8"},
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        out, err = await asyncio.wait_for(process.communicate(), 60)
        if process.returncode:
            raise Failed(f"hearth {' '.join(words)}: {process.returncode}\n{out.decode()}{err.decode()}")
        return out.decode()

    def __del__(self):
        shutil.rmtree(self.home, ignore_errors=True)


async def founder(browser, server, group="Sharma Family", name="Asha", **options):
    """Somebody who makes a group on the page."""
    page = await browser.person(**options)
    await page.goto(server.url + "/")
    await page.fill("Your name", name)
    await page.fill("Name of the group", group)
    await page.fill("Currency", "INR")
    await page.click("Make the group")
    await page.sees("was created")
    return page


async def invite(page, role="Adds expenses", approval=False, people="1"):
    """The link of a new invite, made on the page."""
    await page.run("location.hash = '#/members/invite'")
    await page.sees("They join as")
    await page.click(role, kind="label.choice")
    if approval or people != "1":
        await page.click("For how many, for how long")
    if approval:
        await page.click("I approve each person before they are in", kind="label")
    if people != "1":
        await page.fill("Good for", people)
    await page.click("Make the invite")
    await page.sees("Your invite")
    link = await page.run("document.querySelector('.link-text').value")
    await page.click("Close")
    return link


async def joiner(browser, link, name="Ravi", **options):
    """Somebody who joins by a link: one name and one tap."""
    page = await browser.person(**options)
    await page.goto(link)
    await page.sees("invites you to")
    await page.fill("Your name", name)
    await page.click("Join")
    await page.sees("What happens")
    return page


async def room(browser, server, *names, **options):
    """A group with its founder and whoever joins, each on a page."""
    first = await founder(browser, server, name=names[0], **options)
    pages = [first]
    if len(names) > 1:
        link = await invite(first, people="5" if len(names) > 2 else "1")
        for name in names[1:]:
            pages.append(await joiner(browser, link, name, **options))
        for name in names[1:]:
            await goes(first, "room")
            await first.sees(f"{name} joined as adult")
    await goes(first, "room")
    return pages


async def goes(page, view):
    is_free = await page.run(f"document.querySelector('dialog[open]') ? false : (location.hash = '#/{view}', true)")
    if is_free and view == "members":
        # The head of every view names members, too, and opens the groups.
        await page.until("document.querySelector('main.members ul.people') !== null", "the list of members")


async def adds(page, amount, what, category="🛒 Groceries"):
    """Adds an expense that the adder paid, shared by all."""
    await goes(page, "room")
    await page.click("Add expense")
    await page.fill("Amount", amount)
    await page.fill("What for", what)
    if category:
        await page.click(category, kind="label.chip")
    await page.click("Add ")
    await page.until("!document.querySelector('dialog[open]')", "the sheet closes")


async def never(page, other, text):
    """That a text is not shown, although everything has come that was sent before what another now adds."""
    marker = f"Marker {secrets.token_hex(4)}"
    await adds(other, "1", marker)
    await goes(page, "room")
    # Its entry, and not that it is being typed.
    await page.until(f"[...document.querySelectorAll('.entry-title')].some((one) => one.innerText === {json.dumps(marker)})", "the marker")
    await page.sees_not(text)
