"""Counts what an Autobahn report says and judges it: autobahn-verdict.py INDEX_JSON EXPECTED_CASES

Everything must be OK both in behaviour and in closing, except the cases on which the suite itself gives no verdict. A server that
dies leaves cases out without a word, so their number counts too. A report that passes is then spoiled in every way that must not pass,
and each spoiled copy judged again: a judge that lets one through fails the run.
"""
import collections
import copy
import json
import sys

FIELDS = ("behavior", "behaviorClose")
# The suite only records what the peer does: a Close after data, and close codes that nobody has registered.
WITHOUT_VERDICT = {"7.1.6", "7.13.1", "7.13.2"}
AGENT = "hearth"


def by_number(number):
    return [int(part) for part in number.split(".")]


def complaints(agents, expected):
    """What is wrong with a report, a line each; nothing when it holds."""
    if list(agents) != [AGENT]:
        return [f"reports on {', '.join(sorted(agents)) or 'nobody'} instead of {AGENT}"]
    cases = agents[AGENT]
    found = []
    for number in sorted(cases, key=by_number):
        verdicts = [cases[number].get(field, "MISSING") for field in FIELDS]
        allowed = {"OK", "INFORMATIONAL"} if number in WITHOUT_VERDICT else {"OK"}
        if not set(verdicts) <= allowed:
            found.append(f"{number:8} {verdicts[0]}, closing {verdicts[1]}")
    if len(cases) != expected:
        found.append(f"{len(cases)} cases instead of {expected}")
    return found


def summary(agents):
    """The counts of each field, and which cases are informational."""
    for cases in agents.values():
        for field in FIELDS:
            counts = collections.Counter(case.get(field, "MISSING") for case in cases.values())
            yield f"{field:14} " + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
        informational = [number for number in sorted(cases, key=by_number) if "INFORMATIONAL" in cases[number].values()]
        yield f"informational  {', '.join(informational) or 'none'}"
        yield f"cases          {len(cases)}"


def spoiled(agents):
    """Copies of a good report, each with one thing wrong, and what it is."""
    number = next(number for number in agents[AGENT] if number not in WITHOUT_VERDICT)
    for field in FIELDS:
        for verdict in ("FAILED", "UNCLEAN", "UNIMPLEMENTED", "NON-STRICT", "INFORMATIONAL", "FAILED BY CLIENT", "WRONG CODE"):
            report = copy.deepcopy(agents)
            report[AGENT][number][field] = verdict
            yield f"{number} {field} {verdict}", report
        report = copy.deepcopy(agents)
        del report[AGENT][number][field]
        yield f"{number} without {field}", report
        for excepted in sorted(WITHOUT_VERDICT & set(agents[AGENT])):
            report = copy.deepcopy(agents)
            report[AGENT][excepted][field] = "FAILED"
            yield f"{excepted} {field} FAILED", report
    report = copy.deepcopy(agents)
    del report[AGENT][number]
    yield f"without {number}", report
    yield "without a case", {AGENT: {}}
    yield "without an agent", {}
    yield "of another agent", {"other": agents[AGENT]}
    yield "of two agents", {**agents, "other": agents[AGENT]}


def main():
    path, expected = sys.argv[1], int(sys.argv[2])
    try:
        with open(path) as report:
            agents = json.load(report)
    except (OSError, ValueError) as error:
        sys.exit(f"There is no report: {error}")
    for line in summary(agents):
        print("  " + line)
    found = complaints(agents, expected)
    for line in found:
        print("  " + line)
    if found:
        sys.exit(1)
    copies = list(spoiled(agents))
    missed = [what for what, report in copies if not complaints(report, expected)]
    if missed:
        sys.exit("  The judge passes a spoiled report: " + "; ".join(missed))
    print(f"  control        {len(copies)} spoiled copies of this report, all refused")


main()
