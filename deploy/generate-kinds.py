#!/usr/bin/env python3
"""Generates Swift of the kinds of commands and events in Protocol/hearth/v1/: generate-kinds.py FILE"""
import pathlib
import re
import sys


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


root = pathlib.Path(__file__).resolve().parent.parent


def bodies(file):
    """The names of what the first choice named body in a file of the schema may be."""
    schema = (root / "Protocol/hearth/v1" / file).read_text(encoding="utf-8")
    body = re.search(r"oneof body \{(.*?)\n  \}", schema, re.DOTALL)[1]
    return re.findall(r"^ +[A-Z]\w+ (\w+) = [0-9]+;", body, re.MULTILINE)


names = bodies("command.proto")
events = bodies("event.proto")
text = (
    "// Generated from Protocol/hearth/v1/ by deploy/generate-kinds.py: run `make protocol` after a change.\n\n"
    "/// The kinds of commands, counted from 0 in the order of the schema; the names are the schema's.\n"
    "public enum CommandKind: Int, CaseIterable, Sendable {\n"
    + "".join(f"  /// `{name}`.\n  case {camel(name)}\n" for name in names)
    + "\n  /// The name in the schema.\n  public var name: String { Self.names[rawValue] }\n\n"
    "  private static let names = [\n" + "".join(f'    "{name}",\n' for name in names) + "  ]\n}\n\n"
    "extension Command {\n  /// Its kind; nil where it says nothing, or what only a newer program knows.\n"
    "  public var kind: CommandKind? {\n    switch body {\n"
    + "".join(f"    case .{camel(name)}: .{camel(name)}\n" for name in names)
    + "    case nil: nil\n    }\n  }\n}\n\n"
    "extension Event.OneOf_Body {\n  /// What the schema calls it: `entry_added`.\n  public var name: String {\n    switch self {\n"
    + "".join(f'    case .{camel(name)}: "{name}"\n' for name in events)
    + "    }\n  }\n}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
