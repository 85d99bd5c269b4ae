#!/usr/bin/env python3
"""Counts the hand-written files that name a feature, as a report: places.py [COMMIT]

With a commit, each line also has the count at that commit, by the same patterns: only such counts can be compared.
A feature that stands in many files is tiring to change. Generated code, golden messages and screens, and examples count nothing.
"""
import re
import subprocess
import sys

# By the name of the command: that of the command and of its event, in every spelling.
FEATURES = {
    "set_member_color": r"[sS]et_?[mM]ember_?[cC]olor|[mM]ember_?[cC]olor_?[sS]et",
    "set_rate": r"[sS]et_?[rR]ate\b|\b[rR]ate_?[sS]et\b",
    "disputes": r"[dD]ispute",
}
NOT_BY_HAND = re.compile(
    r"/Generated/|^Protocol/vectors/|^Protocol/EXAMPLES\.md$|^Protocol/openapi\.json$|^clients/javascript/messages\.d\.ts$"
    r"|^clients/python/hearth_client/(messages|refusals)\.py$|^Tests/RoomScreens/|^CHANGELOG\.md$|/places\.py$|^Web/(hi-refusals|remedies|refusal-codes)\.js$"
)



def counted(pattern: str, commit: list[str]) -> str:
    """The files by hand that name the feature, in the folder or at a commit."""
    found = subprocess.run(["git", "grep", "-lE", pattern, *commit], capture_output=True, text=True, check=False).stdout.split()
    files = [file.split(":", 1)[-1] for file in found]
    by_hand = [file for file in files if not NOT_BY_HAND.search(file)]
    sources = [file for file in by_hand if file.startswith("Sources/")]
    return f"{len(by_hand)} files, {len(sources)} of them in Sources"


commit = sys.argv[1:2]
if commit and subprocess.run(["git", "rev-parse", "-q", "--verify", commit[0] + "^{commit}"], capture_output=True, check=False).returncode:
    raise SystemExit(f"{commit[0]} is no commit of this repository: name one, as git log shows them.")
for name, pattern in FEATURES.items():
    before = f"; at {commit[0]}: {counted(pattern, commit)}" if commit else ""
    print(f"{name}: {counted(pattern, [])}{before}")
