"""Reads the figures that ledger-speed.sh left in a folder, prints a row for each target, and judges them.

  ledger-speed.py FOLDER TURNS

Without turns, or without files of ledger-rows.py, their rows are left out.
"""

import json
import sys
from pathlib import Path
from statistics import median

# How far beyond its target a figure may be.
TOLERANCE = 0.05
# How often a row of ledger-rows.py is run in turns, where it is.
ROW_TURNS = 3

folder, turns = Path(sys.argv[1]), int(sys.argv[2])


def load(name, build, *keys, of=turns):
    """The middle of all turns of a figure of hearth-load or ledger-rows.py."""
    figures = []
    for turn in range(1, of + 1):
        value = json.loads((folder / f"{name}-{turn}-{build}.json").read_text())
        for key in keys:
            value = value[key]
        figures.append(value)
    return median(figures)


def bench(name, build, files="bench", of=turns):
    """The middle of all turns of a figure of ledger-bench."""
    figures = []
    for turn in range(1, of + 1):
        lines = [line.split() for line in (folder / f"{files}-{turn}-{build}.txt").read_text().splitlines()]
        figures += [float(words[1]) for words in lines if words and words[0] == name]
    if len(figures) != of:
        sys.exit(f"ledger-bench of the {build} build did not print {name} in each turn: {len(figures)} of {of}.")
    return median(figures)


def ratio(before, today):
    return today / before


def difference(before, today):
    return today - before


def alone(_, today):
    return today


COST = "serverCPUSecondsPerMillionDeliveries"
# What is measured, the figure before, today's, what of the two is judged, its bound, and whether it has to be at least that.
rows = []
if turns:
    rows += [
        ("CPU-s per million deliveries, 8 in flight", load("eight", "base", COST), load("eight", "today", COST), ratio, 0.40, False),
        ("CPU-s per million deliveries, 1 in flight", load("one", "base", COST), load("one", "today", COST), ratio, 0.50, False),
        ("commands a second, 8 in flight", load("eight", "base", "commandsPerSecond"), load("eight", "today", "commandsPerSecond"), ratio, 2.2, True),
        ("p99 of an answer at 500/s, ms", load("rate", "base", "answer", "p99") / 1000, load("rate", "today", "answer", "p99") / 1000, ratio, 1.0, False),
        ("the same CPU-s without and with encryption", load("eight", "today", COST), load("secret", "today", COST), ratio, 1.06, False),
        ("bytes of an entry in a live room", bench("memory-per-entry-bytes", "base"), bench("memory-per-entry-bytes", "today"), ratio, 0.75, False),
        ("ms to open 60,000 entries from a snapshot", bench("open-from-snapshot-ms", "base"), bench("open-from-snapshot-ms", "today"), ratio, 0.6, False),
        ("µs to decide", bench("decide-p50-us", "base"), bench("decide-p50-us", "today"), ratio, 1.0, False),
    ]
if (folder / "echo-1-today.json").exists():
    FEW, MANY = "fewMicroseconds", "manyMicroseconds"
    SIZED = "decide-and-fold-p50-us"
    rows += [
        ("bytes of a bare connection, an idle session", load("echo", "today", "bytesPerSession", of=1), load("idle", "today", "bytesPerSession", of=1),
         difference, 4_096, False),
        ("bytes of a live group without entries", load("rooms", "base", "bytesPerRoom", of=1), load("rooms", "today", "bytesPerRoom", of=1),
         alone, 16_384, False),
        ("s until 5,000 clients are back", load("reconnect", "base", "seconds", of=ROW_TURNS), load("reconnect", "today", "seconds", of=ROW_TURNS),
         ratio, 0.5, False),
        ("entries a second that are imported", None, load("import", "today", "entriesPerSecond", of=1), alone, 1_000, True),
        ("µs a delivery, 10 and 10,000 live groups", load("rooms", "today", FEW, of=1), load("rooms", "today", MANY, of=1), ratio, 1.2, False),
        ("µs an add, from 10 and 60,000 entries on", bench(SIZED, "today", "size-10", ROW_TURNS), bench(SIZED, "today", "size-60000", ROW_TURNS),
         ratio, 1.2, False),
        ("µs a delivery, 3 and 30 lanes", load("lanes", "today", FEW, of=1), load("lanes", "today", MANY, of=1), ratio, 1.2, False),
    ]
print(f"{'':44}{'before':>10}{'today':>10}{'judged':>10}   target")
missed = 0
for name, before, today, judged, bound, is_least in rows:
    figure = judged(before, today)
    holds = figure >= bound * (1 - TOLERANCE) if is_least else figure <= bound * (1 + TOLERANCE)
    missed += not holds
    shown = "" if before is None else f"{before:.2f}"
    print(f"{name:44}{shown:>10}{today:10.2f}{figure:10.2f}   {'at least' if is_least else 'at most'} {bound}{'' if holds else '  MISSED'}")
print(f"verdict: {len(rows) - missed} of {len(rows)} targets hold")
sys.exit(1 if missed else 0)
