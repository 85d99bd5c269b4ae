#!/usr/bin/env bash
# A note of two lines loses its second line on the way from two servers of Server-Sent Events, and an object is no JSON behind a third.
#
# Guess: a server writes "data:" before each line of a text, so that it comes back as it was, and an object as JSON.
# Seen: falcon 4.4.0 and microdot 2.7.0 write the text as it is behind one "data:", so what follows the first line end is a line without a name, which readers
# drop; an empty line within the note ends the event. sse-starlette 3.7.0 writes each line on its own, but an object as Python shows it, with single quotes and
# None. microdot writes JSON, and so does falcon where the object is handed over as json.
# None of this is an error.
# So a server hands over one line of JSON, in which line ends are letters, and a reader that finds none says so.
source "$(dirname "$0")/common.bash"
python_packages falcon==4.4.0 microdot==2.7.0 sse-starlette==3.7.0
cat >"$folder/lines.py" <<'P'
import asyncio
import json

import falcon.asgi
import microdot.sse
import sse_starlette

def by_microdot(data):
    sse = microdot.sse.SSE()
    asyncio.run(sse.send(data, event="entry"))
    return b"".join(sse.queue)

servers = {
    "falcon": lambda data: falcon.asgi.SSEvent(event="entry", **{"text" if isinstance(data, str) else "json": data}).serialize(),
    "microdot": by_microdot,
    "sse-starlette": lambda data: sse_starlette.ServerSentEvent(data, event="entry").encode(),
}

def read(stream):
    """What a reader has of it that does as the standard says."""
    events, lines = [], []
    for line in stream.decode().replace("\r\n", "\n").split("\n"):
        if not line and lines:
            events.append("\n".join(lines))
            lines = []
        if line.startswith("data:"):
            lines.append(line[5:].removeprefix(" "))
    return events

for name, written in servers.items():
    print(f"{name}:", *(json.dumps(read(written(data))) for data in ("milk", "milk\neggs", "milk\n\neggs\n", {"minor": "1250", "note": None})))
P
expect 'falcon: ["milk"] ["milk"] ["milk"] ["{\"minor\": \"1250\", \"note\": null}"]
microdot: ["milk"] ["milk"] ["milk"] ["{\"minor\": \"1250\", \"note\": null}"]
sse-starlette: ["milk"] ["milk\neggs"] ["milk\n\neggs\n"] ["{'"'minor': '1250', 'note'"': None}"]' "$(python "$folder/lines.py")"
