#!/usr/bin/env bash
# A payment that procrastinate is to try again stays "doing" for good when another one with its queueing lock waits, and with a lock none of the group's are made.
#
# Guess: a job that fails and has tries left is tried again, or ends as failed, whatever else waits. (The unique index had been seen before.)
# Seen: a queueing lock of procrastinate 3.10.0 (PostgreSQL 15) lets one job wait, and is free while that one runs, so the next is queued meanwhile. When the first
# then fails, putting it back breaks the lock's unique index; the worker logs that and goes on, and the job keeps the state "doing" with no attempt counted. A worker
# that starts later leaves it too. With a lock beside it, by which the group's jobs come one by one, the second waits for it for ever. get_stalled_jobs() does not
# name it while the worker runs, and does afterwards. Without a queueing lock both are done. The issues 1432, 1446 and 1543 of procrastinate know parts of it.
# So payments have a key that the table of entries holds unique, and no queueing lock; and somebody is told of a job that is "doing" for an hour.
source "$(dirname "$0")/common.bash"
python_packages procrastinate==3.10.0 'psycopg[binary]==3.3.9' psycopg-pool==3.3.3
postgres_packages

cat >"$folder/pay.py" <<'P'
import asyncio
import logging
import sys

from procrastinate import App, PsycopgConnector, RetryStrategy

logging.disable(logging.CRITICAL)
app = App(connector=PsycopgConnector(conninfo=sys.argv[1]))
locks = {name: "group 7" for name in sys.argv[2:]}
paid = []
failed = asyncio.Event()

@app.task(name="pay", retry=RetryStrategy(max_attempts=3))
async def pay(what):
    if what == "rent" and not failed.is_set():
        await pay.configure(**locks).defer_async(what="dinner")
        failed.set()
        raise ConnectionError
    paid.append(what)

async def stalled():
    return ", ".join(job.task_kwargs["what"] for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=1)) or "none"

async def run():
    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        await pay.configure(**locks).defer_async(what="rent")
        worker = asyncio.create_task(app.run_worker_async(fetch_job_polling_interval=0.2, update_heartbeat_interval=0.2, install_signal_handlers=False))
        await failed.wait()
        for _ in range(60):
            if len(paid) == 2:
                break
            await asyncio.sleep(0.1)
        during = await stalled()
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        await app.run_worker_async(wait=False, install_signal_handlers=False)
        jobs = await app.connector.execute_query_all_async("SELECT args, status::text, attempts FROM procrastinate_jobs ORDER BY id")
        print(" and ".join(locks) or "no lock", "| paid:", ", ".join(sorted(paid)) or "nothing", "|",
              ", ".join(f"{job['args']['what']} {job['status']} after {job['attempts']}" for job in jobs), "| stalled:", during, "then", await stalled())

asyncio.run(run())
P
new_database home
# paid LOCK...: in a database of its own.
paid() {
  sql home -c "CREATE DATABASE \"locks $*\""
  python "$folder/pay.py" "host=$folder/sockets port=$(port_of home) user=owner dbname='locks $*'" "$@" 2>"$folder/errors"
}
expect "no lock | paid: dinner, rent | rent succeeded after 2, dinner succeeded after 1 | stalled: none then none
lock | paid: dinner, rent | rent succeeded after 2, dinner succeeded after 1 | stalled: none then none
queueing_lock | paid: dinner | rent doing after 0, dinner succeeded after 1 | stalled: none then rent
queueing_lock and lock | paid: nothing | rent doing after 0, dinner todo after 0 | stalled: none then rent" \
  "$(paid; paid lock; paid queueing_lock; paid queueing_lock lock)"
