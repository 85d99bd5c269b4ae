#!/usr/bin/env bash
# Behind pgbouncer in transaction mode two clients both hold one advisory lock, and the lock outlives them; what one listens for another hears.
#
# Guess: LISTEN hears nothing there, and what a client leaves in the server's session is cleared by server_reset_query (DISCARD ALL) when it goes.
# Seen: pgbouncer 1.18.0 (Debian) does not send that query in this mode. The second client gets the lock that the first has, since both are one
# session of the server, and after both have gone the lock is still held. The notification of a channel comes to the client that happens to have the
# server's connection, not to the one that listens. SET and the rows of a temporary table are the next client's.
# SET LOCAL in a transaction, and a pipeline of several Syncs, are as without pgbouncer.
# So a node's claim is a row with a fence, never an advisory lock, and a store that needs its session connects to the server itself.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages 'pgbouncer=1.18.0*' libc-ares2 libevent-2.1-7
new_database ledger

port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$folder/pgbouncer.ini" <<C
[databases]
postgres = host=$folder/sockets port=$(port_of ledger) user=owner
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 1
logfile = $folder/sockets/pgbouncer.log
pidfile = $folder/sockets/pgbouncer.pid
C
start_pgbouncer
cat >"$folder/clients.py" <<'P'
import sys
import psycopg

def connect(application):
    for _ in range(500):
        try:
            return psycopg.connect(f"host=127.0.0.1 port={sys.argv[1]} user=owner dbname=postgres", autocommit=True, application_name=application,
                                   prepare_threshold=None)
        except psycopg.OperationalError as error:
            last = error
    raise last

def ask(client, command):
    return client.execute(command).fetchone()[0]

one, two = connect("one"), connect("two")
print("lock: one", ask(one, "SELECT pg_try_advisory_lock(5)"), "two", ask(two, "SELECT pg_try_advisory_lock(5)"))
one.close()
two.close()
one, two = connect("one"), connect("two")
print("locks when both have gone:", ask(one, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
one.execute("LISTEN entries")
two.execute("NOTIFY entries, 'new'")
print("heard: one", [note.payload for note in one.notifies(timeout=0.5)], "two", [note.payload for note in two.notifies(timeout=0.5)])
one.execute("SET statement_timeout = '7s'")
print("one has set 7s, two has", ask(two, "SHOW statement_timeout"))
one.execute("CREATE TEMPORARY TABLE draft AS SELECT 1 AS id")
print("rows of one's temporary table that two sees:", ask(two, "SELECT count(*) FROM draft"))
with one.pipeline() as pipeline:
    one.execute("BEGIN")
    one.execute("SET LOCAL statement_timeout = '9s'")
    inside = one.execute("SHOW statement_timeout")
    one.execute("COMMIT")
    pipeline.sync()
    after = one.execute("SELECT 'more'")
print("a pipeline: inside", inside.fetchone()[0], "then", after.fetchone()[0], "and two has", ask(two, "SHOW statement_timeout"))
P
expect "lock: one True two True
locks when both have gone: 1
heard: one [] two ['new']
one has set 7s, two has 7s
rows of one's temporary table that two sees: 1
a pipeline: inside 9s then more and two has 7s" "$(python "$folder/clients.py" "$port")"
