#!/usr/bin/env python3
"""Replaces the row of a verb in LoadTests/RESULTS.md: its last figure, the day and the command. Nothing is appended.

  record.py VERB COMMAND <OUTPUT             the figure is read from what the verb printed (see FIGURES)
  record.py VERB COMMAND --figure "TEXT"     the figure is given

--file PATH names another page, for the tests. The machine stays what the row says unless --machine says otherwise.
"""
import argparse
import datetime
import pathlib
import re
import sys

# What of a verb's output is its figure: the text of the first group of each, joined; or what a format makes of all groups.
FIGURES = {
    "crash": [
        r"D3: [0-9]+ of ([0-9]+ places), everything of what was not synced survives: 0 findings",
        r"D2: ([0-9]+ power cuts: [0-9]+ lost something)",
        r"kills +([0-9]+: [0-9]+ lost, [0-9]+ doubled, [0-9]+ reordered)",
    ],
    "chaos": [r"kills +([0-9]+: [0-9]+ lost, [0-9]+ doubled, [0-9]+ reordered)"],
    # The row has space for the numbers alone; other findings make it longer only where there are any.
    "cluster": [(
        r"cluster: ([0-9,]+) rounds, ([0-9,]+) commands: ([0-9]+) lost, ([0-9]+) doubled, ([0-9]+) out of order, ([0-9]+) leaked, "
        r"([0-9]+) rounds too late, (?:0|(?P<others>[0-9]+)) other findings; (?:both|all) faults found",
        "{2}, {3}, {4}, {5}, {6}{others} of {1} commands, {0} rounds; found")],
    "import-speed": [(r"import-speed: [0-9]+ lines; .*: ([0-9.]+), ([0-9.]+), ([0-9.]+), ([0-9.]+), ([0-9.]+), ([0-9.]+) s; good", "group {0}, {1}, {2} s; account {3}, {4}, {5} s")],
    "cluster-control": [r"finds nothing in a sound history, and (each of [0-9]+ seeded faults)"],
    "ledger-peers": [r"figures: (JetStream [^\n]+)"],
    "crowd": [r"p99 ([0-9]+ µs without, [0-9]+) µs with"],
}
# A line of the page holds at most this many characters (Tests/Tidy).
LINE_MAX = 200


def figure(verb: str, output: str) -> str:
    if verb not in FIGURES:
        sys.exit(f"record.py does not know which line of make {verb} is its figure. Give it: --figure TEXT")
    wanted = [one if isinstance(one, tuple) else (one, "{0}") for one in FIGURES[verb]]
    found = [re.search(pattern, output) for pattern, _ in wanted]
    if None in found:
        missing = wanted[found.index(None)][0]
        sys.exit(f"The output of make {verb} has no line like {missing!r}: did it end well? Nothing was recorded.")
    others = [match.groupdict().get("others") for match in found]
    return "; ".join(form.format(*match.groups(), others=f" + {more} more" if more else "")
                     for match, more, (_, form) in zip(found, others, wanted))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb")
    parser.add_argument("command")
    parser.add_argument("--figure")
    parser.add_argument("--machine")
    parser.add_argument("--file", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent / "RESULTS.md")
    given = parser.parse_args()

    lines = given.file.read_text(encoding="utf-8").splitlines()
    places = [place for place, line in enumerate(lines) if line.startswith(f"| `{given.verb}` |")]
    if len(places) != 1:
        sys.exit(f"{given.file} has {len(places)} rows for `{given.verb}`; one is needed. Add it by hand, with what is promised.")
    cells = [cell.strip() for cell in lines[places[0]].strip().strip("|").split(" | ")]
    _, promised, _, machine, _ = cells
    day = datetime.datetime.now(datetime.timezone.utc).date()
    text = given.figure if given.figure is not None else figure(given.verb, sys.stdin.read())
    row = f"| `{given.verb}` | {promised} | {text} | {given.machine or machine.split(', ')[0]}, {day} | `{given.command}` |"
    if "|" in text or len(row) > LINE_MAX:
        sys.exit(f"The row would have {len(row)} characters (at most {LINE_MAX}) or a bar in its figure. Shorten the figure: --figure TEXT")
    lines[places[0]] = row
    given.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"==> Recorded in {given.file.name}")


main()
