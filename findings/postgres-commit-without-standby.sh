#!/usr/bin/env bash
# A commit that waits for a synchronous standby of PostgreSQL is not ended by any time-out of the server, and when it is cancelled it succeeds.
#
# Guess: statement_timeout ends the wait, a connection that breaks ends it too, and a cancelled commit is an error.
# Seen in 15 (Debian's 15.20): statement_timeout and client_connection_check_interval do not end it; the server process goes on waiting without its
# client and keeps the row's locks. A cancelled commit answers INSERT 0 1, exit code 0, with a warning, and the row is seen at once by others.
# What still waited is seen by nobody, until the database starts again: then it is there.
# asyncpg 0.32.0 raises TimeoutError for a command that its own time-out cancelled so, although the row is there; psycopg 3.3.9 returns success, and
# the warning is a notice.
# So neither an error nor a success says what stands: read it back, after a standby is there again.
source "$(dirname "$0")/common.bash"
python_packages asyncpg==0.32.0 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger "synchronous_standby_names = 'nobody'"
waiting() { sql ledger -c "SELECT query FROM pg_stat_activity WHERE wait_event = 'SyncRep' ORDER BY query"; }
is_waiting() { until_true ledger "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%VALUES ($1)%'"; }

sql ledger -c "SET synchronous_commit = local" -c "CREATE TABLE entry (id int PRIMARY KEY)"

expect "INSERT 0 1
exit 0
seen by others: 1" "$(
  "$programs/psql" -X -At -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d postgres -c "INSERT INTO entry VALUES (1)" 2>"$folder/warning" >"$folder/said" &
  is_waiting 1
  sql ledger -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'" >"$folder/cancelled"
  wait $! && echo "exit 0" >>"$folder/said"
  cat "$folder/said"
  grep -q "canceling wait for synchronous replication due to user request" "$folder/warning"
  echo "seen by others: $(sql ledger -c 'SELECT id FROM entry')")"

expect "INSERT INTO entry VALUES (2)
the row's lock is held
seen by others: 1
after a restart: 1 2" "$(
  PGOPTIONS="-c statement_timeout=100 -c client_connection_check_interval=100" timeout 2 \
    "$programs/psql" -X -q -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d postgres -c "INSERT INTO entry VALUES (2)" || [ $? -eq 124 ]
  waiting
  sql ledger -c "SET lock_timeout = 100" -c "SET synchronous_commit = local" -c "INSERT INTO entry VALUES (2)" 2>"$folder/error" ||
    { grep -q "lock timeout" "$folder/error" && echo "the row's lock is held"; }
  echo "seen by others: $(sql ledger -c 'SELECT id FROM entry')"
  database ledger restart -m fast
  echo "after a restart:" $(sql ledger -c 'SELECT id FROM entry ORDER BY id'))"

expect "asyncpg raised TimeoutError, and there is 1
psycopg returned INSERT 0 1, and there is 1; notice: canceling wait for synchronous replication due to user request" "$(python - "$folder/sockets" "$(port_of ledger)" <<'P'
import asyncio
import sys
import threading
import asyncpg
import psycopg

async def by_asyncpg():
    connection = await asyncpg.connect(host=sys.argv[1], port=int(sys.argv[2]), user="owner", database="postgres")
    try:
        said = "returned " + await connection.execute("INSERT INTO entry VALUES (3)", timeout=0.5)
    except TimeoutError as error:
        said = "raised " + type(error).__name__
    print(f"asyncpg {said}, and there is", await connection.fetchval("SELECT count(*) FROM entry WHERE id = 3"))
    await connection.close()

asyncio.run(by_asyncpg())
connection = psycopg.connect(f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres", autocommit=True)
notices = []
connection.add_notice_handler(lambda notice: notices.append(notice.message_primary))
threading.Timer(0.5, connection.cancel).start()
said = connection.execute("INSERT INTO entry VALUES (4)").statusmessage
there = connection.execute("SELECT count(*) FROM entry WHERE id = 4").fetchone()[0]
print(f"psycopg returned {said}, and there is {there}; notice: {notices[0]}")
P
)"
