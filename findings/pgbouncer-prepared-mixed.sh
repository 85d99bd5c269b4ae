#!/usr/bin/env bash
# Behind pgbouncer in transaction mode a question for a balance may pay: two clients call their prepared statements by one name, and the server has one.
#
# Guess: pgbouncer 1.18 knows no prepared statements, so a client that is moved to another connection of the server is told that its statement
# does not exist, or that its name is taken: each mix-up is an error.
# Seen with 1.18.0 (Debian's): psycopg 3.3.9 names what it has run five times _pg3_0, _pg3_1 and so on in each connection, and asyncpg 0.32.0 counts
# __asyncpg_stmt_1__ and so on in each process. A SELECT that finds the UPDATE of another client under its name, with the same types, runs that UPDATE:
# three questions for the balance of one account pay 300, and none is an error.
# With prepare_threshold=None and statement_cache_size=0 each client runs its own. The documentation of all three says to switch them off, and speaks
# of errors; pgbouncer 1.21 has max_prepared_statements for it.
# So a node connects to the server itself, or to a pooler in session mode, and a pooler is tried with two clients that differ.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' asyncpg==0.32.0
postgres_packages 'pgbouncer=1.18.0*' libc-ares2 libevent-2.1-7
new_database ledger
sql ledger -c "CREATE TABLE account (id int PRIMARY KEY, balance int)"

pool=$(free_ports 1)
cat >"$folder/pgbouncer.ini" <<C
[databases]
postgres = host=$folder/sockets port=$(port_of ledger) user=owner
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pool
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
logfile = $folder/sockets/pgbouncer.log
pidfile = $folder/sockets/pgbouncer.pid
C
start_pgbouncer

cat >"$folder/mixed.py" <<'P'
import asyncio
import multiprocessing
import sys

import asyncpg
import psycopg

PORT = int(sys.argv[1])
READ = "SELECT balance FROM account WHERE id = "
PAY = "UPDATE account SET balance = balance - 100 WHERE id = {} RETURNING balance"

def by_psycopg(pipe, **options):
    client = psycopg.connect(f"host=127.0.0.1 port={PORT} user=owner dbname=postgres", autocommit=True, **options)
    for statement, account in iter(pipe.recv, None):
        pipe.send(client.execute(statement + "%s" if statement == READ else statement.format("%s"), (account,)).fetchone()[0])

def by_asyncpg(pipe, **options):
    async def run():
        client = await asyncpg.connect(host="127.0.0.1", port=PORT, user="owner", database="postgres", **options)
        for statement, account in iter(pipe.recv, None):
            pipe.send(await client.fetchval(statement + "$1" if statement == READ else statement.format("$1"), account))
    asyncio.run(run())

class Client:
    """A process of its own with one connection."""
    def __init__(self, run, options):
        self.pipe, other = context.Pipe()
        context.Process(target=run, args=(other,), kwargs=options, daemon=True).start()

    def ask(self, statement, account):
        self.pipe.send((statement, account))
        if not self.pipe.poll(30):
            raise TimeoutError
        return self.pipe.recv()

def mixed(name, run, **options):
    with psycopg.connect(f"host=127.0.0.1 port={PORT} user=owner dbname=postgres", autocommit=True, prepare_threshold=None) as busy:
        busy.execute("DELETE FROM account")
        busy.execute("INSERT INTO account VALUES (1, 500), (2, 500)")
        reader, payer = Client(run, options), Client(run, options)
        for _ in range(6):
            assert reader.ask(READ, 1) == 500
        # One transaction holds the server's connection that the reader had, so the payer gets the other one, and the reader after it.
        busy.execute("BEGIN")
        for left in (400, 300, 200, 100, 0, -100):
            assert payer.ask(PAY, 2) == left
        read = [reader.ask(READ, 1) for _ in range(3)]
        busy.execute("COMMIT")
        stands = busy.execute("SELECT balance FROM account WHERE id = 1").fetchone()[0]
        for client in (reader, payer):
            client.pipe.send(None)
        print(f"{name}: the reader reads {read} of 500, and then the account has {stands}", flush=True)

context = multiprocessing.get_context("spawn")
if __name__ == "__main__":
    mixed("psycopg", by_psycopg)
    mixed("asyncpg", by_asyncpg)
    mixed("psycopg, none prepared", by_psycopg, prepare_threshold=None)
    mixed("asyncpg, none kept", by_asyncpg, statement_cache_size=0)
P
expect "psycopg: the reader reads [400, 300, 200] of 500, and then the account has 200
asyncpg: the reader reads [400, 300, 200] of 500, and then the account has 200
psycopg, none prepared: the reader reads [500, 500, 500] of 500, and then the account has 500
asyncpg, none kept: the reader reads [500, 500, 500] of 500, and then the account has 500" "$(python "$folder/mixed.py" "$pool")"
