#!/usr/bin/env bash
# A program that listens for notifications is told of PostgreSQL's restart by two clients, and waits for good in asyncpg and pg8000.
#
# Guess: who only listens is told by an error that the server went away, since nobody listens on the channel any more.
# Seen with 15 (Debian's 15.20): psycopg 3.3.9 (notifies) and psycopg2 2.9.13 (poll) raise OperationalError. asyncpg 0.32.0 calls no listener and raises
# nothing: is_closed() is true, and what was given to add_termination_listener is called. pg8000 1.31.5 reads the connection only when a
# statement is run, so its list of notifications stays empty, and the next statement raises InterfaceError.
# So a listener in asyncpg has a termination listener, one in pg8000 asks something now and then, and after each new LISTEN all is read again that
# came meanwhile, as notifications are not kept.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.5
postgres_packages
new_database ledger

cat >"$folder/listeners.py" <<'P'
import asyncio
import select
import sys
import time

import asyncpg
import pg8000.native
import psycopg
import psycopg2

sockets, client = sys.argv[1:]
name = f"host={sockets} port=1 user=owner dbname=postgres"

def by_psycopg(ready):
    with psycopg.connect(name, autocommit=True) as connection:
        connection.execute("LISTEN entries")
        ready()
        return [note.payload for note in connection.notifies(timeout=3)]

def by_psycopg2(ready):
    connection = psycopg2.connect(name)
    connection.autocommit = True
    connection.cursor().execute("LISTEN entries")
    ready()
    for _ in range(20):
        select.select([connection], [], [], 0.1)
        connection.poll()
    return f"{connection.notifies}, closed: {connection.closed}"

def by_pg8000(ready):
    connection = pg8000.native.Connection("owner", unix_sock=f"{sockets}/.s.PGSQL.1", database="postgres")
    connection.run("LISTEN entries")
    ready()
    time.sleep(1)
    heard = list(connection.notifications)
    try:
        connection.run("SELECT 1")
    except pg8000.native.InterfaceError as error:
        return f"no error, {heard}, and of the next statement: {type(error).__name__}"

def by_asyncpg(ready):
    async def listen():
        connection = await asyncpg.connect(host=sockets, port=1, user="owner", database="postgres")
        heard = []
        connection.add_termination_listener(lambda _: heard.append("the end"))
        await connection.add_listener("entries", lambda *note: heard.append(note))
        await asyncio.to_thread(ready)
        await asyncio.sleep(1)
        return f"no error, closed: {connection.is_closed()}, its termination listener: {heard}"
    return asyncio.run(listen())

def ready():
    print("ready", flush=True)
    sys.stdin.readline()

try:
    told = globals()[f"by_{client}"](ready)
except Exception as error:
    told = f"{type(error).__name__}: {str(error).splitlines()[0]}"
print(f"{client}: {told}", flush=True)
P
listener() {
  rm -f "$folder/answers"
  mkfifo "$folder/answers"
  python "$folder/listeners.py" "$folder/sockets" "$1" <"$folder/answers" >"$folder/said" 2>&1 &
  exec 3>"$folder/answers"
  until grep -q ready "$folder/said"; do sleep 0.05; done
  database ledger restart -m fast
  sql ledger -c "NOTIFY entries, 'new'"
  echo >&3
  wait $!
  exec 3>&-
  grep -v ready "$folder/said"
}
expect "psycopg: OperationalError: consuming input failed: server closed the connection unexpectedly
psycopg2: OperationalError: server closed the connection unexpectedly
asyncpg: no error, closed: True, its termination listener: ['the end']
pg8000: no error, [], and of the next statement: InterfaceError" "$(for client in psycopg psycopg2 asyncpg pg8000; do listener "$client"; done)"
