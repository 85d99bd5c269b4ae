"""Reads the figures that stores.sh left in a folder, prints them turn by turn, and judges them.

  stores.py FOLDER TURNS
"""

import json
import sys
from pathlib import Path
from statistics import median

folder, turns = Path(sys.argv[1]), int(sys.argv[2])


def figure(kind, load, turn, *keys):
    value = json.loads((folder / f"{kind}-{load}-{turn}.json").read_text())
    for key in keys:
        value = value[key]
    return value


COST = ("serverCPUSecondsPerMillionDeliveries",)
# What is measured, of which load, which figure, dividend and divisor, the most that their ratio may be.
rows = [
    ("CPU-s per million deliveries, PostgreSQL beside SQLite", "most", COST, "one", "sqlite", 1.3),
    ("commands a second, SQLite beside PostgreSQL", "most", ("commandsPerSecond",), "sqlite", "one", 1.3),
    ("CPU-s per million deliveries, three servers beside one", "most", COST, "three", "one", 1.35),
    ("p99 of a delivery at 500/s, three servers beside one", "rate", ("delivery", "p99"), "three", "one", 2.0),
]
missed = 0
for name, load, keys, dividend, divisor, bound in rows:
    pairs = [(figure(dividend, load, turn, *keys), figure(divisor, load, turn, *keys)) for turn in range(1, turns + 1)]
    ratio = median(above / below for above, below in pairs)
    holds = ratio <= bound
    missed += not holds
    print(f"{name:56}{ratio:7.3f}  at most {bound}{'' if holds else '  MISSED'}   " + ", ".join(f"{above:.1f}/{below:.1f}" for above, below in pairs))
print(f"verdict: {len(rows) - missed} of {len(rows)} targets hold")
sys.exit(1 if missed else 0)
