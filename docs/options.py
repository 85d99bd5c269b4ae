#!/usr/bin/env python3
"""Writes the table of options in docs/operating.md from `hearthd serve --help`.

  docs/options.py [--program .build/debug/hearthd] [--check]

--check writes nothing and fails when the table is not what the program says.
"""
import argparse
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "operating.md"
BEGIN, END = "<!-- options begin -->\n", "<!-- options end -->\n"
# A line of the page holds at most this many characters (Tests/Tidy).
LINE_MAX = 200


def options(program: str):
    """The sections of the help, each with its options: name, value, what it does, default."""
    text = subprocess.run([program, "serve", "--help"], check=True, capture_output=True, text=True).stdout
    section, name = None, None
    sections: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if heading := re.fullmatch(r"([A-Z]+):", line):
            section, name = heading[1].capitalize(), None
        elif section and (found := re.match(r"  ((?:-h, )?--[a-z0-9-]+(?: <[^>]+>)?)(?:\s+(.*))?$", line)):
            name = [found[1], found[2] or ""]
            sections.setdefault(section, []).append(name)
        elif name and line.strip():
            name[1] = (name[1] + " " + line.strip()).strip()
    return sections


def table(program: str) -> str:
    lines = []
    for section, rows in options(program).items():
        if section in ("Overview", "Usage"):
            continue
        lines += ["", f"### {section}", "", "| option | what it does | default |", "|---|---|---|"]
        for name, help in rows:
            # What only a debug build has is no option of the program that people run; help and version explain themselves.
            if "Only in debug builds" in help or name.startswith(("-h,", "--version", "--help")):
                continue
            default = re.search(r"default: ([^)]*)\)", help)
            text = re.sub(r"\s*\((?:values: [^)]*|default: [^)]*)\)", "", help).strip()
            # Of what is too long the sentences and clauses that fit are there; --help has the rest.
            pieces = re.split(r"(?<=[.;]) ", text)
            while True:
                words = " ".join(pieces).rstrip(";.") + "."
                row = f"| `{name}` | {words} | {default[1] if default else ''} |".replace("  |", " |")
                if len(row) <= LINE_MAX or len(pieces) == 1:
                    break
                pieces.pop()
            lines.append(row)
    return "\n".join(lines) + "\n\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(PAGE.parent.parent / ".build/debug/hearthd"))
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    now = before + BEGIN + table(given.program) + END + rest.split(END)[1]
    if given.check and now != page:
        sys.exit("docs/operating.md does not have the options of hearthd serve --help. Run: make options")
    if not given.check:
        PAGE.write_text(now, encoding="utf-8")


main()
