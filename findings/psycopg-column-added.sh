#!/usr/bin/env bash
# A query that has run for weeks fails for good on its connection once somebody adds a column, in psycopg 3 with autocommit.
#
# Expected: SELECT * goes on after ALTER TABLE ... ADD COLUMN, or fails once on each connection, after which the client
# prepares it anew.
# Seen with 15 (Debian's 15.20): psycopg 3.3.9 prepares a query by itself when it has run five times. With autocommit it
# then fails each time ("cached plan must not change result type") until the connection is closed; in a transaction it
# fails once. A connection that has run it less often goes on, so the fault is on some connections of a pool.
# asyncpg 0.32.0 goes on outside of a transaction, and fails once within one. psycopg2 2.9.13 prepares nothing.
# So queries name their columns, and what changes a table that is in use closes the pools' connections afterwards.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0
postgres_packages
new_database ledger

cat >"$folder/column.py" <<'P'
import asyncio
import contextlib
import sys

import asyncpg
import psycopg
import psycopg2

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"
query = "SELECT * FROM entry"
loop = asyncio.new_event_loop()

def by(library):
    connection = library.connect(name)
    connection.autocommit = True
    def ask():
        cursor = connection.cursor()
        cursor.execute(query)
        return cursor.fetchone()
    return ask

def by_psycopg_in_transactions():
    connection = psycopg.connect(name, autocommit=True)
    def ask():
        with connection.transaction():
            return connection.execute(query).fetchone()
    return ask

def by_asyncpg(in_transaction):
    connection = loop.run_until_complete(asyncpg.connect(host=sockets, port=1, user="owner", database="postgres"))
    async def run():
        async with connection.transaction() if in_transaction else contextlib.nullcontext():
            return tuple(await connection.fetchrow(query))
    return lambda: loop.run_until_complete(run())

def told(ask):
    try:
        return len(ask())
    except Exception as error:
        return type(error).__name__

clients = {"psycopg, run 6 times before": (by(psycopg), 6), "psycopg, run 4 times before": (by(psycopg), 4),
           "psycopg in transactions, 6 times": (by_psycopg_in_transactions(), 6), "asyncpg, 6 times": (by_asyncpg(False), 6),
           "asyncpg in transactions, 6 times": (by_asyncpg(True), 6), "psycopg2, 6 times": (by(psycopg2), 6)}
owner = psycopg.connect(name, autocommit=True)
owner.execute("CREATE TABLE entry (cents int)")
owner.execute("INSERT INTO entry VALUES (1)")
for ask, times in clients.values():
    for _ in range(times):
        ask()
owner.execute("ALTER TABLE entry ADD COLUMN note text")
for client, (ask, _) in clients.items():
    print(f"{client}:", *(told(ask) for _ in range(4)))
P
expect "psycopg, run 6 times before: FeatureNotSupported FeatureNotSupported FeatureNotSupported FeatureNotSupported
psycopg, run 4 times before: 2 2 2 2
psycopg in transactions, 6 times: FeatureNotSupported 2 2 2
asyncpg, 6 times: 2 2 2 2
asyncpg in transactions, 6 times: InvalidCachedStatementError 2 2 2
psycopg2, 6 times: 2 2 2 2" "$(python "$folder/column.py" "$folder/sockets")"
