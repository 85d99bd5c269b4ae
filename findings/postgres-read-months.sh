#!/usr/bin/env bash
# "Every month" is every thirty days once a Python program has read it from PostgreSQL and written it back, and a rule
# without an end may not be read at all.
#
# Expected: a client gives interval '1 month' as something that keeps the month, or refuses it; date 'infinity' is the last
# day that Python has, and is infinity again when it is written back.
# Seen with 15 (Debian's 15.20): psycopg 3.3.9, psycopg2 2.9.13 and asyncpg 0.32.0 give a timedelta of 30 days, 365 for a
# year, 395 for 13 months, and write these days. pg8000 1.31.6 keeps month and year in a type of its own, and the server
# refuses what it writes of it ("None days").
# psycopg raises DataError for infinity; psycopg2 writes 9999-12-31 in its place; asyncpg and pg8000 write infinity.
# So how often something recurs is a number and a unit, and "no end" is NULL.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.6
postgres_packages
new_database ledger

cat >"$folder/months.py" <<'P'
import asyncio
import sys

import asyncpg
import pg8000.dbapi
import psycopg
import psycopg2

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"

def by(connection):
    connection.autocommit = True
    def ask(query, *values):
        cursor = connection.cursor()
        cursor.execute(query.replace("VALUE", "%s"), values)
        return cursor.fetchone()[0]
    return ask

loop = asyncio.new_event_loop()
def by_asyncpg():
    connection = loop.run_until_complete(asyncpg.connect(host=sockets, port=1, user="owner", database="postgres"))
    return lambda query, *values: loop.run_until_complete(connection.fetchval(query.replace("VALUE", "$1"), *values))

clients = {"psycopg": by(psycopg.connect(name)), "psycopg2": by(psycopg2.connect(name)), "asyncpg": by_asyncpg(),
           "pg8000": by(pg8000.dbapi.connect("owner", unix_sock=f"{sockets}/.s.PGSQL.1", database="postgres"))}
for kind, text in (("interval", "1 month"), ("interval", "1 year"), ("interval", "13 months"), ("date", "infinity")):
    for client, ask in clients.items():
        try:
            read = ask(f"SELECT '{text}'::{kind}")
            try:
                written = f"written back as {ask(f'SELECT CAST(VALUE AS {kind})::text', read)}"
            except Exception:
                written = "not written back"
            print(f"{text}, {client}: read as {read}, {written}")
        except Exception as error:
            print(f"{text}, {client}: {type(error).__name__}")
P
expect "1 month, psycopg: read as 30 days, 0:00:00, written back as 30 days
1 month, psycopg2: read as 30 days, 0:00:00, written back as 30 days
1 month, asyncpg: read as 30 days, 0:00:00, written back as 30 days
1 month, pg8000: read as 1 months, not written back
1 year, psycopg: read as 365 days, 0:00:00, written back as 365 days
1 year, psycopg2: read as 365 days, 0:00:00, written back as 365 days
1 year, asyncpg: read as 365 days, 0:00:00, written back as 365 days
1 year, pg8000: read as 1 years, not written back
13 months, psycopg: read as 395 days, 0:00:00, written back as 395 days
13 months, psycopg2: read as 395 days, 0:00:00, written back as 395 days
13 months, asyncpg: read as 395 days, 0:00:00, written back as 395 days
13 months, pg8000: read as 1 years 1 months, not written back
infinity, psycopg: DataError
infinity, psycopg2: read as 9999-12-31, written back as 9999-12-31
infinity, asyncpg: read as 9999-12-31, written back as infinity
infinity, pg8000: read as infinity, written back as infinity" "$(python "$folder/months.py" "$folder/sockets")"
