"""One group by two doors: somebody joins from the page and somebody from a terminal, by one link, and each sees what the other enters."""

import asyncio
import base64
import contextlib
import fcntl
import io
import json
import os
import pty
import re
import shutil
import signal
import struct
import tempfile
import termios
import time

import zxingcpp
from PIL import Image

from chromium import Failed, PATIENCE
from world import FASTEST, Terminal, founder, goes, invite, tries


class Screen:
    """A command of `hearth` that goes on, in a terminal of its own: what it writes is read as it comes, with the time of each piece."""

    def __init__(self, terminal, *words):
        self.terminal, self.words = terminal, words
        self.text = ""
        self.news = asyncio.Event()

    async def __aenter__(self):
        self.end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.process = await asyncio.create_subprocess_exec(
            self.terminal.server.arguments.hearth, *self.words, stdin=other, stdout=other, stderr=other, start_new_session=True,
            env={**os.environ, "HEARTH_HOME": self.terminal.home, "NO_COLOR": "1", "LANG": "C.UTF-8", "TERM": "xterm-256color"})
        os.close(other)
        asyncio.get_running_loop().add_reader(self.end, self.read)
        return self

    def read(self):
        try:
            bytes_ = os.read(self.end, 65536)
        except OSError:
            bytes_ = b""
        if not bytes_:
            asyncio.get_running_loop().remove_reader(self.end)
        self.at = time.time() * 1000
        # Without what steers the terminal.
        self.text += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\x1b\][^\x07]*\x07", "", bytes_.decode(errors="replace"))
        self.news.set()

    async def sees(self, text):
        """Waits until a text has been written; the time at which its last piece came, in milliseconds since 1970."""
        async def look():
            while text not in self.text:
                self.news.clear()
                await self.news.wait()
        try:
            await asyncio.wait_for(look(), PATIENCE)
        except asyncio.TimeoutError:
            raise Failed(f"hearth {' '.join(self.words)} did not show {text!r} but:\n{self.text[-3000:]}") from None
        return self.at

    def type(self, text):
        """Types a text; when that began, in milliseconds since 1970."""
        at = time.time() * 1000
        os.write(self.end, text.encode())
        return at

    async def __aexit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        asyncio.get_running_loop().remove_reader(self.end)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.process.wait(), 10)
        if self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        os.close(self.end)


async def both_doors(browser, server):
    """By one link from the page and from a terminal; what each enters the other sees within 100 ms, by the third fastest of the tries."""
    asha = await founder(browser, server)
    link = await invite(asha, people="5")
    ravi = await browser.person()
    await ravi.goto(link)
    await ravi.fill("Your name", "Ravi")
    await ravi.click("Join")
    await ravi.sees("What happens")
    # A terminal that knows nothing yet: the link is all it is given.
    meera = Terminal(server, "Meera")
    at = link if server.url == server.backend else link.replace(server.url, server.backend)
    await meera.run("join", at, "--name", "Meera")
    await ravi.sees("Meera joined as adult")
    async with Screen(meera, "feed") as feed, Screen(meera, "room") as room:
        await feed.sees("Ravi")
        await room.sees("Ravi")
        forth, back = [], []
        for turn in tries(forth):
            what = f"Biscuits{turn}"
            await goes(ravi, "room")
            await ravi.click("Add expense")
            await ravi.fill("Amount", f"{6100 + turn}.37")
            await ravi.fill("What for", what)
            start = await ravi.run("""(() => { const start = Date.now();
              document.querySelector('dialog[open] button[type=submit]').click(); return start; })()""")
            # All of the amount: what is being typed is told by its beginning only.
            forth.append(await feed.sees(f"{6100 + turn:,}.37") - start)
            await ravi.until("!document.querySelector('dialog[open]')", "the sheet closes")
        for turn in tries(back):
            what = f"Peanuts{turn}"
            await ravi.run(f"""globalThis.seen = new Promise((resolve) => {{
              const observer = new MutationObserver(() => {{ if (![...document.querySelectorAll('.entry-title')].some((one) => one.innerText === {json.dumps(what)})) return;
                observer.disconnect(); resolve(Date.now()); }});
              observer.observe(document.body, {{subtree: true, childList: true, characterData: true}}); }}); 0""")
            room.type(f"{what} {30 + turn}")
            await room.sees(f"{30 + turn}.00")
            start = room.type("\r")
            back.append(await ravi.run("seen") - start)
            await feed.sees(what)
    for name, times in (("from the page to the terminal", forth), ("from the terminal to the page", back)):
        times.sort()
        assert times[2] < FASTEST, f"{name}: {times}"
    shutil.rmtree(meera.home, ignore_errors=True)
    return "; ".join(f"{name} {', '.join(f'{one:.0f}' for one in times)} ms" for name, times in (("page to terminal", forth), ("terminal to page", back)))


