#!/usr/bin/env bash
# In a pipeline the answer "INSERT 0 1" comes before the commit: the row may be gone afterwards, or wait for its standby.
#
# Guess: without BEGIN each command of a pipeline commits by itself, as without a pipeline, so its result says that it is stored.
# Seen: in 15 (Debian's 15.20, by psycopg 3.3.9) what lies between two Syncs is one transaction, and it commits at the second Sync. A result that
# was read before says INSERT 0 1 and gives the row of RETURNING, and then a later command's error, or a deferred constraint at the commit, undoes it.
# With a synchronous standby that is away the result is read at once, while the commit waits behind it.
# So an answer counts as stored when the result of the Sync behind it is there (PGRES_PIPELINE_SYNC), not when the command's own result is.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (id int PRIMARY KEY, account int, UNIQUE (account) DEFERRABLE INITIALLY DEFERRED)"

cat >"$folder/pipeline.py" <<'P'
import logging
import sys
import threading
import psycopg

logging.disable()
where = f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres"
other = psycopg.connect(where, autocommit=True)

def seen():
    return [row[0] for row in other.execute("SELECT id FROM entry ORDER BY id")]

def insert(connection, id, account):
    return connection.execute("INSERT INTO entry VALUES (%s, %s) RETURNING id", (id, account))

def say(label, id, account, later=lambda connection: None):
    connection = psycopg.connect(where, autocommit=True)
    try:
        with connection.pipeline() as pipeline:
            row = insert(connection, id, account).fetchone()
            print(f"{label}: read {row[0]}, others see {seen()}", end=", ")
            later(connection)
            pipeline.sync()
    except psycopg.Error as error:
        print(type(error).__name__, end=", ")
    connection.close()
    print("and at the end", seen())

say("alone", 1, 1)
say("before an error", 2, 2, lambda connection: insert(connection, 1, 3))
say("with a constraint at the commit", 3, 1)

other.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
other.execute("SELECT pg_reload_conf()")
while other.execute("SHOW synchronous_standby_names").fetchone()[0] != "nobody":
    pass

def let_go():
    """Waits until the commit waits, says so, and lets it go."""
    while not other.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'").fetchone()[0]:
        pass
    print("the commit waits, others see", seen(), end=", ")
    other.execute("ALTER SYSTEM RESET synchronous_standby_names")
    other.execute("SELECT pg_reload_conf()")

helper = threading.Thread(target=let_go)
say("without the standby", 4, 4, lambda connection: helper.start())
helper.join()
P
expect "alone: read 1, others see [], and at the end [1]
before an error: read 2, others see [1], UniqueViolation, and at the end [1]
with a constraint at the commit: read 3, others see [1], UniqueViolation, and at the end [1]
without the standby: read 4, others see [1], the commit waits, others see [1], and at the end [1, 4]" \
  "$(python "$folder/pipeline.py" "$folder/sockets" "$(port_of ledger)")"
