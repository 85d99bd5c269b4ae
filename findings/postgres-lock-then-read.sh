#!/usr/bin/env bash
# Two withdrawals that each take an advisory lock before they read the balance overdraw the account at REPEATABLE READ,
# and so do two that lock and read in one statement.
#
# Expected: who has waited for the lock reads what its last holder has committed.
# Seen in 15 (Debian's 15.20): at REPEATABLE READ the statement that takes the lock already fixes what the transaction
# sees, before it waits, so the second reads 100 and takes 60 again: -20. At READ COMMITTED the statement behind the lock
# reads 40, but lock and sum in one statement read 100. LOCK TABLE fixes nothing and reads 40 in both.
# At SERIALIZABLE the second fails with 40001.
# So an advisory lock is taken in a statement of its own at READ COMMITTED, or before BEGIN.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (cents int)"

cat >"$folder/withdraw.py" <<'P'
import sys
import threading

import psycopg

def connect():
    return psycopg.connect(f"host={sys.argv[1]} port=1 user=owner dbname=postgres", autocommit=True)

first, second, observer = connect(), connect(), connect()
advisory = "SELECT pg_advisory_xact_lock(1)"
balance = "SELECT sum(cents) FROM entry"

def take(connection, isolation, statements, before_commit=lambda: None):
    """Takes 60 when the balance, which the last statement reads, allows it."""
    try:
        connection.execute(f"BEGIN ISOLATION LEVEL {isolation}")
        for statement in statements:
            read = connection.execute(statement)
        balance = read.fetchone()[0]
        if balance >= 60:
            connection.execute("INSERT INTO entry VALUES (-60)")
        before_commit()
        connection.execute("COMMIT")
        return f"read {balance}"
    except psycopg.Error as error:
        connection.execute("ROLLBACK")
        return error.sqlstate

def both(name, isolation, *statements):
    observer.execute("TRUNCATE entry")
    observer.execute("INSERT INTO entry VALUES (100)")
    told = []
    other = threading.Thread(target=lambda: told.append(take(second, isolation, statements)))
    def let_the_other_wait():
        other.start()
        while not observer.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()[0]:
            pass
    take(first, isolation, statements, let_the_other_wait)
    other.join()
    print(f"{name}, {isolation}: the second {told[0]}, in the end {observer.execute(balance).fetchone()[0]}")

both("lock, then sum", "READ COMMITTED", advisory, balance)
both("lock, then sum", "REPEATABLE READ", advisory, balance)
both("lock, then sum", "SERIALIZABLE", advisory, balance)
both("lock and sum at once", "READ COMMITTED", "SELECT sum(cents) FROM entry, pg_advisory_xact_lock(1)")
both("LOCK TABLE, then sum", "READ COMMITTED", "LOCK TABLE entry IN EXCLUSIVE MODE", balance)
both("LOCK TABLE, then sum", "REPEATABLE READ", "LOCK TABLE entry IN EXCLUSIVE MODE", balance)
P
expect "lock, then sum, READ COMMITTED: the second read 40, in the end 40
lock, then sum, REPEATABLE READ: the second read 100, in the end -20
lock, then sum, SERIALIZABLE: the second 40001, in the end 40
lock and sum at once, READ COMMITTED: the second read 100, in the end -20
LOCK TABLE, then sum, READ COMMITTED: the second read 40, in the end 40
LOCK TABLE, then sum, REPEATABLE READ: the second read 40, in the end 40" "$(python "$folder/withdraw.py" "$folder/sockets")"
