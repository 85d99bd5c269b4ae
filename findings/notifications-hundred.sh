#!/usr/bin/env bash
# Of 150 notifications that PostgreSQL has delivered, pg8000 keeps the last hundred and says nothing of the others; three other clients give all.
#
# Guess: each client keeps what was notified until the program takes it; two equal notifications are two.
# Seen: pg8000 1.31.6 keeps them in a queue of a hundred places, of which its documentation does not speak: of 150 that came while the program
# was busy the first fifty are gone. psycopg 3.3.9, psycopg2 2.9.13 and asyncpg 0.32.0 give all 150. Three payments of one transaction that notify with the
# amount as their text, 1250, 1250 and 300, are two notifications with each client, since PostgreSQL 15 (Debian's 15.20) tells equal ones of a transaction
# once, as its documentation says.
# So a notification says that there is something to read, and not what: who hears one reads from the table, from the place where it stopped.
source "$(dirname "$0")/common.bash"
python_packages pg8000==1.31.6 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0
postgres_packages
new_database home

cat >"$folder/listen.py" <<'P'
import asyncio
import sys

import asyncpg
import pg8000.native
import psycopg
import psycopg2

sockets, port = sys.argv[1:]
address = {"host": sockets, "port": port, "user": "owner", "dbname": "postgres"}
writer = psycopg.connect(**address, autocommit=True)

def many():
    for number in range(150):
        writer.execute(f"NOTIFY paid, '{number}'")

def equal():
    with writer.transaction():
        for cents in (1250, 1250, 300):
            writer.execute(f"NOTIFY paid, '{cents}'")

def told(name, heard):
    """heard(notify) gives the texts that a client heard of what was notified meanwhile."""
    first, second = heard(many), heard(equal)
    print(f"{name}: {len(first)} from {first[0]} on; {' '.join(second)}")

def by_psycopg(notify):
    with psycopg.connect(**address, autocommit=True) as connection:
        connection.execute("LISTEN paid")
        notify()
        return [one.payload for one in connection.notifies(timeout=1)]

def by_psycopg2(notify):
    connection = psycopg2.connect(**address)
    connection.autocommit = True
    connection.cursor().execute("LISTEN paid")
    notify()
    connection.cursor().execute("SELECT 1")
    return [one.payload for one in connection.notifies]

def by_pg8000(notify):
    connection = pg8000.native.Connection("owner", unix_sock=f"{sockets}/.s.PGSQL.{port}", database="postgres")
    connection.run("LISTEN paid")
    notify()
    connection.run("SELECT 1")
    return [text for _, _, text in connection.notifications]

def by_asyncpg(notify):
    async def listen():
        connection, heard = await asyncpg.connect(host=sockets, port=port, user="owner", database="postgres"), []
        await connection.add_listener("paid", lambda *told: heard.append(told[3]))
        notify()
        await connection.execute("SELECT 1")
        await asyncio.sleep(0)
        await connection.close()
        return heard
    return asyncio.run(listen())

for name, heard in {"psycopg": by_psycopg, "psycopg2": by_psycopg2, "asyncpg": by_asyncpg, "pg8000": by_pg8000}.items():
    told(name, heard)
P
expect "psycopg: 150 from 0 on; 1250 300
psycopg2: 150 from 0 on; 1250 300
asyncpg: 150 from 0 on; 1250 300
pg8000: 100 from 50 on; 1250 300" "$(python "$folder/listen.py" "$folder/sockets" "$(port_of home)")"
