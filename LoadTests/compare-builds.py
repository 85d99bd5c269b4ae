"""Reads the figures that compare-builds.sh left in a folder, prints them turn by turn, and judges them.

  compare-builds.py FOLDER TURNS RATIO_MAX
"""

import json
import sys
from pathlib import Path
from statistics import median

folder, turns, most = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])


def figures(build, window, turn):
    return json.loads((folder / f"{build}-{window}-{turn}.json").read_text())


holds = True
for window in (1, 8):
    print(f"{window} in flight: CPU-s per million deliveries, base -> today; commands/s")
    ratios = []
    for turn in range(1, turns + 1):
        base, today = figures("base", window, turn), figures("today", window, turn)
        spent = [run["serverCPUSecondsPerMillionDeliveries"] for run in (base, today)]
        ratios.append(spent[1] / spent[0])
        print(
            f"{turn:4}  {spent[0]:6.2f} -> {spent[1]:6.2f} ({ratios[-1]:.3f})"
            f"   {base['commandsPerSecond']:7.0f} -> {today['commandsPerSecond']:7.0f}"
        )
    middle = median(ratios)
    holds = holds and middle <= most
    print(f"in the middle: {middle:.3f}")
print(f"verdict: a delivery costs at most {most} of the base's" if holds else f"verdict: FAILED (at most {most})")
sys.exit(0 if holds else 1)
