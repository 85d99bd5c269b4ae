"""Reads the figures that ledger-peers.sh left in a folder, prints them, and judges them.

  ledger-peers.py FOLDER TURNS RATE
"""

import json
import sys
from pathlib import Path
from statistics import median

# How far beyond its target a ratio may be.
TOLERANCE = 0.05
# The members' share of their core from which on more would have gone with faster ones.
BUSY = 0.95

folder, turns, rate = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
NAMES = {"hearthd": "hearthd", "nats": "JetStream", "nats-shared": "JetStream, shared consumers", "postgres": "PostgreSQL"}
LOADS = {"one": "1 of each on its way", "eight": "8 of each on their way", "rate": f"{rate}/s"}


def run(kind, load, turn):
    return json.loads((folder / f"{kind}-{load}-{turn}.json").read_text())


def cost(figures):
    return figures["serverCPUSecondsPerMillionDeliveries"]


def commands(figures):
    return figures["commandsPerSecond"]


def middle(kind, load, read):
    return median(read(run(kind, load, turn)) for turn in range(1, turns + 1))


missed = 0
print(f"{'':30}{'':24}{'commands/s':>11}{'CPU-s/million':>15}{'p50 ms':>9}{'p99 ms':>9}{'members':>9}")
limited = False
for load, title in LOADS.items():
    for kind, name in NAMES.items():
        share = middle(kind, load, lambda figures: figures["generatorCPUShare"])
        limited = limited or share >= BUSY
        print(
            f"{name:30}{title:24}{middle(kind, load, commands):11.0f}{middle(kind, load, cost):15.2f}"
            f"{middle(kind, load, lambda figures: figures['delivery']['p50'] / 1000):9.2f}"
            f"{middle(kind, load, lambda figures: figures['delivery']['p99'] / 1000):9.2f}{share:8.0%}{'*' if share >= BUSY else ''}"
        )
if limited:
    print("* The members' core was busy: the server would have taken more commands. Its processor time for a delivery stands.")

print("\nsyncs for each command")
for kind in ("hearthd", "nats", "postgres"):
    ratios = {}
    for name in ("alone", "together"):
        figures = json.loads((folder / f"{kind}-{name}.json").read_text())
        answered = figures.get("acknowledged", figures.get("accepted"))
        ratios[name] = int((folder / f"{kind}-{name}.syncs").read_text()) / answered
    synced = ratios["alone"] >= 1
    missed += not synced
    verdict = "" if synced else "  MISSED: it answers before it syncs"
    print(f"{NAMES[kind]:30}one on its way {ratios['alone']:.2f}, 160 {ratios['together']:.3f}{verdict}")

print("\nhearthd beside, the middle of the turns' ratios")
spans = {}
for peer in ("nats", "nats-shared", "postgres"):
    for load in ("one", "eight"):
        for name, read, is_least in (("CPU-s per million deliveries", cost, False), ("commands a second", commands, True)):
            ratio = median(read(run("hearthd", load, turn)) / read(run(peer, load, turn)) for turn in range(1, turns + 1))
            holds = ratio >= 1 - TOLERANCE if is_least else ratio <= 1 + TOLERANCE
            missed += not holds
            spans.setdefault((peer.split("-")[0], is_least), []).append(ratio)
            print(f"{NAMES[peer]:30}{LOADS[load]:24}{name:30}{ratio:6.2f}   {'at least' if is_least else 'at most'} 1.0{'' if holds else '  MISSED'}")


def span(peer, is_least):
    return f"{min(spans[peer, is_least]):.2f} to {max(spans[peer, is_least]):.2f}"


lost = f"; {missed} missed" if missed else ""
streams, tables = (f"{span(peer, False)}, {span(peer, True)}" for peer in ("nats", "postgres"))
print(f"figures: JetStream {streams}; PostgreSQL {tables}{lost}")
total = 3 + 12
print(f"verdict: {total - missed} of {total} targets hold")
sys.exit(1 if missed else 0)
