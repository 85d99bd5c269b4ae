#!/usr/bin/env bash
# A report that began before a table was emptied and filled anew in one transaction finds the table empty.
#
# Expected: at REPEATABLE READ a report sees what was committed when it began, or what the reload has committed, or waits.
# Seen: in 15 (Debian's 15.20) after TRUNCATE and INSERT in one transaction the report, which had not read the table yet, counts 0
# rows, neither the old nor the new ones, and no error says so; its next transaction has the new ones. After DELETE and
# INSERT it has the old rows. At READ COMMITTED it has the new ones in both.
# So rates and budgets that are loaded anew each night are loaded by DELETE and INSERT.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE rate (day int, cents int)" -c "CREATE TABLE entry (cents int)"

cat >"$folder/reload.py" <<'P'
import sys

import psycopg

def connect():
    return psycopg.connect(f"host={sys.argv[1]} port=1 user=owner dbname=postgres", autocommit=True)

loader, report = connect(), connect()
for isolation in ("READ COMMITTED", "REPEATABLE READ"):
    for emptied in ("TRUNCATE rate", "DELETE FROM rate"):
        loader.execute("TRUNCATE rate")
        loader.execute("INSERT INTO rate VALUES (1, 90), (2, 91)")
        report.execute(f"BEGIN ISOLATION LEVEL {isolation}")
        report.execute("SELECT sum(cents) FROM entry")
        with loader.transaction():
            loader.execute(emptied)
            loader.execute("INSERT INTO rate VALUES (1, 90), (2, 91), (3, 92)")
        seen = report.execute("SELECT count(*) FROM rate").fetchone()[0]
        report.execute("COMMIT")
        print(f"{isolation}, {emptied}: {seen} rows, then {report.execute('SELECT count(*) FROM rate').fetchone()[0]}")
P
expect "READ COMMITTED, TRUNCATE rate: 3 rows, then 3
READ COMMITTED, DELETE FROM rate: 3 rows, then 3
REPEATABLE READ, TRUNCATE rate: 0 rows, then 3
REPEATABLE READ, DELETE FROM rate: 2 rows, then 3" "$(python "$folder/reload.py" "$folder/sockets")"
