#!/usr/bin/env bash
# A feed that reads only what is settled stops for a transaction in another database of the same server.
#
# Guess: pg_snapshot_xmin(pg_current_snapshot()), below which a feed may read without leaving anything out, is held back
# by transactions that could still write to the feed's table, which are those of its own database.
# Seen: in 15 (Debian's 15.20) any transaction of the server that has written holds it back, also one that made only a
# temporary table, in another database: rows that are committed behind it are not read until it ends.
# One that only reads, or says NOTIFY, does not, at any isolation.
# So a feed by xmin shares its server with nothing that writes for long (imports, migrations of other programs), or it
# gets its numbers from a row that each append locks, and reads by them.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger
sql ledger -c "CREATE DATABASE photos" -c "CREATE TABLE event (number int, xid xid8 DEFAULT pg_current_xact_id())"

cat >"$folder/feed.py" <<'P'
import sys

import psycopg

photos = psycopg.connect(f"host={sys.argv[1]} port=1 user=owner dbname=photos")
ledger = psycopg.connect(f"host={sys.argv[1]} port=1 user=owner dbname=postgres", autocommit=True)
settled = "SELECT count(*) FROM event WHERE xid < pg_snapshot_xmin(pg_current_snapshot())"

def show(label, *statements):
    """What the feed gives of the one event that is committed while the other database's transaction is open."""
    for statement in statements:
        photos.execute(statement)
    ledger.execute("TRUNCATE event")
    ledger.execute("INSERT INTO event VALUES (1)")
    before = ledger.execute(settled).fetchone()[0]
    photos.rollback()
    print(f"{label}: {before} of 1, and {ledger.execute(settled).fetchone()[0]} when it has ended")

show("nothing open elsewhere")
show("reads", "SELECT count(*) FROM pg_class")
show("reads, repeatable", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM pg_class")
show("makes a table", "CREATE TABLE photo (number int)")
show("makes a temporary table", "CREATE TEMP TABLE photo (number int)")
show("says NOTIFY", "NOTIFY photos")
P
expect "nothing open elsewhere: 1 of 1, and 1 when it has ended
reads: 1 of 1, and 1 when it has ended
reads, repeatable: 1 of 1, and 1 when it has ended
makes a table: 0 of 1, and 1 when it has ended
makes a temporary table: 0 of 1, and 1 when it has ended
says NOTIFY: 1 of 1, and 1 when it has ended" "$(python "$folder/feed.py" "$folder/sockets")"
