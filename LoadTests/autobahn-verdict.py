"""Counts what an Autobahn report says and judges it: autobahn-verdict.py INDEX_JSON EXPECTED_CASES

Everything must be OK both in behaviour and in closing, except the cases on which the suite itself gives no verdict. A server that
dies leaves cases out without a word, so their number counts too.
"""
import collections
import json
import sys

# The suite only records what the peer does: a Close after data, and close codes that nobody has registered.
WITHOUT_VERDICT = {"7.1.6", "7.13.1", "7.13.2"}

path, expected = sys.argv[1], int(sys.argv[2])
try:
    with open(path) as report:
        agents = json.load(report)
except (OSError, ValueError) as error:
    sys.exit(f"There is no report: {error}")

bad = len(agents) != 1
for agent, cases in agents.items():
    for name in ("behavior", "behaviorClose"):
        counts = collections.Counter(case[name] for case in cases.values())
        print(f"  {name:14}", ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    for number in sorted(cases, key=lambda number: [int(part) for part in number.split(".")]):
        verdicts = cases[number]["behavior"], cases[number]["behaviorClose"]
        allowed = {"OK", "INFORMATIONAL"} if number in WITHOUT_VERDICT else {"OK"}
        if not set(verdicts) <= allowed:
            bad = True
            print(f"  {number:8} {verdicts[0]}, closing {verdicts[1]}")
    print(f"  {len(cases)} of {expected} cases")
    bad |= len(cases) != expected
sys.exit(bad)
