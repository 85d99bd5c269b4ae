"""Reads what the description of the calls is made of: the schema, the table of calls and the list of refusals."""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = ("values", "event", "command", "snapshot", "settlement", "queries", "session")
TABLE = "Sources/HearthServer/HTTP/CallTable.swift"


def camel(name):
    first, *others = name.split("_")
    return first + "".join(other[:1].upper() + other[1:] for other in others)


def snake(name):
    """"member_id" of "memberID", as the schema has the names of Swift."""
    return re.sub(r"(?<=[a-z0-9])([A-Z]+)", lambda match: "_" + match[1].lower(), name.replace("_p", ""))


class Field:
    def __init__(self, name, kind, comment, repeated=False, optional=False, choice=None):
        self.name, self.kind, self.comment = name, kind, comment
        self.repeated, self.optional, self.choice = repeated, optional, choice


class Message:
    def __init__(self, name, comment):
        self.name, self.comment, self.fields = name, comment, []

    def field(self, name):
        return next(field for field in self.fields if field.name == name)


class Enumeration:
    def __init__(self, name, comment):
        self.name, self.comment, self.values = name, comment, []


def schema():
    """All messages and enumerations by name, with what their comments say."""
    types = {}
    for part in SCHEMAS:
        current, choice, comment = None, None, []
        for number, line in enumerate((ROOT / f"Protocol/hearth/v1/{part}.proto").read_text(encoding="utf-8").splitlines(), 1):
            line = line.strip()
            if line.startswith("//"):
                comment.append(line[2:].strip())
                continue
            words, said = " ".join(comment), not line
            comment = []
            if said or re.match(r"(syntax|package|option|import|reserved) ?", line):
                continue
            if match := re.match(r"(message|enum) (\w+) \{(\})?$", line):
                kind = Message if match[1] == "message" else Enumeration
                types[match[2]] = kind(match[2], words)
                current = None if match[3] else types[match[2]]
            elif match := re.match(r"oneof (\w+) \{$", line):
                choice = match[1]
            elif line == "}":
                current, choice = (current, None) if choice else (None, None)
            elif isinstance(current, Enumeration) and (match := re.match(r"([A-Z0-9_]+) = [0-9]+;$", line)):
                current.values.append((match[1], words))
            elif isinstance(current, Message) and (match := re.match(r"(repeated |optional )?(\w+) (\w+) = [0-9]+;$", line)):
                current.fields.append(Field(match[3], match[2], words, match[1] == "repeated ", match[1] == "optional ", choice))
            else:
                raise SystemExit(f"Protocol/hearth/v1/{part}.proto:{number} is not understood: {line}")
    return types


class Call:
    """A row of the table."""

    def __init__(self, family, methods, path, message):
        self.family, self.methods, self.path, self.message = family, methods, path, message
        self.input = "nothing" if methods[0] in ("get", "delete") else "body"
        self.answer, self.made = "message", None
        self.needs_token, self.is_command, self.has_base, self.is_versioned, self.part = True, False, False, False, None
        # What the path's names are in the message, so that its text may leave them out.
        self.places = []

    @property
    def names(self):
        return re.findall(r"\{([a-z_]+)\}", self.path)


def arguments(text):
    """The arguments of a call of a function, up to its closing parenthesis, and what is behind that."""
    depth, start, found = 0, 0, []
    for place, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if depth == 0:
                return [part.strip() for part in found + [text[start:place]]], text[place + 1 :]
            depth -= 1
        elif letter == "," and depth == 0:
            found.append(text[start:place])
            start = place + 1
    raise SystemExit(f"{TABLE} has a parenthesis that does not end.")


def calls(types):
    """The rows of the table of calls, in its order."""
    text = (ROOT / TABLE).read_text(encoding="utf-8")
    bodies = {"Wish": types["Command"], "Message": types["ClientMessage"]}
    rows = []
    for family in re.finditer(r"static let (\w+): \[CallRoute\] = \[\n(.*?)\n  \]\n", text, re.DOTALL):
        for start in re.finditer(r"^    \.(question|command|part|preview|events|file)\(", family[2], re.MULTILINE):
            given, rest = arguments(family[2][start.end() :])
            named = dict(re.split(r":\s*", argument, maxsplit=1) for argument in given if re.match(r"\w+:", argument))
            plain = [argument for argument in given if not re.match(r"\w+:", argument)]
            path = next(argument for argument in plain if argument.startswith('"')).strip('"')
            wish = next((argument for argument in plain if argument.startswith(("Wish.", "Message."))), None)
            kind = start[1]
            methods = re.findall(r"\.(get|post|put|patch|delete)\b", plain[0]) or ["get" if kind in ("part", "events") else "post"]
            if wish:
                space, body = wish.split(".")
                message = bodies[space].field(snake(body)).kind
            else:
                message = {"part": "ReadGroup", "preview": "PreviewCommand", "command": "Command", "events": "Subscribe"}[kind]
            call = Call(family[1], methods, path, message)
            call.is_command = kind == "command"
            part = re.match(r"\s*\{\s*\$0\.part = \.(\w+)", rest)
            call.part = plain[0].strip(".") if kind == "part" else part[1] if part else None
            if kind == "part":
                call.input, call.answer = ("nothing", "element") if path.endswith("/{id}") else ("query", "message")
            apply(call, named)
            if kind == "events":
                call.input, call.answer = "query", "events"
            if kind == "file":
                call.input = "file"
            rows.append(call)
    if len(rows) != len(re.findall(r'"/v1/', text)):
        raise SystemExit(f"{TABLE} names more paths than were understood.")
    return rows


def apply(call, named):
    """What a row says by name."""
    call.needs_token = named.get("needsToken") != "false"
    call.has_base, call.is_versioned = "base" in named, named.get("isVersioned") == "true"
    if "input" in named:
        call.input = "query" if named["input"].startswith(".query") else named["input"].strip(".")
    answer = named.get("answer", "")
    if answer == ".element":
        call.answer = "element"
    elif match := re.match(r"\.created\((?:nil|\.(\w+))\)", answer):
        call.answer, call.made = "created", match[1]
    call.places = [snake(named[name].split(".", 1)[1]) for name in ("group", "at", "file") if name in named]
    call.flags = re.findall(r'"(\w+)"', named.get("input", ""))


def errors():
    return json.loads((ROOT / "Protocol/errors.json").read_text(encoding="utf-8"))
