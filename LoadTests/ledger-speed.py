"""Reads the figures that ledger-speed.sh left in a folder, prints a row for each target, and judges them.

  ledger-speed.py FOLDER TURNS
"""

import json
import sys
from pathlib import Path
from statistics import median

# How far beyond its target a ratio may be.
TOLERANCE = 0.05

folder, turns = Path(sys.argv[1]), int(sys.argv[2])


def load(name, build, *keys):
    """The middle of all turns of a figure of hearth-load."""
    figures = []
    for turn in range(1, turns + 1):
        value = json.loads((folder / f"{name}-{turn}-{build}.json").read_text())
        for key in keys:
            value = value[key]
        figures.append(value)
    return median(figures)


def bench(name, build):
    """The middle of all turns of a figure of ledger-bench."""
    figures = []
    for turn in range(1, turns + 1):
        lines = [line.split() for line in (folder / f"bench-{turn}-{build}.txt").read_text().splitlines()]
        figures += [float(words[1]) for words in lines if words and words[0] == name]
    if len(figures) != turns:
        sys.exit(f"ledger-bench of the {build} build did not print {name} in each turn: {len(figures)} of {turns}.")
    return median(figures)


COST = "serverCPUSecondsPerMillionDeliveries"
# What is measured, the figure before, today's, their ratio's bound, and whether the ratio has to be at least that.
rows = [
    ("CPU-s per million deliveries, 8 in flight", load("eight", "base", COST), load("eight", "today", COST), 0.40, False),
    ("CPU-s per million deliveries, 1 in flight", load("one", "base", COST), load("one", "today", COST), 0.50, False),
    ("commands a second, 8 in flight", load("eight", "base", "commandsPerSecond"), load("eight", "today", "commandsPerSecond"), 2.2, True),
    ("p99 of an answer at 500/s, ms", load("rate", "base", "answer", "p99") / 1000, load("rate", "today", "answer", "p99") / 1000, 1.0, False),
    ("the same CPU-s without and with encryption", load("eight", "today", COST), load("secret", "today", COST), 1.06, False),
    ("bytes of an entry in a live room", bench("memory-per-entry-bytes", "base"), bench("memory-per-entry-bytes", "today"), 0.75, False),
    ("ms to open 60,000 entries from a snapshot", bench("open-from-snapshot-ms", "base"), bench("open-from-snapshot-ms", "today"), 0.6, False),
    ("µs to decide", bench("decide-p50-us", "base"), bench("decide-p50-us", "today"), 1.0, False),
]
print(f"{'':44}{'before':>10}{'today':>10}{'ratio':>8}   target")
missed = 0
for name, before, today, bound, is_least in rows:
    ratio = today / before
    holds = ratio >= bound * (1 - TOLERANCE) if is_least else ratio <= bound * (1 + TOLERANCE)
    missed += not holds
    print(f"{name:44}{before:10.2f}{today:10.2f}{ratio:8.2f}   {'at least' if is_least else 'at most'} {bound}{'' if holds else '  MISSED'}")
print(f"verdict: {len(rows) - missed} of {len(rows)} targets hold")
sys.exit(1 if missed else 0)
