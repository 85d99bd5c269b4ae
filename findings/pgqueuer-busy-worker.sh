#!/usr/bin/env bash
# PgQueuer makes a payment twice that was picked up beside a job which kept the worker busy, and its log has both as successful.
#
# Guess: a job whose code blocks the event loop past the heartbeat's timeout runs once, and so do the quick payments of its batch.
# Seen: in PgQueuer 1.6.0 (PostgreSQL 15) one worker takes a report and two payments as one batch. The report counts for 3 s without an await, with a heartbeat_timeout
# of 1 s. Both payments come to their first await beside it, and end when it has ended; but ends are written later, from a buffer, so the worker finds its own jobs with an old
# heartbeat and makes them once more. The log has "successful" twice for each, and once for the report. With the default of 30 s and a report of 36 s it is the same.
# A report that awaits, or that runs in a thread (asyncio.to_thread), leaves each payment made once. PgQueuer promises "at least once".
# So blocking work goes into a thread, and each payment has a key that the table of entries holds unique.
source "$(dirname "$0")/common.bash"
python_packages pgqueuer==1.6.0 asyncpg==0.32.0
postgres_packages
new_database home

cat >"$folder/pay.py" <<'P'
import asyncio
import collections
import datetime
import sys
import time

import asyncpg
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries

folder, port, *reports = sys.argv[1:]
second = datetime.timedelta(seconds=1)

async def connect(database):
    return await asyncpg.connect(host=folder, port=int(port), user="owner", database=database)

async def run(report):
    server = await connect("postgres")
    await server.execute(f"CREATE DATABASE {report}")
    ours = await connect(report)
    queries = Queries(AsyncpgDriver(ours))
    await queries.install()
    await queries.enqueue(["report", "pay", "pay"], [None, b"rent", b"dinner"], [2, 1, 0])

    worker = PgQueuer(AsyncpgDriver(await connect(report)))
    paid = collections.Counter()

    @worker.entrypoint("report")
    async def write(job):
        if report == "awaits":
            await asyncio.sleep(3)
        elif report == "in_a_thread":
            await asyncio.to_thread(time.sleep, 3)
        else:
            time.sleep(3)

    @worker.entrypoint("pay")
    async def pay(job):
        await asyncio.sleep(0.01)
        paid[job.payload.decode()] += 1

    asyncio.get_running_loop().call_later(6, worker.shutdown.set)
    await worker.run(dequeue_timeout=second, heartbeat_timeout=second)
    logged = await ours.fetch("SELECT entrypoint || ' ' || count(*) AS line FROM pgqueuer_log WHERE status = 'successful' GROUP BY job_id, entrypoint ORDER BY job_id")
    print(f"{report}: paid {dict(sorted(paid.items()))}, successful:", ", ".join(row["line"] for row in logged))

for report in reports:
    asyncio.run(run(report))
P
expect "awaits: paid {'dinner': 1, 'rent': 1}, successful: report 1, pay 1, pay 1
in_a_thread: paid {'dinner': 1, 'rent': 1}, successful: report 1, pay 1, pay 1
blocks: paid {'dinner': 2, 'rent': 2}, successful: report 1, pay 2, pay 2" \
  "$(python "$folder/pay.py" "$folder/sockets" "$(port_of home)" awaits in_a_thread blocks 2>"$folder/errors")"