def read(picture):
    """The texts of the codes in a picture, by a decoder that is not ours."""
    return [found.text for found in zxingcpp.read_barcodes(picture.convert("L"))]


async def code_on(page):
    """The texts of the codes that the page shows."""
    await page.until("document.querySelector('svg.qr')", "a code")
    await page.run("document.querySelector('svg.qr').scrollIntoView({block: 'center', behavior: 'instant'})")
    data = (await page.send("Page.captureScreenshot", format="png"))["data"]
    return read(Image.open(io.BytesIO(base64.b64decode(data))))


def drawn(lines):
    """A terminal's picture of half blocks, as light on dark as it is shown there."""
    picture = Image.new("L", (8 * max(map(len, lines)) + 64, 16 * len(lines) + 64), 0)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            for half, lit in enumerate({"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}[sign]):
                if lit:
                    picture.paste(255, (32 + 8 * column, 32 + 16 * row + 8 * half, 40 + 8 * column, 40 + 16 * row + 8 * half))
    return picture


async def codes(browser, server):
    """Codes of the page and of the terminal are read by a decoder that is not ours, and say the links that stand beside them."""
    asha = await founder(browser, server)
    for dark in (False, True):
        await asha.size(390, 844, dark)
        for sheet, button in (("members/invite", "Make the invite"), ("settings/device", "Link a device")):
            await asha.run(f"location.hash = '#/{sheet}'")
            await asha.click(button)
            await asha.until("document.querySelector('.link-text')", "the link")
            link = await asha.run("document.querySelector('.link-text').value")
            assert link.startswith(server.url + "/"), link
            found = await code_on(asha)
            assert found == [link], f"{sheet}, {'dark' if dark else 'light'}: {found} instead of {link}"
            await asha.click("Close")
            await asha.until("!location.hash.includes(%s)" % json.dumps(sheet), "the way back")
    # Where the code is covered nothing is read: what was read above was the code.
    await asha.run("location.hash = '#/settings/device'")
    await asha.click("Link a device")
    await asha.until("document.querySelector('svg.qr')", "a code")
    await asha.run("document.querySelector('svg.qr').style.opacity = 0")
    assert await code_on(asha) == []
    meera = await server.terminal("Meera")
    await meera.run("create", "Flat 4B", "--currency", "INR")
    async with Screen(meera, "invite", "--role", "adult") as screen:
        await screen.sees("/join#")
        await screen.process.wait()
        await screen.sees("within 7 days")
    link = re.search(r"https?://\S+/join#[0-9A-Z-]+", screen.text).group()
    found = read(drawn([line for line in screen.text.splitlines() if len(line) > 20 and set(line) <= set("█▀▄ ")]))
    assert found == [link], f"{found} instead of {link}:\n{screen.text}"


async def demo(browser, server):
    """`make demo` says where its family is to be seen in a browser; there it lives, and the demo ends with nothing left behind."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    programs = os.path.relpath(os.path.dirname(os.path.abspath(server.arguments.hearthd)), root)
    folder = tempfile.mkdtemp(prefix="hearth-page-demo-")
    process = await asyncio.create_subprocess_exec(
        os.path.join(root, "LoadTests/demo.sh"), "15s", stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT, start_new_session=True, env={**os.environ, "PROGRAMS": programs, "TMPDIR": folder})
    said = ""

    async def read(until=None):
        nonlocal said
        while line := (await process.stdout.readline()).decode():
            said += line
            if until and until in line:
                return line
        return ""

    try:
        line = await asyncio.wait_for(read("In a browser: "), PATIENCE)
        found = re.search(r"http://\S+/join#[0-9A-Z-]+", line)
        assert found, f"no address of a page:\n{said}"
        visitor = await browser.person()
        await visitor.goto(found.group())
        await visitor.fill("Your name", "Lena")
        await visitor.click("Join")
        await visitor.sees("What happens")
        for name in ("Asha", "Ravi"):
            await visitor.sees(name)
        # What comes later is shown without anything being asked for.
        await visitor.run("globalThis.before = document.querySelectorAll('.entry-title').length; 0")
        await visitor.until("document.querySelectorAll('.entry-title').length > globalThis.before", "another entry of the family")
        await asyncio.wait_for(read(), 60 + PATIENCE)
        assert await process.wait() == 0, said
        assert os.listdir(folder) == [], f"left behind: {os.listdir(folder)}"
        # The server is gone, and the page says that it waits: that is no error of the page.
        visitor.errors.clear()
        await visitor.close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


ALL = [both_doors, codes, demo]
