#!/usr/bin/env python3
"""Generates Swift of which fields of answers over HTTP are amounts: generate-amounts.py FILE"""
import pathlib
import runpy
import sys

from openapi_sources import Message, camel, schema

TYPES = schema()
made = runpy.run_path(str(pathlib.Path(__file__).with_name("generate-openapi.py")))
ROOTS = sorted({*made["ANSWERS"].values(), *made["ELEMENTS"].values(), "ListedEntry", "Created"})


def is_amount(field):
    """Minor units, which a message without them has as 0; one that may be missing is left out where it is."""
    return field.kind == "int64" and (field.name == "minor" or field.name.endswith("_minor")) and not (field.optional or field.repeated or field.choice)


def leading(name, known):
    """Whether the message holds an amount, itself or further in; what was looked at is noted."""
    if name not in known:
        known[name] = False
        found = [is_amount(field) or isinstance(TYPES.get(field.kind), Message) and leading(field.kind, known) for field in TYPES[name].fields]
        known[name] = any(found)
    return known[name]


known = {}
for root in ROOTS:
    leading(root, known)
messages = sorted(name for name, leads in known.items() if leads)
amounts = {name: [camel(field.name) for field in TYPES[name].fields if is_amount(field)] for name in messages}
types = {name: [(camel(field.name), field.kind) for field in TYPES[name].fields if known.get(field.kind)] for name in messages}
text = (
    "// Generated from Protocol/hearth/v1 by deploy/generate-amounts.py: run `make protocol` after a change.\n\n"
    "/// Which fields of answers are amounts in minor units, and which lead to some.\n"
    "enum AmountNames {\n  /// By message: the amounts, as JSON has them.\n  static let amounts: [String: [String]] = [\n"
    + "".join(f'    "{name}": [' + ", ".join(f'"{field}"' for field in rows) + "],\n" for name, rows in amounts.items() if rows)
    + "  ]\n\n  /// By message, then by field as JSON has it: the message that it leads to.\n  static let types: [String: [String: String]] = [\n"
    + "".join(f'    "{name}": [' + ", ".join(f'"{field}": "{kind}"' for field, kind in rows) + "],\n" for name, rows in types.items() if rows)
    + "  ]\n}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
