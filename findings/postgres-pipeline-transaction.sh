#!/usr/bin/env bash
# A pipeline without BEGIN is a transaction for SET LOCAL and COMMIT, though PostgreSQL warns that it is none, and is none for SAVEPOINT and LOCK.
#
# Guess: either what lies between two Syncs is a transaction block, and SET LOCAL, SAVEPOINT and LOCK TABLE work, or it is none, and they do not.
# A COMMIT at the end of a pipeline with BEGIN ends the transaction after an error, too, as it does in psql.
# Seen: 15 (Debian's 15.20, by psycopg 3.3.9) warns that SET LOCAL "can only be used in transaction blocks" and obeys it until the Sync; it warns
# that there is "no transaction in progress" for COMMIT and commits what went before, so that a later error undoes the rest alone. SAVEPOINT and
# LOCK TABLE are errors, which undo what went before.
# After an error between BEGIN and COMMIT the COMMIT is passed over with all else up to the Sync: the connection stays in the failed transaction.
# So a pipeline that sets synchronous_commit has its own BEGIN, and behind its Sync the state of the transaction is looked at and rolled back.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (id int PRIMARY KEY, told text DEFAULT current_setting('synchronous_commit'))"

cat >"$folder/pipeline.py" <<'P'
import sys
import psycopg

where = f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres"
other = psycopg.connect(where, autocommit=True)

def run(*commands):
    other.execute("TRUNCATE entry")
    connection = psycopg.connect(where, autocommit=True)
    said = []
    connection.add_notice_handler(lambda notice: said.append("warning: " + notice.message_primary))
    try:
        with connection.pipeline():
            for command in commands:
                connection.execute(command)
    except psycopg.Error as error:
        said.append("error: " + error.diag.message_primary)
    rows = other.execute("SELECT id, told FROM entry ORDER BY id").fetchall()
    print(*commands, sep="; ")
    print("  " + "; ".join(said or ["nothing said"]) + "; stored:", *[f"{id} with {told}" for id, told in rows] or ["nothing"], end="")
    print(";", connection.info.transaction_status.name)
    connection.close()

one, two = "INSERT INTO entry VALUES (1)", "INSERT INTO entry VALUES (2)"
run("SET LOCAL synchronous_commit = off", one)
run(one, "COMMIT", two, two)
run(one, "SAVEPOINT here", two)
run(one, "LOCK TABLE entry", two)
run("BEGIN", one, one, "COMMIT")
P
expect 'SET LOCAL synchronous_commit = off; INSERT INTO entry VALUES (1)
  warning: SET LOCAL can only be used in transaction blocks; stored: 1 with off; IDLE
INSERT INTO entry VALUES (1); COMMIT; INSERT INTO entry VALUES (2); INSERT INTO entry VALUES (2)
  warning: there is no transaction in progress; error: duplicate key value violates unique constraint "entry_pkey"; stored: 1 with on; IDLE
INSERT INTO entry VALUES (1); SAVEPOINT here; INSERT INTO entry VALUES (2)
  error: SAVEPOINT can only be used in transaction blocks; stored: nothing; IDLE
INSERT INTO entry VALUES (1); LOCK TABLE entry; INSERT INTO entry VALUES (2)
  error: LOCK TABLE can only be used in transaction blocks; stored: nothing; IDLE
BEGIN; INSERT INTO entry VALUES (1); INSERT INTO entry VALUES (1); COMMIT
  error: duplicate key value violates unique constraint "entry_pkey"; stored: nothing; INERROR' \
  "$(python "$folder/pipeline.py" "$folder/sockets" "$(port_of ledger)")"
