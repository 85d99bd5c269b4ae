#!/usr/bin/env python3
"""Generates Swift of which fields of a client's messages are enumerations, and their names: generate-choices.py FILE"""
import pathlib
import sys

from openapi_sources import Enumeration, Message, camel, schema

TYPES = schema()


def leading(name, known):
    """Whether the message holds an enumeration, itself or further in; what was looked at is noted."""
    if name not in known:
        known[name] = False
        kinds = [TYPES[field.kind] for field in TYPES[name].fields if field.kind in TYPES]
        # All are looked at: each has a row of its own.
        found = [isinstance(kind, Enumeration) or leading(kind.name, known) for kind in kinds]
        known[name] = any(found)
    return known[name]


known = {}
leading("ClientMessage", known)
messages = sorted(name for name, leads in known.items() if leads)
fields = {
    name: [
        (camel(field.name), field.kind)
        for field in TYPES[name].fields
        if isinstance(TYPES.get(field.kind), Enumeration) or isinstance(TYPES.get(field.kind), Message) and known.get(field.kind)
    ]
    for name in messages
}
enumerations = sorted({kind for rows in fields.values() for _, kind in rows if isinstance(TYPES[kind], Enumeration)})


def names(kind):
    return ", ".join(f'"{name}"' for name, _ in TYPES[kind].values if not name.endswith("_UNSPECIFIED"))


text = (
    "// Generated from Protocol/hearth/v1 by deploy/generate-choices.py: run `make protocol` after a change.\n\n"
    "/// Which fields of a client's messages are enumerations or lead to one, and what names these have.\n"
    "enum ChoiceNames {\n"
    "  /// By message, then by field as JSON has it: the type.\n"
    "  static let types: [String: [String: String]] = [\n"
    + "".join(f'    "{name}": [' + ", ".join(f'"{field}": "{kind}"' for field, kind in rows) + "],\n" for name, rows in fields.items())
    + "  ]\n\n  /// By enumeration: what may be said.\n  static let names: [String: [String]] = [\n"
    + "".join(f'    "{kind}": [{names(kind)}],\n' for kind in enumerations)
    + "  ]\n}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
