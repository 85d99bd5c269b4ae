#!/usr/bin/env python3
"""Writes Protocol/EXAMPLES.md: one JSON example of each message, taken from Protocol/vectors. make examples runs it.

Of several vectors of a message the one of its name is taken, otherwise the first.
"""
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
# Characters of a line that is one piece of JSON; a longer piece is broken at its members.
WIDTH = 150
SECTIONS = [
    ("What a client sends", "ClientMessage", "session", "client-messages", "Each is the whole text message. A `command` holds one of the next section."),
    ("Commands", "Command", "command", "commands", "Each stands in `command` of a `ClientMessage`."),
    ("What a server sends", "ServerMessage", "session", "server-messages", "Each is the whole text message. Events in them are those of the next section."),
    ("Events", "Event", "event", "events", "Each stands in a `LaneEvent` of `lane_events` or `history`."),
]


def bodies(message: str, file: str) -> list[str]:
    """The names of a message's bodies, in the order of the schema."""
    text = (HERE / f"hearth/v1/{file}.proto").read_text(encoding="utf-8")
    body = text.split(f"message {message} {{")[1].split("oneof body {")[1].split("}")[0]
    return re.findall(r"(?m)^\s+\w+ ([a-z_]+) = [0-9]+;", body)


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def compact(value) -> str:
    return json.dumps(value, ensure_ascii=False)


def pretty(value, indent: str = "", key: str = "") -> str:
    text = indent + key + compact(value)
    if len(text) <= WIDTH or not value or not isinstance(value, (dict, list)):
        return text
    if isinstance(value, dict):
        inner = [pretty(item, indent + "  ", compact(name) + ": ") for name, item in value.items()]
        return f"{indent}{key}{{\n" + ",\n".join(inner) + f"\n{indent}}}"
    return f"{indent}{key}[\n" + ",\n".join(pretty(item, indent + "  ") for item in value) + f"\n{indent}]"


def main() -> None:
    page = [
        "# Examples",
        "",
        "One message of each kind in JSON, as [SPEC](SPEC.md) means it and `hearth/v1/*.proto` defines it.",
        "`Protocol/examples.py` takes them from `vectors/`, which has more of them and their protobuf bytes; a test reads each by the schema.",
    ]
    for title, message, schema, file, note in SECTIONS:
        vectors = json.loads((HERE / f"vectors/{file}.json").read_text(encoding="utf-8"))
        page += ["", f"## {title}", "", *note.replace(". ", ".\n").split("\n")]
        for body in bodies(message, schema):
            mine = [vector for vector in vectors if vector["message"] == f"hearth.v1.{message}" and camel(body) in json.loads(vector["json"])]
            if not mine:
                raise SystemExit(f"No vector in {file}.json has a {body}. Add one to Tests/HearthProtocolTests/VectorSamples.")
            chosen = next((vector for vector in mine if vector["name"] == body), mine[0])
            page += ["", f"### `{body}`", "", "```json", pretty(json.loads(chosen["json"])), "```"]
    (HERE / "EXAMPLES.md").write_text("\n".join(page) + "\n", encoding="utf-8")


main()
