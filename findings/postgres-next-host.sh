#!/usr/bin/env bash
# With several hosts libpq and asyncpg stop at the first server that is full, and psycopg goes on to the next.
#
# Guess: a client with two hosts and target_session_attrs tries the second whenever it gets no session on the first.
# Seen: psql of Debian's 15.20, libpq 18 and asyncpg 0.32.0 try the next host when nothing listens, but end with "too many clients already" when the
# first answers so, though the second would do. psycopg 3.3.9, which calls libpq for each host by itself, connects to the second.
# So a node gives libpq one host at a time and makes the choice itself, or leaves connections free on each server.
source "$(dirname "$0")/common.bash"
python_packages asyncpg==0.32.0 'psycopg[binary]==3.3.9'
postgres_packages
new_database full "max_connections = 1" "superuser_reserved_connections = 0" "max_wal_senders = 0" "wal_level = minimal"
new_database empty

cat >"$folder/hosts.py" <<'P'
import asyncio
import subprocess
import sys
import asyncpg
import psycopg

folder, program, first, second = sys.argv[1:]

def where(first):
    return f"host={folder},{folder} port={first},{second} user=owner dbname=postgres target_session_attrs=read-write"

def outcome(connect):
    try:
        return "second host" if str(connect()) == second else "first host"
    except Exception as error:
        return "too many clients already" if "too many clients already" in str(error) else repr(error)

def by_psql(first):
    shown = subprocess.run([program, "-X", "-At", where(first), "-c", "SHOW port"], capture_output=True, text=True)
    if shown.returncode:
        raise ConnectionError(shown.stderr)
    return shown.stdout.strip()

def by_libpq(first):
    connection = psycopg.pq.PGconn.connect(where(first).encode())
    if connection.status != psycopg.pq.ConnStatus.OK:
        raise ConnectionError(connection.error_message.decode())
    return connection.port.decode()

def by_psycopg(first):
    with psycopg.connect(where(first)) as connection:
        return connection.info.port

def by_asyncpg(first):
    async def ask():
        connection = await asyncpg.connect(host=[folder, folder], port=[int(first), int(second)], user="owner", database="postgres",
                                           target_session_attrs="read-write")
        port = await connection.fetchval("SHOW port")
        await connection.close()
        return port
    return asyncio.run(ask())

assert psycopg.pq.version() // 10000 == 18
holder = psycopg.connect(f"host={folder} port={first} user=owner dbname=postgres")
for name, connect in ("psql 15", by_psql), ("libpq 18", by_libpq), ("psycopg", by_psycopg), ("asyncpg", by_asyncpg):
    print(f"{name}: nothing listens: {outcome(lambda: connect('9'))}, full: {outcome(lambda: connect(first))}")
holder.close()
P
expect "psql 15: nothing listens: second host, full: too many clients already
libpq 18: nothing listens: second host, full: too many clients already
psycopg: nothing listens: second host, full: second host
asyncpg: nothing listens: second host, full: too many clients already" \
  "$(python "$folder/hosts.py" "$folder/sockets" "$programs/psql" "$(port_of full)" "$(port_of empty)")"
