#!/usr/bin/env python3
"""Adds up what clusters side by side came to: sum.py LOG LOG…  Fails when one has no last line."""
import re
import sys

LAST = re.compile(r"^cluster: ([\d,]+) rounds, ([\d,]+) commands: (.*?); (.+ found|no fault was tried); ([\d,]+) s$", re.M)
PAUSES = re.compile(r"^(\S+) +(\d+) rounds, longest pause of writes ([\d.]+) to ([\d.]+) s$", re.M)


def number(text: str) -> int:
    return int(text.replace(",", ""))


rounds = commands = seconds = 0
kinds: dict[str, int] = {}
faults: list[str] = []
pauses: dict[str, tuple[int, float, float]] = {}
for path in sys.argv[1:]:
    text = open(path, encoding="utf-8").read()
    last = LAST.search(text)
    if not last:
        sys.exit(f"{path} has no last line of a run; it says why.")
    rounds += number(last[1])
    commands += number(last[2])
    for part in last[3].split(", "):
        count, kind = part.split(" ", 1)
        kinds[kind] = kinds.get(kind, 0) + number(count)
    faults.append(last[4])
    seconds = max(seconds, number(last[5]))
    for name, count, least, most in PAUSES.findall(text):
        known = pauses.get(name, (0, float("inf"), 0.0))
        pauses[name] = (known[0] + int(count), min(known[1], float(least)), max(known[2], float(most)))
for name, (count, least, most) in pauses.items():
    print(f"{name:22} {count} rounds, longest pause of writes {least:.1f} to {most:.1f} s")
# Some may have tried none.
tried = {one for one in faults if one != "no fault was tried"}
what = "no fault was tried" if not tried else tried.pop() if len(tried) == 1 else "a fault was NOT found"
print(f"cluster: {rounds} rounds, {commands:,} commands: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}; {what}; {seconds} s")
