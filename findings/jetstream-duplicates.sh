#!/usr/bin/env bash
# JetStream acknowledges a message as the duplicate of one that is no longer stored, and a restart of the server decides otherwise.
#
# Guess: an acknowledgement with duplicate=True and a number says that the message with this id stands in the stream under that number.
# Seen: in nats-server 2.9.10 (Debian, by nats-py 2.16.0) the window of ids (two minutes) outlives the messages: an id that was purged, deleted or
# pushed out by max_msgs is acknowledged as a duplicate with its old number, and nothing is stored. After a restart the server only knows the ids of
# messages that it still has, so the same id is stored.
# Another payload on another subject under the same id is a duplicate, too.
# So a ledger's memory of ids is kept with the entries themselves and compares what was sent, and a bridge reads back what was called a duplicate.
source "$(dirname "$0")/common.bash"
python_packages nats-py==2.16.0
debian_packages 'nats-server=2.9.10*'

cat >"$folder/duplicates.py" <<'P'
import asyncio
import subprocess
import sys
from pathlib import Path
import nats
from loopback import free_port, until_open
from nats.js.api import StreamConfig

folder = Path(sys.argv[1])

async def start():
    port = free_port()
    server = subprocess.Popen([folder / "debian/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", folder / "streams"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until_open(port, server, "nats-server")
    client = await nats.connect(f"nats://127.0.0.1:{port}")
    return server, client, client.jetstream()

async def main():
    server, client, streams = await start()

    async def publish(label, subject, payload, id):
        answer = await streams.publish(subject, payload, headers={"Nats-Msg-Id": id})
        stored = (await streams.stream_info(answer.stream)).state.messages
        print(f"{label}: {'duplicate of' if answer.duplicate else 'stored as'} {answer.seq}, messages {stored}")
        return answer.seq

    try:
        await streams.add_stream(StreamConfig(name="entries", subjects=["entries.*"]))
        await streams.add_stream(StreamConfig(name="last", subjects=["last"], max_msgs=1))
        await publish("new", "entries.one", b"milk", "a")
        await publish("other payload and subject", "entries.two", b"bread", "a")
        await streams.purge_stream("entries")
        await publish("after a purge", "entries.one", b"milk", "a")
        await streams.delete_msg("entries", await publish("new", "entries.one", b"tea", "b"))
        await publish("after it was deleted", "entries.one", b"tea", "b")
        await publish("new", "last", b"one", "c")
        await publish("new", "last", b"two", "d")
        await publish("after it was pushed out", "last", b"one", "c")
        await client.close()
        server.terminate()
        server.wait()
        server, client, streams = await start()
        await publish("purged, after a restart", "entries.one", b"milk", "a")
        await client.close()
    finally:
        server.terminate()
        server.wait()

asyncio.run(main())
P
expect "new: stored as 1, messages 1
other payload and subject: duplicate of 1, messages 1
after a purge: duplicate of 1, messages 0
new: stored as 2, messages 1
after it was deleted: duplicate of 2, messages 0
new: stored as 1, messages 1
new: stored as 2, messages 1
after it was pushed out: duplicate of 1, messages 1
purged, after a restart: stored as 3, messages 1" "$(python "$folder/duplicates.py" "$folder")"
