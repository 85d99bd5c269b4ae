#!/usr/bin/env bash
# A primary that was switched to read-only goes on storing: for open transactions, and for each client that says READ WRITE.
#
# Guess: after ALTER SYSTEM SET default_transaction_read_only = on and a reload the server stores nothing more, so the standby can be promoted once it
# has caught up; clients with target_session_attrs=read-write go elsewhere.
# Seen: in 15 (Debian's 15.20) a transaction that is open stores and commits as before. What begins later is refused with 25006, but BEGIN READ WRITE is
# not, nor is psycopg 3.3.9 with read_only = False, which says that in each transaction. In a read-only transaction a large object can be made, a
# message written to the log and NOTIFY sent. A new connection with target_session_attrs=read-write is refused, and one with =primary is not.
# So the setting asks clients to go and keeps out nobody: the old primary is stopped before the other one is promoted, and a row with a fence in each
# transaction finds who missed it.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database primary

cat >"$folder/switch.py" <<'P'
import sys
import psycopg

def connect(**options):
    return psycopg.connect(host=sys.argv[1], port=sys.argv[2], user="owner", dbname="postgres", autocommit=True, **options)

def attempt(name, *steps):
    try:
        for step in steps:
            step()
        print(name + ": stored")
    except psycopg.Error as error:
        print(name + ": refused", error.sqlstate or str(error).strip().splitlines()[-1].split(": ")[-1])

number = 0
def insert(client):
    global number
    number += 1
    client.execute("INSERT INTO entry VALUES (%s)", [number])

administrator, before, driver = connect(), connect(), connect()
administrator.execute("CREATE TABLE entry (id int)")
driver.read_only, driver.autocommit = False, False
before.execute("BEGIN")
insert(before)
administrator.execute("ALTER SYSTEM SET default_transaction_read_only = on")
administrator.execute("SELECT pg_reload_conf()")
while administrator.execute("SHOW default_transaction_read_only").fetchone()[0] != "on":
    pass
attempt("the open transaction", lambda: insert(before), lambda: before.execute("COMMIT"))
attempt("the next one", lambda: insert(before))
attempt("BEGIN READ WRITE", lambda: before.execute("BEGIN READ WRITE"), lambda: insert(before), lambda: before.execute("COMMIT"))
attempt("psycopg with read_only = False", lambda: insert(driver), driver.commit)
attempt("a large object", lambda: before.execute("SELECT lo_create(0)"))
attempt("a message in the log", lambda: before.execute("SELECT pg_logical_emit_message(true, 'a', 'b')"))
attempt("a new session with =read-write", lambda: insert(connect(target_session_attrs="read-write")))
attempt("a new session with =primary, READ WRITE", lambda: connect(target_session_attrs="primary").execute(
    "BEGIN READ WRITE; INSERT INTO entry VALUES (100); COMMIT"))
print("entries:", administrator.execute("SELECT count(*) FROM entry").fetchone()[0])
P
expect "the open transaction: stored
the next one: refused 25006
BEGIN READ WRITE: stored
psycopg with read_only = False: stored
a large object: stored
a message in the log: stored
a new session with =read-write: refused session is read-only
a new session with =primary, READ WRITE: stored
entries: 5" "$(python "$folder/switch.py" "$folder/sockets" "$(port_of primary)")"
