#!/usr/bin/env python3
"""Generates Swift of the kinds of commands in Protocol/hearth/v1/command.proto: generate-kinds.py FILE"""
import pathlib
import re
import sys


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


root = pathlib.Path(__file__).resolve().parent.parent
schema = (root / "Protocol/hearth/v1/command.proto").read_text(encoding="utf-8")
body = re.search(r"oneof body \{(.*?)\n  \}", schema, re.DOTALL)[1]
names = re.findall(r"^ +[A-Z]\w+ (\w+) = [0-9]+;", body, re.MULTILINE)
text = (
    "// Generated from Protocol/hearth/v1/command.proto by deploy/generate-kinds.py: run `make protocol` after a change.\n\n"
    "/// The kinds of commands, counted from 0 in the order of the schema; the names are the schema's.\n"
    "public enum CommandKind: Int, CaseIterable, Sendable {\n"
    + "".join(f"  /// `{name}`.\n  case {camel(name)}\n" for name in names)
    + "\n  /// The name in the schema.\n  public var name: String { Self.names[rawValue] }\n\n"
    "  private static let names = [\n" + "".join(f'    "{name}",\n' for name in names) + "  ]\n}\n\n"
    "extension Command {\n  /// Its kind; nil where it says nothing, or what only a newer program knows.\n"
    "  public var kind: CommandKind? {\n    switch body {\n"
    + "".join(f"    case .{camel(name)}: .{camel(name)}\n" for name in names)
    + "    case nil: nil\n    }\n  }\n}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
