#!/usr/bin/env python3
"""Draws docs/feed.svg: a terminal in which `hearth feed` runs while a family enters expenses.

  docs/picture.py [--programs .build/release] [--out docs/feed.svg]

A server of its own runs in a fresh folder; the feed runs in a terminal of its own (a pty) and prints real output, colours included.
The last LINES lines of it become the picture.
"""
import argparse
import html
import os
import pathlib
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINES = 15
CELL, LINE = 8.4, 20
CODE = re.compile(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}")
# What the family does while Ravi watches: who, and the words behind `hearth`.
ACTS = [
    ("asha", ["add", "2450.50", "Vegetables", "--category", "groceries"]),
    ("asha", ["add", "7600", "Rice and oil for the month", "--category", "groceries"]),
    ("ravi", ["add", "999", "Dinner", "--paid-by", "Asha=500,Ravi=499", "--split", "exact:Asha=333,Ravi=666"]),
    ("ravi", ["pay", "@asha", "500"]),
    ("asha", ["void", "Dinner"]),
]


class Family:
    """A server in a fresh folder, and members with a home each."""

    def __init__(self, programs: pathlib.Path, folder: str):
        self.programs, self.folder = programs, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        self.server = subprocess.Popen(
            [programs / "hearthd", "serve", "--listen", self.address, "--data", folder + "/data", "--log-level", "error"])
        host, port = self.address.split(":")
        for _ in range(400):
            with socket.socket() as try_it:
                if try_it.connect_ex((host, int(port))) == 0:
                    return
            time.sleep(0.05)
        sys.exit("hearthd does not listen. It says why above.")

    def environment(self, name: str) -> dict[str, str]:
        return os.environ | {"HEARTH_HOME": f"{self.folder}/{name}", "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

    def run(self, name: str, *words: str) -> str:
        done = subprocess.run([self.programs / "hearth", *words], env=self.environment(name), capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"hearth {' '.join(words)} failed: {done.stderr}")
        return done.stdout

    def meet(self) -> None:
        url = f"ws://{self.address}"
        self.run("asha", "register", "--server", url, "--name", "Asha")
        self.run("asha", "create", "Sharma Family", "--currency", "INR", "--time-zone", "Asia/Kolkata")
        self.run("ravi", "register", "--server", url, "--name", "Ravi")
        self.run("ravi", "join", CODE.search(self.run("asha", "invite", "--role", "adult"))[0], "--as", "Ravi")
        self.run("asha", "budget", "set", "Groceries", "12000", "--category", "groceries", "--thresholds", "80,100,over")
        self.run("asha", "member", "color", "Asha", "#E0607E")
        self.run("asha", "member", "color", "Ravi", "#4FA3E0")


def read(terminal: int, seconds: float) -> bytes:
    """What the terminal prints until nothing more comes for so long."""
    output = b""
    while select.select([terminal], [], [], seconds)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    return output


def feed(family: Family) -> str:
    """The feed of Ravi while the family acts, as the terminal received it."""
    process, terminal = pty.fork()
    if process == 0:
        os.execve(family.programs / "hearth", ["hearth", "feed"], family.environment("ravi"))
    import fcntl, struct, termios
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    output = read(terminal, 2)
    for name, words in ACTS:
        family.run(name, *words)
        output += read(terminal, 0.5)
    os.kill(process, signal.SIGINT)
    read(terminal, 0.5)
    os.waitpid(process, 0)
    return output.decode("utf-8").replace("\r", "")


def cells(text: str) -> int:
    return sum(0 if unicodedata.combining(c) or c == "\ufe0f" else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def color(number: int) -> str:
    """One of the 256 colours of a terminal."""
    if number < 16:
        return ["#1b1e28", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"][number % 8]
    if number > 231:
        return "#" + "%02x" % (8 + 10 * (number - 232)) * 3
    levels = [0, 95, 135, 175, 215, 255]
    return "#" + "".join("%02x" % levels[(number - 16) // step % 6] for step in (36, 6, 1))


def spans(line: str, style: dict):
    """The runs of a line: text, and the style that the control sequences before it asked for."""
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not piece.startswith("\x1b"):
            # An emoji gets a run of its own, so that what follows stands at its column whatever the font does.
            for part in re.split(r"([^\x00-\u2fff]\ufe0f?)", piece):
                if part:
                    yield part, dict(style)
            continue
        codes = [int(code or 0) for code in piece[2:-1].split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                style.clear()
            elif code == 1:
                style["font-weight"] = "bold"
            elif code == 2:
                style["fill-opacity"] = "0.6"
            elif code == 38 and codes[0] == 5:
                style["fill"] = color(codes[1])
                codes = codes[2:]
            elif code == 38 and codes[0] == 2:
                style["fill"] = "#%02x%02x%02x" % tuple(codes[1:4])
                codes = codes[4:]
            elif 30 <= code <= 37 or 90 <= code <= 97:
                style["fill"] = color(code % 10)


def draw(output: str) -> str:
    lines = [line for line in output.split("\n") if line.strip()]
    if len(lines) < LINES:
        sys.exit(f"The feed printed {len(lines)} lines, and the picture has {LINES}: {output}")
    head, rest = lines[:1], lines[-(LINES - 1):]
    width = max(cells(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in head + rest) * CELL + 2 * 16
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{LINES * LINE + 2 * 14}" font-size="14" fill="#d7dae0"',
        '  font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" role="img">',
        "<title>hearth feed: each expense as it happens, with what it means for you</title>",
        '<rect width="100%" height="100%" rx="8" fill="#1b1e28"/>',
    ]
    style: dict = {}
    for number, line in enumerate(head + rest):
        column, runs = 0, []
        for text, look in spans(line, style):
            attributes = "".join(f' {name}="{value}"' for name, value in look.items())
            runs.append(f'<tspan x="{16 + column * CELL:.1f}"{attributes}>{html.escape(text, quote=False)}</tspan>')
            column += cells(text)
        picture.append(f'<text y="{14 + number * LINE + 15}" xml:space="preserve">{"".join(runs)}</text>')
    return "\n".join(picture + ["</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/release")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs/feed.svg")
    given = parser.parse_args()
    if not (given.programs / "hearthd").exists():
        sys.exit(f"hearthd is not in {given.programs}. Run: make release")
    with tempfile.TemporaryDirectory() as folder:
        family = Family(given.programs.resolve(), folder)
        try:
            family.meet()
            given.out.write_text(draw(feed(family)), encoding="utf-8")
        finally:
            family.server.terminate()
            family.server.wait()
    print(f"==> Drawn: {given.out}")


main()
