#!/usr/bin/env python3
"""Writes a program's page of the manual from what its --help says: manual.py PROGRAM SECTION"""
import json
import pathlib
import re
import subprocess
import sys


def escape(text: str) -> str:
    """Text for roff: no line begins with a control character."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def prose(text: str) -> list[str]:
    """Paragraphs; those that are indented are examples and keep their lines."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        indented = all(line.startswith("  ") for line in paragraph.split("\n") if line)
        body = escape("\n".join(line.strip() for line in paragraph.split("\n")))
        lines += [".PP", ".RS 4", ".nf", body, ".fi", ".RE"] if indented else [".PP", body]
    return lines


def name_of(argument: dict) -> str:
    value = argument.get("valueName") or ""
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names") or []]
    if argument["kind"] == "positional":
        return f"\\fI{escape(value)}\\fR"
    shown = ", ".join(f"\\fB{escape(name)}\\fR" for name in names)
    return f"{shown} \\fI{escape(value)}\\fR" if argument["kind"] == "option" else shown


def arguments(command: dict) -> list[str]:
    lines, section = [], None
    for argument in command.get("arguments") or []:
        words = argument.get("abstract") or ""
        # What only a debug build has is no option of the program that people run.
        if not argument.get("shouldDisplay", True) or "Only in debug builds" in words:
            continue
        if argument.get("sectionTitle") != section:
            section = argument.get("sectionTitle")
            if section:
                lines += [".PP", f"\\fI{escape(section)}\\fR"]
        default = argument.get("defaultValue")
        if default and "default:" not in words:
            words += f" (default: {default})"
        values = argument.get("allValues") or argument.get("allValueStrings")
        if values and "values:" not in words:
            words += f" (values: {', '.join(values)})"
        lines += [".TP", name_of(argument), escape(words) or "\\&"]
    return lines


def verbs(command: dict, path: list[str]) -> list[str]:
    lines = []
    for below in command.get("subcommands") or []:
        words = path + [below["commandName"]]
        if words[-1] == "help":
            continue
        children = [one for one in below.get("subcommands") or [] if one["commandName"] != "help"]
        lines += [f".SS \"{escape(' '.join(words))}\""]
        lines += [escape(below.get("abstract") or "\\&")]
        if below.get("discussion"):
            lines += prose(below["discussion"])
        if not children:
            lines += arguments(below)
        lines += verbs(below, words)
    return lines


def page(program: str, section: str) -> str:
    dumped = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    command = json.loads(dumped)["command"]
    name = pathlib.Path(program).name
    other = "hearth(1)" if name == "hearthd" else "hearthd(8)"
    lines = [
        f".TH {name.upper()} {section} \"\" \"Hearth {version}\" \"\"",
        ".SH NAME",
        f"{name} \\- {escape((command.get('abstract') or '').rstrip('.').lower())}",
        ".SH SYNOPSIS",
        f"\\fB{name}\\fR [\\fIcommand\\fR] [\\fIoptions\\fR]",
        ".SH DESCRIPTION",
    ]
    lines += prose(command.get("discussion") or command.get("abstract") or "")
    lines += [".SH COMMANDS"] + verbs(command, [])
    lines += [".SH SEE ALSO", escape(other) + ", the pages in /usr/share/doc/hearth"]
    return "\n".join(lines) + "\n"


print(page(sys.argv[1], sys.argv[2]), end="")
