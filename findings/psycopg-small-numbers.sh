#!/usr/bin/env bash
# Twice 300.00 in cents is "smallint out of range" by psycopg 3, while twice 330.00 is not.
#
# Expected: SELECT %s * %s with 30000 and 2 is 60000, as it is with psycopg2.
# Seen: psycopg 3.3.9 sends each whole number as the smallest type that holds it, and the server reckons in that: with
# 15 (Debian's 15.20) 30000 * 2 and 20000 + 20000 fail, and so does "balance + %s * %s" on a bigint column, whereas
# 33000 * 2 is right, so a test with other amounts passes. psycopg2 2.9.13 writes the digits and is right. asyncpg 0.32.0
# asks for a type at once ("operator is not unique"). A product above 2147483647 fails by psycopg2, too.
# So what is reckoned from parameters is cast (%s::bigint * %s), or reckoned before it is sent.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE account (id int, balance bigint)" -c "INSERT INTO account VALUES (1, 1000000)"

cat >"$folder/small.py" <<'P'
import asyncio
import sys

import asyncpg
import psycopg
import psycopg2

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"

def by(connection, query, values):
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute(query, values)
    return cursor.fetchone()[0]

def by_asyncpg(query, values):
    async def run():
        connection = await asyncpg.connect(host=sockets, port=1, user="owner", database="postgres")
        return await connection.fetchval(query.replace("%s", "$1", 1).replace("%s", "$2", 1), *values)
    return asyncio.run(run())

clients = {"psycopg": lambda *what: by(psycopg.connect(name), *what), "psycopg2": lambda *what: by(psycopg2.connect(name), *what),
           "asyncpg": by_asyncpg}
for query, values in (("SELECT %s * %s", (30000, 2)), ("SELECT %s + %s", (20000, 20000)), ("SELECT %s * %s", (33000, 2)), ("SELECT %s * %s", (50000, 50000)),
                      ("SELECT balance + %s * %s FROM account", (30000, 2)), ("SELECT %s::bigint * %s", (30000, 2))):
    for client, ask in clients.items():
        try:
            answer = ask(query, values)
        except Exception as error:
            answer = str(error).splitlines()[0]
        print(f"{query} with {values[0]} and {values[1]}, {client}: {answer}")
P
expect "SELECT %s * %s with 30000 and 2, psycopg: smallint out of range
SELECT %s * %s with 30000 and 2, psycopg2: 60000
SELECT %s * %s with 30000 and 2, asyncpg: operator is not unique: unknown * unknown
SELECT %s + %s with 20000 and 20000, psycopg: smallint out of range
SELECT %s + %s with 20000 and 20000, psycopg2: 40000
SELECT %s + %s with 20000 and 20000, asyncpg: operator is not unique: unknown + unknown
SELECT %s * %s with 33000 and 2, psycopg: 66000
SELECT %s * %s with 33000 and 2, psycopg2: 66000
SELECT %s * %s with 33000 and 2, asyncpg: operator is not unique: unknown * unknown
SELECT %s * %s with 50000 and 50000, psycopg: integer out of range
SELECT %s * %s with 50000 and 50000, psycopg2: integer out of range
SELECT %s * %s with 50000 and 50000, asyncpg: operator is not unique: unknown * unknown
SELECT balance + %s * %s FROM account with 30000 and 2, psycopg: smallint out of range
SELECT balance + %s * %s FROM account with 30000 and 2, psycopg2: 1060000
SELECT balance + %s * %s FROM account with 30000 and 2, asyncpg: operator is not unique: unknown * unknown
SELECT %s::bigint * %s with 30000 and 2, psycopg: 60000
SELECT %s::bigint * %s with 30000 and 2, psycopg2: 60000
SELECT %s::bigint * %s with 30000 and 2, asyncpg: 60000" "$(python "$folder/small.py" "$folder/sockets")"
