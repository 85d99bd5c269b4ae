#!/usr/bin/env python3
"""Writes what the client packages know of the protocol, from Protocol/: types of all messages, refusals and close codes.

    clients/generate.py            writes them (make protocol)
    clients/generate.py --check    fails when a file is not what would be written (make protocol-check)
"""
import json
import keyword
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# As proto3 JSON has them: 64-bit numbers are answered as decimal strings and may be sent as either; bytes are base64.
NUMBERS = {"int64": "Int64", "uint64": "Int64", "fixed64": "Int64"}
PYTHON = NUMBERS | {"int32": "int", "uint32": "int", "sint32": "int", "bool": "bool", "string": "str", "bytes": "str"}
TYPESCRIPT = NUMBERS | {"int32": "number", "uint32": "number", "sint32": "number", "bool": "boolean", "string": "string", "bytes": "string"}
# What is never written as JSON.
LEFT_OUT = re.compile("Sealed")
MADE = "Made by clients/generate.py from Protocol/: run make protocol."


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


class Schema:
    """The messages and enums of all files, in order, each with the comment above it."""

    def __init__(self) -> None:
        self.enums: dict[str, list[str]] = {}
        self.messages: dict[str, list[tuple[str, str, bool, list[str]]]] = {}
        self.comments: dict[str, list[str]] = {}
        for file in sorted((ROOT / "Protocol/hearth/v1").glob("*.proto")):
            self.read(file)

    def read(self, file: pathlib.Path) -> None:
        kind = name = ""
        depth = 0
        said: list[str] = []
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            text = line.strip()
            if text.startswith("//"):
                said.append(text[2:].strip())
                continue
            if begun := re.fullmatch(r"(message|enum) (\w+) \{(\})?", text):
                kind, name = begun[1], begun[2]
                depth = 0 if begun[3] else 1
                (self.messages if kind == "message" else self.enums)[name] = []
                self.comments[name] = said
            elif text.startswith("oneof "):
                depth += 1
            elif text == "}":
                depth -= 1
            elif depth and kind == "enum":
                value = re.fullmatch(r"(\w+) = \d+;", text)
                if value:
                    self.enums[name].append(value[1])
            elif depth and kind == "message" and text:
                field = re.fullmatch(r"(optional |repeated )?([\w.]+) (\w+) = \d+;", text)
                if field:
                    self.messages[name].append((camel(field[3]), field[2], field[1] == "repeated ", said))
                elif not re.fullmatch(r"reserved .*;", text):
                    raise SystemExit(f"{file.name}:{number} is a line that clients/generate.py does not know: {text}")
            said = []
        if depth:
            raise SystemExit(f"{file.name} has a brace without its end.")
        self.messages = {name: fields for name, fields in self.messages.items() if not LEFT_OUT.search(name)}

    def check(self) -> None:
        for name, fields in self.messages.items():
            for field, kind, _, _ in fields:
                if kind not in PYTHON and kind not in self.messages and kind not in self.enums:
                    raise SystemExit(f"{name}.{field} is of a type that clients/generate.py does not know: {kind}")


def python_types(schema: Schema) -> str:
    lines = [f'"""The protocol\'s messages as JSON. {MADE}', "",
             "Every name may be missing: what is left out, empty, zero or false is not written.", '"""', "",
             "# ruff: noqa: E501", "from __future__ import annotations", "", "from typing import Literal, TypeAlias, TypedDict", "",
             "Int64: TypeAlias = int | str", '"""Answered as a decimal string, so read it with int(); may be sent as either."""']
    for name, values in schema.enums.items():
        lines += ["", f"{name}: TypeAlias = Literal[", *(f'    "{value}",' for value in values), "]"]
    for name, fields in schema.messages.items():
        if any(keyword.iskeyword(field) for field, *_ in fields):
            # A name like "from" can stand in no class.
            lines += ["", "", *(f"# {line}" for line in schema.comments[name]), f'{name} = TypedDict("{name}", {{']
            for field, kind, is_list, said in fields:
                lines += [f"    # {line}" for line in said]
                of = PYTHON.get(kind, kind)
                lines.append(f'    "{field}": "{f"list[{of}]" if is_list else of}",')
            lines.append("}, total=False)")
            continue
        lines += ["", "", f"class {name}(TypedDict, total=False):"]
        about = " ".join(schema.comments[name]).replace('"', "'").replace("\\", "")
        lines += [f'    """{about}"""'] if about else []
        if not fields and not about:
            lines.append("    pass")
        for field, kind, is_list, said in fields:
            lines += [f"    # {line}" for line in said]
            of = PYTHON.get(kind, kind)
            lines.append(f"    {field}: {f'list[{of}]' if is_list else of}")
    return "\n".join(lines) + "\n"


