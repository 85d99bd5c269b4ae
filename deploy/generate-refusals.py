#!/usr/bin/env python3
"""Generates Swift of the refusals in Protocol/errors.json: generate-refusals.py FILE"""
import json
import pathlib
import sys


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def case(name, cause):
    value = "" if camel(name) == name else f' = "{name}"'
    return f"  /// {cause}\n  case {camel(name)}{value}\n"


def row(refusal):
    audit = ""
    if "audit" in refusal:
        audit = f', audit: .init(act: "{refusal["audit"]}", scope: .{refusal["audited_by"]})'
    final = "true" if refusal["final"] else "false"
    return (
        f'    case .{camel(refusal["code"])}: RefusalRow(.{refusal["client"]}, isFinal: {final}, http: {refusal["http"]}{audit})\n'
    )


root = pathlib.Path(__file__).resolve().parent.parent
errors = json.loads((root / "Protocol/errors.json").read_text(encoding="utf-8"))
refusals = errors["rejections"]
text = (
    "// Generated from Protocol/errors.json by deploy/generate-refusals.py: run `make protocol` after a change.\n\n"
    "/// The stable codes of refusals. A published code keeps its meaning for ever.\n"
    "public enum RejectionCode: String, CaseIterable, Sendable {\n"
    + "".join(case(refusal["code"], refusal["cause"]) for refusal in refusals)
    + "}\n\nextension RejectionCode {\n  /// What `Protocol/errors.json` says of the code.\n"
    "  public var row: RefusalRow {\n    switch self {\n"
    + "".join(row(refusal) for refusal in refusals)
    + "    }\n  }\n\n  /// What to do about it, as `Protocol/errors.json` says.\n  public var remedy: String {\n    switch self {\n"
    + "".join(f'    case .{camel(refusal["code"])}: {json.dumps(refusal["remedy"], ensure_ascii=False)}\n' for refusal in refusals)
    + "    }\n  }\n}\n\n"
    "/// What is wrong with the field of a bad request: detail `reason` of the answer. A published key keeps its meaning for ever.\n"
    "public enum BadRequestReason: String, CaseIterable, Sendable {\n"
    + "".join(case(reason["reason"], reason["cause"]) for reason in errors["bad_request_reasons"])
    + "}\n"
)
pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
