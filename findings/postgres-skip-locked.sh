#!/usr/bin/env bash
# A worker with FOR UPDATE SKIP LOCKED passes over a payment to which somebody is just adding a note.
#
# Expected: SKIP LOCKED passes over what another worker has taken, and nothing else: a row that a new note refers to is free;
# and at REPEATABLE READ it passes over what another worker has finished meanwhile.
# Seen: in 15 (Debian's 15.20) the foreign key of the note locks the payment too, so the worker gets the second payment, or
# none, until the note is committed. FOR NO KEY UPDATE SKIP LOCKED gets the first. At REPEATABLE READ a payment that another
# worker has finished since the snapshot is no row to pass over but an error (40001), again at each try in the transaction.
# Without SKIP LOCKED a worker that waited for the first row gets it as the first although it is due last by then.
# So a queue is read with FOR NO KEY UPDATE SKIP LOCKED at READ COMMITTED, and "no row" does not say that nothing is due.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE payment (id int PRIMARY KEY, due int, state text DEFAULT 'due')" \
  -c "CREATE TABLE note (payment int REFERENCES payment, said text)"

cat >"$folder/skipping.py" <<'P'
import sys
import threading

import psycopg

def connect():
    return psycopg.connect(f"host={sys.argv[1]} port=1 user=owner dbname=postgres", autocommit=True)

def reset():
    member.execute("TRUNCATE payment, note")
    member.execute("INSERT INTO payment SELECT n, n FROM generate_series(1, 3) AS n")

def first(lock):
    return f"SELECT id, due FROM payment WHERE state = 'due' ORDER BY due LIMIT 1 FOR {lock}"

def told(connection, query):
    try:
        return connection.execute(query).fetchall()
    except psycopg.Error as error:
        return error.sqlstate

member, worker = connect(), connect()
reset()
with member.transaction():
    member.execute("INSERT INTO note VALUES (1, 'thanks')")
    for lock in ("UPDATE SKIP LOCKED", "NO KEY UPDATE SKIP LOCKED"):
        print(f"while a note is added, {lock}: {told(worker, first(lock))}")

for isolation in ("READ COMMITTED", "REPEATABLE READ"):
    reset()
    worker.execute(f"BEGIN ISOLATION LEVEL {isolation}")
    worker.execute("SELECT count(*) FROM payment")
    member.execute("UPDATE payment SET state = 'paid' WHERE id = 1")
    print(f"after another has finished the first, {isolation}: {told(worker, first('NO KEY UPDATE SKIP LOCKED'))}")
    worker.execute("ROLLBACK")

reset()
member.execute("BEGIN")
member.execute("UPDATE payment SET due = 9 WHERE id = 1")
waiting = threading.Thread(target=lambda: print(f"waited while the first became the last: {told(worker, first('UPDATE'))}"))
waiting.start()
with connect() as observer:
    while not observer.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()[0]:
        pass
member.execute("COMMIT")
waiting.join()
P
expect "while a note is added, UPDATE SKIP LOCKED: [(2, 2)]
while a note is added, NO KEY UPDATE SKIP LOCKED: [(1, 1)]
after another has finished the first, READ COMMITTED: [(2, 2)]
after another has finished the first, REPEATABLE READ: 40001
waited while the first became the last: [(1, 9)]" "$(python "$folder/skipping.py" "$folder/sockets")"
