#!/usr/bin/env bash
# executemany in autocommit stores all rows or none in psycopg 3 and asyncpg, and what went before the error elsewhere.
#
# Guess: with autocommit each row of executemany commits by itself, so an importer that stops at line 3, a duplicate,
# has the lines 1 and 2 stored, as with a loop of execute.
# Seen with 15 (Debian's 15.20): so it is in psycopg2 2.9.13 and pg8000 1.31.6. psycopg 3.3.9 sends all rows as one
# pipeline, and asyncpg 0.32.0 binds them before one Sync, each of which is one transaction: nothing is stored. A loop of
# execute in psycopg 3 stores two. A program that moves from psycopg2 to 3 and goes on behind the line that failed
# has lost the lines before it.
# So an importer says BEGIN and COMMIT itself, and looks up what is stored before it goes on.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.6
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE line (number int PRIMARY KEY)"

cat >"$folder/many.py" <<'P'
import asyncio
import sys

import asyncpg
import pg8000.dbapi
import psycopg
import psycopg2

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"
insert = "INSERT INTO line VALUES (%s)"
lines = [(1,), (2,), (2,), (3,)]

def by(connection, many=True):
    connection.autocommit = True
    cursor = connection.cursor()
    if many:
        cursor.executemany(insert, lines)
    else:
        for line in lines:
            cursor.execute(insert, line)

async def by_asyncpg():
    connection = await asyncpg.connect(host=sockets, port=1, user="owner", database="postgres")
    await connection.executemany("INSERT INTO line VALUES ($1)", lines)

clients = {
    "psycopg executemany": lambda: by(psycopg.connect(name)),
    "psycopg execute": lambda: by(psycopg.connect(name), many=False),
    "asyncpg executemany": lambda: asyncio.run(by_asyncpg()),
    "psycopg2 executemany": lambda: by(psycopg2.connect(name)),
    "pg8000 executemany": lambda: by(pg8000.dbapi.connect("owner", unix_sock=f"{sockets}/.s.PGSQL.1", database="postgres")),
}
for client, run in clients.items():
    try:
        run()
        outcome = "no error"
    except Exception:
        outcome = "an error"
    with psycopg.connect(name) as reader:
        stored = [number for number, in reader.execute("SELECT number FROM line ORDER BY number")]
        reader.execute("TRUNCATE line")
    print(f"{client}: {outcome}, stored {stored}")
P
expect "psycopg executemany: an error, stored []
psycopg execute: an error, stored [1, 2]
asyncpg executemany: an error, stored []
psycopg2 executemany: an error, stored [1, 2]
pg8000 executemany: an error, stored [1, 2]" "$(python "$folder/many.py" "$folder/sockets")"
