"""Reads the figures that encryption-cost.sh left in a folder, prints them turn by turn, and judges them.

  encryption-cost.py FOLDER TURNS
"""

import json
import sys
from pathlib import Path
from statistics import median

# What encryption may cost at most: commands a second of those without it, and milliseconds of an answer at 500 a second.
SHARE_MIN = 0.90
ANSWER_P99_MILLISECONDS_MAX = 25.0

folder, turns = Path(sys.argv[1]), int(sys.argv[2])


def figures(name, turn):
    return json.loads((folder / f"{name}-{turn}.json").read_text())


print("turn  commands/s    encrypted  ratio   CPU-s per million deliveries   answer p99 at 500/s, ms")
ratios, costs, answers = [], [], []
for turn in range(1, turns + 1):
    plain, secret = figures("plain-full", turn), figures("secret-full", turn)
    slow, hidden = figures("plain-rate", turn), figures("secret-rate", turn)
    ratios.append(secret["commandsPerSecond"] / plain["commandsPerSecond"])
    spent = [run["serverCPUSecondsPerMillionDeliveries"] for run in (plain, secret)]
    costs.append(spent[1] / spent[0])
    late = [run["answer"]["p99"] / 1000 for run in (slow, hidden)]
    answers.append(late[1])
    print(
        f"{turn:4}  {plain['commandsPerSecond']:10.0f}  {secret['commandsPerSecond']:11.0f}  {ratios[-1]:5.2f}"
        f"   {spent[0]:6.2f} -> {spent[1]:6.2f} ({costs[-1]:.2f})           {late[0]:6.1f} -> {late[1]:6.1f}"
    )

share, answer = median(ratios), median(answers)
print(f"in the middle: {share:.2f} of the commands, {median(costs):.2f} of the processor time, answer p99 {answer:.1f} ms with encryption")
holds = share >= SHARE_MIN and answer <= ANSWER_P99_MILLISECONDS_MAX
print("verdict: encryption costs no more than it may" if holds else f"verdict: FAILED (at least {SHARE_MIN}, at most {ANSWER_P99_MILLISECONDS_MAX} ms)")
sys.exit(0 if holds else 1)
