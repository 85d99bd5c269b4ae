#!/usr/bin/env python3
"""Writes the figures of a heavy run into LoadTests/RESULTS.md, in place of those of the last one.

  record.py NAME COMMAND <OUTPUT     the lines between "<!-- NAME begins -->" and "<!-- NAME ends -->" are replaced

What the build and the test runner say of themselves is left out.
"""
import datetime
import os
import pathlib
import re
import sys

NOISE = re.compile(r"^(◇|  I[0-9]|Another instance|✔|↳|✘|\[|Building |Build complete|warning:|make|\s*$)")


def machine() -> str:
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return f"{os.cpu_count()} virtual cores of {line.split(':', 1)[1].strip()}"
    return f"{os.cpu_count()} virtual cores"


def main() -> int:
    name, command = sys.argv[1:]
    path = pathlib.Path(__file__).resolve().parent / "RESULTS.md"
    begin, end = f"<!-- {name} begins -->\n", f"<!-- {name} ends -->\n"
    text = path.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        print(f"{path} has no one place for {name}: {begin.strip()} and {end.strip()}", file=sys.stderr)
        return 1
    lines = [line.rstrip() for line in sys.stdin if not NOISE.match(line)]
    if not lines:
        print("There is nothing to be recorded.", file=sys.stderr)
        return 1
    day = datetime.datetime.now(datetime.timezone.utc).date()
    head = f"{day}, `{command}`, {machine()}:\n\n```\n"
    before, rest = text.split(begin)
    path.write_text(before + begin + head + "\n".join(lines) + "\n```\n" + end + rest.split(end)[1], encoding="utf-8")
    print(f"==> Recorded in {path.name}")
    return 0


sys.exit(main())
