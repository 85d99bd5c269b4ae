#!/usr/bin/env python3
"""Generates Swift that hands each command of Protocol/hearth/v1 to what decides it: generate-deciding.py FILE"""
import pathlib
import sys

from openapi_sources import camel, schema

names = [field.name for field in schema()["Command"].fields if field.choice == "body"]
text = (
    "// Generated from Protocol/hearth/v1 by deploy/generate-deciding.py: run `make protocol` after a change.\n\n"
    "import HearthProtocol\n\n"
    "extension Deliberation {\n"
    "  /// Decides what is wished. As an argument it is looked at where it stands; a copy of it costs as much as ten look-ups.\n"
    "  func decide(_ wished: Command.OneOf_Body?) throws(Rejection) -> Decision {\n    switch wished {\n"
    + "".join(f"    case .{camel(name)}(let wish)?: return try decide(wish)\n" for name in names)
    + "    case nil: throw .unknownCommand\n    }\n  }\n}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