def typescript_types(schema: Schema) -> str:
    lines = [f"// The protocol's messages as JSON. {MADE}",
             "// Every name may be missing: what is left out, empty, zero or false is not written.", "",
             "/** Answered as a decimal string, so read it with BigInt() or Number(); may be sent as either. */", "export type Int64 = string | number;"]
    for name, values in schema.enums.items():
        lines += ["", f"export type {name} =", *(f"  | '{value}'" for value in values)]
        lines[-1] += ";"
    for name, fields in schema.messages.items():
        about = " ".join(schema.comments[name]).replace("*/", "")
        lines += ["", *([f"/** {about} */"] if about else []), f"export interface {name} {{"]
        for field, kind, is_list, said in fields:
            lines += [f"  // {line}" for line in said]
            of = TYPESCRIPT.get(kind, kind)
            lines.append(f"  {field}?: {of}{'[]' if is_list else ''};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def python_refusals(errors: dict) -> str:
    lines = [f'"""What a server refuses with and closes for. {MADE}"""', "", "# ruff: noqa: E501", "from typing import Literal, NamedTuple, TypeAlias", "", "",
             "class Cause(NamedTuple):", '    """What stands behind a code."""', "", "    cause: str", "    remedy: str",
             "    client: str", '    """What a client does: "fix", "retry", "resync", "stop", "reconnect"."""',
             "    final: bool", '    """Whether the same command is refused again, whatever becomes of the group."""', "", "",
             "Code: TypeAlias = Literal[", *(f'    "{one["code"]}",' for one in errors["rejections"]), "]", "",
             "REFUSALS: dict[str, Cause] = {"]
    for one in errors["rejections"]:
        lines.append(f'    "{one["code"]}": Cause({one["cause"]!r}, {one["remedy"]!r}, {one["client"]!r}, {one["final"]}),')
    lines += ["}", "", "CLOSE_CODES: dict[int, Cause] = {"]
    for one in errors["close_codes"]:
        lines.append(f'    {one["code"]}: Cause({one["cause"]!r}, {one["remedy"]!r}, {one["client"]!r}, False),')
    return "\n".join([*lines, "}"]) + "\n"


def python_decimals() -> str:
    """From the page's table, which the server's currencies are compared with by a test."""
    table = re.search(r"const decimals = \{(.*?)\};", (ROOT / "Web/money.js").read_text(encoding="utf-8"), re.DOTALL)
    if not table:
        raise SystemExit("Web/money.js has no table of decimals any more.")
    lines = [f'"""How many decimals the amounts of a currency have, where it is not two. {MADE}"""', "", "# ruff: noqa: E501", "DECIMALS: dict[str, int] = {"]
    for count, codes in re.findall(r"(\d): '([A-Z ]+)'", table[1]):
        lines += [f'    "{code}": {count},' for code in codes.split()]
    return "\n".join([*lines, "}"]) + "\n"


def javascript_refusals(errors: dict) -> str:
    """Only the close codes: a refusal carries its cause and remedy."""
    lines = [f"// Why a server closes a connection, and what to do. {MADE}", "",
             "/** @type {Record<number, {cause: string, remedy: string, client: string}>} */", "export const closeCodes = {"]
    for one in errors["close_codes"]:
        told = {name: one[name] for name in ("cause", "remedy", "client")}
        lines.append(f'  {one["code"]}: {json.dumps(told, ensure_ascii=False)},')
    return "\n".join([*lines, "};"]) + "\n"


def typescript_codes(errors: dict) -> str:
    lines = ["", "/** The codes of refusals. */", "export type Code =", *(f"  | '{one['code']}'" for one in errors["rejections"])]
    return "\n".join(lines) + ";\n"


def main() -> None:
    schema = Schema()
    schema.check()
    errors = json.loads((ROOT / "Protocol/errors.json").read_text(encoding="utf-8"))
    files = {
        "clients/python/hearth_client/messages.py": python_types(schema),
        "clients/python/hearth_client/refusals.py": python_refusals(errors),
        "clients/python/hearth_client/decimals.py": python_decimals(),
        "clients/javascript/messages.d.ts": typescript_types(schema) + typescript_codes(errors),
        "clients/javascript/close-codes.js": javascript_refusals(errors),
    }
    stale = [path for path, text in files.items() if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        if stale:
            raise SystemExit(f"The schema changed, and these did not: {', '.join(stale)}. Run: make protocol")
        return
    for path in stale:
        (ROOT / path).write_text(files[path], encoding="utf-8")


main()
