#!/usr/bin/env python3
"""Generates the OpenAPI description of the calls over HTTP: generate-openapi.py FILE

It is made of Protocol/hearth/v1/*.proto, Protocol/errors.json and the table of calls (HearthServer/HTTP/CallTable.swift).
"""
import json
import pathlib
import re
import sys

from openapi_sources import Enumeration, Message, calls, camel, errors, schema

LINE_MAX = 160
TYPES, ERRORS = schema(), errors()
CALLS = calls(TYPES)

# What answers a request that is no command, and the thing of a part of a group.
ANSWERS = {
    "Register": "Registered", "LinkDevice": "Registered", "ListDevices": "Devices", "RevokeDevice": "DeviceRevoked",
    "SetDevicePush": "Devices",
    "RotateToken": "TokenRotated", "CreateLink": "LinkCode", "ListGroups": "Groups", "PreviewInvite": "InvitePreview",
    "ReadEntries": "Entries", "ReadSettlement": "Settlement", "ReadDashboard": "Dashboard", "ReadHistory": "History",
    "ReadGroup": "GroupContents", "PreviewCommand": "Impact", "ReadPaymentLink": "PaymentLink", "PlanImport": "PlannedImport",
    "CreateGroupToken": "GroupTokenCreated", "ListGroupTokens": "GroupTokens", "RevokeGroupToken": "GroupTokenRevoked",
}
ELEMENTS = {
    "members": "Member", "categories": "Category", "budgets": "Budget", "recurring": "RecurringRule", "festivals": "FestivalEnvelope",
    "invites": "Invite", "webhooks": "Webhook", "minors": "MinorContents", "accounts": "AccountContents",
}
# What `{id}` is called where other calls of the same path call it something else: OpenAPI has one name for a segment.
IDS = {
    "members": "member_id", "categories": "key", "budgets": "budget_id", "recurring": "rule_id", "festivals": "festival_id",
    "invites": "invite_id", "webhooks": "webhook_id", "minors": "minor_id", "accounts": "account_id", "recipient_id": "member_id",
}
TAGS = {
    "identities": "Identities and their devices.", "groups": "Groups and their life.", "joining": "Invites and joining.",
    "webhooks": "Webhooks: what happens, sent to a program of yours.",
    "members": "Members and roles.", "entries": "Expenses, incomes and transfers.", "budgets": "Shared budgets.",
    "categories": "Categories.", "recurring": "What comes again: rules, loans, festivals.", "family": "Children: spending and limits.",
    "coaching": "Coaching, and totals that members share.", "allowances": "Allowances.", "accounts": "Accounts of members.",
    "money": "Who owes whom, dashboards, rates.", "anything": "History, and any command.", "files": "Receipts' files.",
    "tokens": "Tokens of programs, for one group.", "description": "This description.",
}
# Statuses that HTTP has beside those of errors.json, and when a call gets them (SPEC HT-02).
OF_HTTP = {
    403: "The request comes from a page of an origin that the server does not take, or the role may not do this.",
    404: "There is nothing at this path, or nothing that the asker may know of.",
    405: "The path has no such method; Allow names those it has.",
    406: "Accept does not permit the type of the answer.",
    408: "The request did not come in time.",
    411: "The body has no Content-Length.",
    414: "The request line is longer than the server takes.",
    413: "The body is longer than a message may be.",
    415: "The body is not said to be JSON.",
    422: "The bytes have another SHA-256 than the path says, or the domain refuses the values.",
    428: "If-Match is missing.",
    431: "The fields of the head are longer or more than the server takes.",
}
STATUS_NAMES = {
    400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed", 406: "NotAcceptable", 408: "RequestTimeout",
    409: "Conflict", 411: "LengthRequired", 413: "ContentTooLarge", 414: "URITooLong", 415: "UnsupportedMediaType", 422: "Unprocessable",
    428: "PreconditionRequired", 429: "TooManyRequests", 431: "HeaderFieldsTooLarge", 500: "InternalError", 503: "Unavailable", 507: "StorageFull",
}
SCALARS = {
    "string": {"type": "string"}, "bool": {"type": "boolean"}, "bytes": {"type": "string", "contentEncoding": "base64"},
    "int32": {"type": "integer", "format": "int32", "minimum": -(2**31), "maximum": 2**31 - 1},
    "uint32": {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    # Written as a decimal string; a number is read as well (SPEC HS-04).
    "int64": {
        "type": ["string", "integer"], "format": "int64", "pattern": "^-?(0|[1-9][0-9]{0,18})$", "minimum": -(2**63), "maximum": 2**63 - 1,
    },
    "uint64": {"type": ["string", "integer"], "format": "uint64", "pattern": "^(0|[1-9][0-9]{0,19})$", "minimum": 0, "maximum": 2**64 - 1},
}
SCALARS |= {"fixed64": SCALARS["uint64"], "sint32": SCALARS["int32"]}


# The one answer that is no JSON.
EVENTS = (
    "Events that come as they happen (SPEC HT-11): `event` names the member of ServerMessage, `data` is that message as JSON in one line, "
    "`id` is where the reader stands (HT-12). The last one, `end`, says why the stream ends (HT-13).")


def reference(kind, name):
    return {"$ref": f"#/components/{kind}/{name}"}


def described(schema_object, text):
    return {**schema_object, "description": text} if text else schema_object


def type_of(field):
    one = dict(SCALARS[field.kind]) if field.kind in SCALARS else reference("schemas", field.kind)
    return {"type": "array", "items": one} if field.repeated else one


def component(kind):
    """The schema of a message or an enumeration."""
    if isinstance(kind, Enumeration):
        lines = [kind.comment] + [f"`{name}`: {said}" for name, said in kind.values if said]
        return described({"type": "string", "enum": [name for name, _ in kind.values]}, "\n\n".join(line for line in lines if line))
    choices = {}
    for field in kind.fields:
        if field.choice:
            choices.setdefault(field.choice, []).append(f"`{camel(field.name)}`")
    lines = [kind.comment] + [f"At most one of {', '.join(names)}." for names in choices.values()]
    result = described({"type": "object"}, "\n\n".join(line for line in lines if line))
    if kind.fields:
        result["properties"] = {camel(field.name): described(type_of(field), field.comment) for field in kind.fields}
    if choices and all(field.choice for field in kind.fields) and len(choices) == 1:
        result["maxProperties"] = 1
    return result


def reachable(names):
    """The messages that these are made of."""
    found, waiting = {}, list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = TYPES[name]
        if isinstance(TYPES[name], Message):
            waiting += [field.kind for field in TYPES[name].fields if field.kind not in SCALARS]
    return [found[name] for name in sorted(found)]


def answer_of(call):
    if call.answer == "events":
        return None
    if call.is_command:
        return "Accepted" if call.made is None else "Created"
    if call.answer == "element":
        return ELEMENTS[call.part] if call.part else "ListedEntry"
    return ANSWERS[call.message]


def success(call):
    """The answers of a call that does what was asked, by status."""
    def answer(text, headers=None, kind=answer_of(call)):
        result = {"description": text, "content": {"application/json": {"schema": reference("schemas", kind)}}}
        return {**result, "headers": {name: reference("headers", name) for name in headers}} if headers else result

    if call.answer == "events":
        return {"200": {"description": EVENTS, "content": {"text/event-stream": {"schema": {"type": "string"}}}}}
    tag = ["ETag"] if call.is_versioned or call.answer == "element" and call.message == "ReadEntries" or call.part == "recurring" else []
    if call.answer == "created":
        place = ["Location"] if call.made is not None else []
        answers = {"201": answer("Made; Location says where it is." if place else "Made.", place + tag)}
        if call.message == "JoinGroup":
            answers["202"] = answer("Asked; somebody has to approve it (SPEC IN-08).", kind="Accepted")
        return answers
    answers = {"200": answer("Done." if call.is_command else "The answer.", tag)}
    if call.path.endswith("/commands"):
        answers["202"] = answer("Asked; somebody has to approve it (SPEC IN-08).")
    if call.answer == "element" and call.message == "ReadEntries":
        answers["304"] = {"description": "The caller has it as it is now (If-None-Match)."}
    return answers


def refusals(call_input, needs_token, takes_token, is_command, has_base, is_of_group, answer):
    """The statuses of the problems that a call may be answered with."""
    statuses = {400, 403, 404, 405, 408, 414, 429, 431, 500, 503, 507}
    if needs_token or takes_token:
        statuses.add(401)
    if call_input in ("body", "file"):
        statuses |= {411, 413, 415}
    if is_command or is_of_group or not needs_token:
        statuses |= {409, 422}
    if has_base:
        statuses.add(428)
    if answer == "events":
        statuses.add(406)
    return {str(status): reference("responses", STATUS_NAMES[status]) for status in sorted(statuses)}


def parameter(name, place, text, kind, required=False):
    return {"name": name, "in": place, **({"required": True} if required else {}), **({"description": text} if text else {}), "schema": kind}


def shown(call, name):
    """What a name of the path is called here."""
    return IDS[call.part] if name == "id" else IDS.get(name, name)


def path_of(call):
    path = call.path
    for name in call.names:
        path = path.replace("{%s}" % name, "{%s}" % shown(call, name))
    return path


def place_of(call, name):
    """The field of the message that a name of the path is, if it is one: its schema and what is said of it."""
    if name == "group_id":
        return {"type": "string", "format": "uuid"}, "The group."
    path = next((place for place in call.places if place.split(".")[-1] == name), name)
    kind = TYPES[call.message]
    for step in path.split("."):
        found = next((field for field in kind.fields if field.name == step), None)
        if found is None:
            return {"type": "string"}, ""
        kind = TYPES.get(found.kind, kind)
    is_id = name.endswith("_id") or name == "id" and call.part != "categories"
    return {"type": "string", "format": "uuid"} if is_id else {"type": "string", "minLength": 1}, found.comment


def parameters(call):
    given = [parameter(shown(call, name), "path", text, kind, True) for name in call.names for kind, text in [place_of(call, name)]]
    if call.answer == "events":
        kind = {"type": "string", "enum": ["now", "snapshot"], "default": "now"}
        text = "Where a reader begins who sends no Last-Event-ID: with what happens from here on, or with the state."
        last = "The id of the last event that has come, as it was: the stream goes on behind it."
        given += [parameter("from", "query", text, kind), parameter("Last-Event-ID", "header", last, {"type": "string"})]
    elif call.input in ("query", "file"):
        hidden = {"group_id", *call.names, *(place for place in call.places)} | ({"part", "id"} if call.part else set())
        if call.message == "ReadEntries" and call.answer == "element":
            hidden |= {field.name for field in TYPES[call.message].fields} - {"with_standing"}
        for field in TYPES[call.message].fields:
            if field.name not in hidden and not field.repeated:
                given.append(parameter(camel(field.name), "query", field.comment, type_of(field)))
    if call.is_command:
        given.append(reference("parameters", "IdempotencyKey"))
    if call.has_base:
        given.append(reference("parameters", "IfMatch"))
    if call.answer == "element" and call.message == "ReadEntries":
        given.append(reference("parameters", "IfNoneMatch"))
    return given


def operation(call, method, names):
    """The call as OpenAPI has it."""
    base = call.message[0].lower() + call.message[1:]
    if call.part:
        base = "read" + (ELEMENTS[call.part].removesuffix("Contents") if call.answer == "element" else call.part.capitalize())
    elif call.answer == "events":
        base = "readEvents"
    elif call.answer == "element":
        base = "readEntry"
    name = next(name for name in [base, base + method.capitalize(), base + "At" + method.capitalize()] if name not in names)
    names.add(name)
    comment = TYPES[call.message].comment or " ".join(re.findall("[A-Z][a-z]*", call.message)).capitalize()
    result = {"operationId": name, "tags": [call.family], "x-hearth-message": call.message}
    if call.answer == "events":
        result["summary"] = "What happens in the group, as it happens: Server-Sent Events."
    elif call.part:
        result["summary"] = f"The group's {call.part}." if call.answer != "element" else f"One of the group's {call.part}."
    else:
        result["summary"] = comment.split(". ")[0].rstrip(".") + "."
        result["description"] = comment
    if given := parameters(call):
        result["parameters"] = given
    if call.input == "body":
        result["requestBody"] = {"content": {"application/json": {"schema": reference("schemas", body_of(call))}}}
    if call.input == "file":
        result["requestBody"] = {"content": {"application/octet-stream": {"schema": {}}}}
    takes_token = call.message == "PreviewInvite"
    if call.needs_token or takes_token:
        result["security"] = [{"token": []}] + ([{}] if takes_token else [])
    else:
        result["security"] = []
    is_of_group = "{group_id}" in call.path
    result["responses"] = {
        **success(call), **refusals(call.input, call.needs_token, takes_token, call.is_command, call.has_base, is_of_group, call.answer)}
    return result


def body_of(call):
    return "Command" if call.path.endswith("/preview") and call.message == "PreviewCommand" else call.message


def file_paths():
    """The doors for receipts' files (SPEC section 16)."""
    group = parameter("group_id", "path", "The group.", {"type": "string", "format": "uuid"}, True)
    minor = parameter("minor_id", "path", "Whose spending the receipt is of.", {"type": "string", "format": "uuid"}, True)
    digest = parameter(
        "sha256", "path", "SHA-256 of the file, in hexadecimal.", {"type": "string", "pattern": "^[0-9a-f]{64}$"}, True)
    binary = {"application/octet-stream": {"schema": {}}}
    ways = {"/v1/groups/{group_id}/attachments/{sha256}": ([group, digest], "Attachment"),
            "/v1/groups/{group_id}/minors/{minor_id}/attachments/{sha256}": ([group, minor, digest], "MinorAttachment")}
    problems = lambda *more: {
        str(status): reference("responses", STATUS_NAMES[status]) for status in sorted({400, 401, 403, 404, 405, 408, 414, 429, 431, 500, 503, 507, *more})}
    paths = {}
    for path, (given, name) in ways.items():
        paths[path] = {
            "get": {
                "operationId": f"fetch{name}", "tags": ["files"], "summary": "The bytes of a receipt's file.", "parameters": given,
                "security": [{"token": []}],
                "responses": {"200": {"description": "The bytes, of the type that they begin with.", "content": {"*/*": {"schema": {}}}}, **problems()},
            },
            "put": {
                "operationId": f"put{name}", "tags": ["files"], "summary": "Puts a receipt's file there.", "parameters": given,
                "security": [{"token": []}], "requestBody": {"required": True, "content": binary},
                "responses": {
                    "200": {"description": "The group had it."}, "201": {"description": "It is durable."}, **problems(409, 411, 413, 422)},
            },
        }
    return paths


def own_path():
    return {"/v1/openapi.json": {"get": {
        "operationId": "readDescription", "tags": ["description"], "summary": "This description.", "security": [],
        "responses": {
            "200": {
                "description": "An OpenAPI document.", "headers": {"ETag": reference("headers", "ETag")},
                "content": {"application/json": {"schema": {"type": "object"}}}},
            "304": {"description": "The caller has it (If-None-Match)."},
            **{str(status): reference("responses", STATUS_NAMES[status]) for status in (400, 403, 405, 408, 414, 429, 431, 503)}},
    }}}


def responses():
    """A problem for each status, with the codes that it carries."""
    result = {}
    for status, name in STATUS_NAMES.items():
        rows = [row for row in ERRORS["rejections"] if row["http"] == status]
        lines = [OF_HTTP[status]] if status in OF_HTTP else []
        lines += [f"`{row['code']}`: {row['cause']} {row['remedy']}" for row in rows]
        headers = {}
        if status in (409, 429, 503, 507):
            headers["Retry-After"] = reference("headers", "RetryAfter")
        if status == 401:
            headers["WWW-Authenticate"] = {"description": "Bearer.", "schema": {"type": "string"}}
        if status == 405:
            headers["Allow"] = {"description": "The methods that the path has.", "schema": {"type": "string"}}
        result[name] = {
            "description": "\n\n".join(lines), **({"headers": headers} if headers else {}),
            "content": {"application/problem+json": {"schema": reference("schemas", "Problem")}},
        }
    return result


def problem():
    refused = component(TYPES["Rejected"])
    refused["description"] = "A refused request (RFC 9457). Codes, causes, remedies: see the answers, and errors.json."
    refused["properties"]["code"] = {
        "type": "string", "enum": [row["code"] for row in ERRORS["rejections"]], "description": "Stable, and of these."}
    refused["properties"]["details"]["description"] = "Figures behind it; of a `bad_request` the `reason`, one of: " + ", ".join(
        row["reason"] for row in ERRORS["bad_request_reasons"]) + "."
    refused["required"] = ["code", "cause", "remedy"]
    return refused


def document():
    paths, names, roots = {}, set(), {"Detail"}
    for call in CALLS:
        for method in call.methods:
            paths.setdefault(path_of(call), {})[method] = operation(call, method, names)
        if call.answer == "events":
            continue
        roots |= {answer_of(call)} | ({body_of(call)} if call.input == "body" else set())
        roots |= {field.kind for field in TYPES[call.message].fields if call.input == "query" and not call.part and field.kind in TYPES}
    paths |= file_paths() | own_path()
    tags = [{"name": name, "description": text} for name, text in TAGS.items()]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Hearth", "version": "1",
            "description": "Groups that share money, over HTTP: one request is one message of the protocol. Protocol/SPEC.md section 18 "
            "has the rules. Members that are left out have their zero value, and of a request each may be left out; a member that is not "
            "known is refused. Answers may gain members. What happens is told at once by the WebSocket at /v1/socket.",
        },
        "servers": [{"url": "/"}], "tags": tags, "security": [{"token": []}], "paths": paths,
        "components": {
            "securitySchemes": {"token": {
                "type": "http", "scheme": "bearer", "description": "The token that registering gave, or one of the operator's issuer (SPEC HT-04)."}},
            "parameters": {
                "IdempotencyKey": parameter(
                    "Idempotency-Key", "header", "The command's id: the same again is done once (SPEC HT-05).", {"type": "string", "format": "uuid"}),
                "IfMatch": parameter(
                    "If-Match", "header", "The ETag of what the change is based on; or the version in the body (SPEC HT-06).",
                    {"type": "string", "pattern": '^"[1-9][0-9]{0,17}"$'}),
                "IfNoneMatch": parameter("If-None-Match", "header", "The ETag of what the caller has (SPEC HT-06).", {"type": "string"}),
            },
            "headers": {
                "ETag": {"description": "The version.", "schema": {"type": "string"}},
                "Location": {"description": "Where the thing is that was made.", "schema": {"type": "string", "format": "uri-reference"}},
                "RetryAfter": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
            },
            "responses": responses(),
            "schemas": {"Problem": problem(), **{kind.name: component(kind) for kind in reachable(roots)}},
        },
    }


def written(value, depth=0):
    """JSON that can be compared line by line: what is short stands in one line."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) + depth <= LINE_MAX or not isinstance(value, (dict, list)) or not value:
        return text
    inner = " " * (depth + 1)
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + written(part, depth + 1) for part in value) + "\n" + " " * depth + "]"
    members = (f"{inner}{json.dumps(name)}: {written(part, depth + 1)}" for name, part in value.items())
    return "{\n" + ",\n".join(members) + "\n" + " " * depth + "}"


if __name__ == "__main__":
    text = written(document()) + "\n"
    pathlib.Path(sys.argv[1]).write_text(text, encoding="utf-8")
