#!/usr/bin/env python3
"""Wraps comments of Swift files whose lines are longer than 120 characters; make format calls it.

  Tests/Tidy/comments.py FILE...

A paragraph with a line that is too long is filled anew; all others stay as they are, as do blocks of code and drawings within comments.
"""
import re
import sys

MAX = 120
COMMENT = re.compile(r"^( *)(///?)( ?)(.*)$")
# Where a paragraph of its own begins: a list item, a doc field, a Limit or Safety line.
BEGINS = re.compile(r"^(\s*- |\s*[0-9]+\. |Limit:|Safety:|SPEC )")
# What has a layout of its own.
DRAWN = re.compile(r"^( {3,}|\||```|\+--)|  {2,}\S.*\S {2,}|<!--")


def fill(words: list[str], first: str, rest: str) -> list[str]:
    lines, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > MAX:
            lines.append(line)
            line = rest + word
        else:
            line += " " + word
    return lines + [line]


def wrap(text: str) -> str:
    lines, out, place, fenced = text.split("\n"), [], 0, False
    while place < len(lines):
        match = COMMENT.match(lines[place])
        if match and match[4].startswith("```"):
            fenced = not fenced
        if not match or fenced or not match[4] or DRAWN.search(match[4]) or "swift-format-ignore" in match[4]:
            out.append(lines[place])
            place += 1
            continue
        # The paragraph: lines with the same beginning, up to an empty one or the next item.
        head, item = (match[1], match[2]), re.match(r"^(\s*- |\s*[0-9]+\. )", match[4])
        hang = " " * len(item[0]) if item else re.match(r"^\s*", match[4])[0]
        end = place + 1
        while end < len(lines):
            next_ = COMMENT.match(lines[end])
            if not next_ or (next_[1], next_[2]) != head or not next_[4] or BEGINS.match(next_[4]) or DRAWN.search(next_[4]):
                break
            if re.match(r"^\s*", next_[4])[0] != hang:
                break
            end += 1
        paragraph = lines[place:end]
        if any(len(line) > MAX for line in paragraph):
            prefix = match[1] + match[2] + " "
            words = " ".join(COMMENT.match(line)[4].strip() for line in paragraph).split(" ")
            indent = re.match(r"^\s*", match[4])[0]
            if item:
                marker = match[4].strip().split(" ")[0]
                words = words[1:]
                paragraph = fill(words, prefix + indent + marker + " ", prefix + hang)
            else:
                paragraph = fill(words, prefix + indent, prefix + hang)
        out += paragraph
        place = end
    return "\n".join(out)


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    wrapped = wrap(text)
    if wrapped != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(wrapped)
