#!/usr/bin/env bash
# asyncpg never tries the second host when the first one accepts and says nothing, however long it may take.
#
# Guess: with two hosts asyncpg goes to the second when timeout=2 is over, as psycopg with connect_timeout=2 does.
# Seen: psycopg 3.3.9 and psycopg2 2.9.13 are connected to the second after 2 s. The timeout of asyncpg 0.32.0 is for all
# hosts together: with 2 s and with 6 s it ends in TimeoutError without having tried the second (15, Debian's 15.20).
# A server whose machine hangs, or whose process is stopped, accepts in the kernel and says nothing.
# So a program on asyncpg tries one host at a time, each with a time of its own.
source "$(dirname "$0")/common.bash"
python_packages asyncpg==0.32.0 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13
postgres_packages
new_database ledger

cat >"$folder/hosts.py" <<'P'
import asyncio
import os
import socket
import sys
import time

import asyncpg
import psycopg
import psycopg2

folder = sys.argv[1]
os.mkdir(f"{folder}/silent")
silent = socket.socket(socket.AF_UNIX)
silent.bind(f"{folder}/silent/.s.PGSQL.1")
silent.listen()
hosts = [f"{folder}/silent", f"{folder}/sockets"]
name = f"host={','.join(hosts)} port=1 user=owner dbname=postgres connect_timeout=2"

def by_asyncpg(seconds):
    async def connect():
        connection = await asyncpg.connect(host=hosts, port=1, user="owner", database="postgres", timeout=seconds)
        await connection.close()
    return lambda: asyncio.run(connect())

for client, connect in (("psycopg, connect_timeout=2", lambda: psycopg.connect(name).close()),
                        ("psycopg2, connect_timeout=2", lambda: psycopg2.connect(name).close()),
                        ("asyncpg, timeout=2", by_asyncpg(2)), ("asyncpg, timeout=6", by_asyncpg(6))):
    began = time.monotonic()
    try:
        connect()
        outcome = "connected"
    except TimeoutError:
        outcome = "TimeoutError"
    print(f"{client}: {outcome} after {time.monotonic() - began:.0f} s")
P
expect "psycopg, connect_timeout=2: connected after 2 s
psycopg2, connect_timeout=2: connected after 2 s
asyncpg, timeout=2: TimeoutError after 2 s
asyncpg, timeout=6: TimeoutError after 6 s" "$(python "$folder/hosts.py" "$folder")"
