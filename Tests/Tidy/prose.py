#!/usr/bin/env python3
"""Writes the prose of Markdown files one sentence a line; make format calls it.

  Tests/Tidy/prose.py [--check] FILE...

Code, tables, headings and comments stay as they are. A sentence of more than 200 characters goes on in the next line, where a clause begins.
"""
import re
import sys

MAX = 200
ITEM = re.compile(r"^(\s*)([-*]|[0-9]+\.)( +)(.*)$")
LEFT_ALONE = re.compile(r"^\s*(#|\||<!--|!\[|```|> |$)")
MASK = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)")
# The end of a sentence, and the beginning of the next one.
END = re.compile(r"((?<=[.!?])|(?<=[.!?][)\"”*])|(?<=[.!?]\*\*)) +(?=[A-Z\x00(\"*])")


def sentences(text: str) -> list[str]:
    masked: list[str] = []

    def hide(match: re.Match) -> str:
        masked.append(match[0])
        return f"\x00{len(masked) - 1}\x01"

    pieces = END.split(MASK.sub(hide, re.sub(r"\s+", " ", text.strip())))
    return [re.sub("\x00([0-9]+)\x01", lambda match: masked[int(match[1])], piece) for piece in pieces if piece]


def outside(text: str) -> str:
    """The text with all that stands in parentheses hidden, which stay on one line where they can."""
    depth, out = 0, []
    for letter in text:
        depth -= letter == ")" and depth > 0
        out.append(letter if depth == 0 else "_")
        depth += letter == "("
    return "".join(out)


def wrapped(sentence: str, width: int) -> list[str]:
    lines = []
    while len(sentence) > width:
        head = outside(sentence[: width + 1])
        place = max(head.rfind("; ") + 1, head.rfind(": ") + 1)
        if place < width // 3:
            place = head.rfind(", ") + 1
        if place < width // 3:
            place = head.rfind(" ")
        if place < width // 3:
            place = sentence[: width + 1].rfind(" ")
        lines.append(sentence[:place].rstrip())
        sentence = sentence[place:].lstrip()
    return lines + [sentence]


def prose(text: str) -> str:
    lines, out, place, fenced = text.split("\n"), [], 0, False
    while place < len(lines):
        line = lines[place]
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced or LEFT_ALONE.match(line):
            out.append(line)
            place += 1
            continue
        item = ITEM.match(line)
        first = item[1] + item[2] + item[3] if item else re.match(r"^\s*", line)[0]
        rest = " " * len(first)
        words = [item[4] if item else line.strip()]
        place += 1
        while place < len(lines) and not LEFT_ALONE.match(lines[place]) and not ITEM.match(lines[place]):
            words.append(lines[place].strip())
            place += 1
        prefix = first
        for sentence in sentences(" ".join(words)):
            for piece in wrapped(sentence, MAX - len(first)):
                out.append(prefix + piece)
                prefix = rest
    return "\n".join(out)


def main() -> int:
    check, paths = "--check" in sys.argv, [argument for argument in sys.argv[1:] if argument != "--check"]
    wrong = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if prose(text) == text:
            continue
        wrong = 1
        if check:
            print(f"{path} is not written one sentence a line. Run: make format", file=sys.stderr)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(prose(text))
    return wrong if check else 0


sys.exit(main())
