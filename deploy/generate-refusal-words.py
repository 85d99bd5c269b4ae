#!/usr/bin/env python3
"""Generates what console and page say of refusals, from Protocol/errors.json: generate-refusal-words.py SWIFT HINDI REMEDIES CODES

SWIFT is what the console says, HINDI the page's Hindi, REMEDIES the page's English where it says another thing than the server,
CODES after which refusals a program tries again, and after which close codes it does not connect again.
`cause_hi` and `remedy_hi` are what the page says, and `fields_hi` has its cause and remedy of a code for one field. `remedy_console` and
`remedy_console_hi` are the console's remedy where it names commands. `remedy_page` is for a remedy that names a field, which nobody sees there.
"""
import json
import pathlib
import sys


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def swift(refusal):
    words = (refusal["cause_hi"], refusal.get("remedy_console_hi", refusal["remedy_hi"]))
    cause, remedy = (json.dumps(word, ensure_ascii=False) for word in words)
    return f'    case .{camel(refusal["code"])}: ({cause}, {remedy})\n'


def english(refusal):
    return f'    case .{camel(refusal["code"])}: say({json.dumps(refusal["remedy_console"])}, nil)\n'


def quoted(word):
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"


def script(key, cause, remedy):
    """A row of the page's table; a long one on two lines."""
    words = [quoted(word) for word in (cause, remedy)]
    row = f"  {key}: [{', '.join(words)}],\n"
    return row if len(row) <= 141 else f"  {key}: [\n    {words[0]},\n    {words[1]},\n  ],\n"


root = pathlib.Path(__file__).resolve().parent.parent
told = json.loads((root / "Protocol/errors.json").read_text(encoding="utf-8"))
refusals, close_codes = told["rejections"], told["close_codes"]
head = "// Generated from Protocol/errors.json by deploy/generate-refusal-words.py: run `make protocol` after a change.\n\n"
pathlib.Path(sys.argv[1]).write_text(
    head
    + "import Ledger\n\nextension RejectionCode {\n  /// Cause and remedy in Hindi.\n  var hindi: (cause: String, remedy: String) {\n    switch self {\n"
    + "".join(swift(refusal) for refusal in refusals)
    + "    }\n  }\n}\n\nextension Phrases {\n"
    + "  /// The remedy in English where it names commands; nil where the server's serves.\n"
    + "  func englishRemedy(_ code: RejectionCode) -> String? {\n    switch code {\n"
    + "".join(english(refusal) for refusal in refusals if "remedy_console" in refusal)
    + "    default: nil\n    }\n  }\n}\n",
    encoding="utf-8",
)
rows = ""
for refusal in refusals:
    code = refusal["code"]
    rows += script(code, refusal["cause_hi"], refusal["remedy_hi"])
    for field, words in refusal.get("fields_hi", {}).items():
        rows += script(f"'{code} {field}'", *words)
pathlib.Path(sys.argv[2]).write_text(
    head
    + "/**\n * Causes and remedies of refusals in Hindi, by code, or by code and field.\n * @type {Record<string, string[]>}\n */\n"
    + "export const refusals = {\n"
    + rows
    + "};\n",
    encoding="utf-8",
)
pathlib.Path(sys.argv[3]).write_text(
    head
    + "/**\n * What the page says to do, where the server's remedy names a field that nobody sees here.\n * @type {Record<string, string>}\n */\n"
    + "export const remedies = {\n"
    + "".join(f"  {refusal['code']}: {quoted(refusal['remedy_page'])},\n" for refusal in refusals if "remedy_page" in refusal)
    + "};\n",
    encoding="utf-8",
)


def codes(name, comment, fits):
    """A set of codes for JavaScript."""
    those = ", ".join(quoted(refusal["code"]) for refusal in refusals if fits(refusal))
    return f"\n/**\n{comment} */\nexport const {name} = new Set([{those}]);\n"


pathlib.Path(sys.argv[4]).write_text(
    head.rstrip("\n")
    + "\n"
    + codes(
        "passing",
        " * Refusals that are not final: they decide nothing, so a command that is kept stays and is sent again (SPEC CM-05).\n"
        " * `unauthorized` and `group_damaged` are among them, although a client stops for them: the command is still good when the device is\n"
        " * logged in again or the group is restored, and only a final refusal may drop what somebody wrote.\n",
        lambda refusal: not refusal["final"],
    )
    + codes(
        "retried",
        " * Refusals that pass with time: the same question is asked again. Any other ends the question, and its asker hears it.\n",
        lambda refusal: refusal["client"] == "retry",
    )
    + "\n/** Close codes after which a client does not connect again as it is (SPEC CL-03). */\nexport const stopping = new Set(["
    + ", ".join(str(one["code"]) for one in close_codes if one["client"] == "stop")
    + "]);\n",
    encoding="utf-8",
)
