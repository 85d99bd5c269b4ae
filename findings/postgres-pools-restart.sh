#!/usr/bin/env bash
# After a restart of PostgreSQL a pool of four connections gives four errors, one, or none, by the client.
#
# Expected: a pool notices with the first error at the latest that its connections are gone, so one request at most fails.
# Seen with 15 (Debian's 15.20): psycopg_pool 3.3.3 hands out each of its four dead connections, and each one fails; with
# check=ConnectionPool.check_connection none. SQLAlchemy 2.1.9 throws all away with the first error. asyncpg 0.32.0 notices
# that they were closed and gives no error.
# So after a fail-over a program tries as often as its pool has connections, or has them checked, and each try carries
# the key by which the server knows it again.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg-pool==3.3.3 asyncpg==0.32.0 sqlalchemy==2.1.9
postgres_packages
new_database ledger

cat >"$folder/pools.py" <<'P'
import asyncio
import contextlib
import logging
import sys

import asyncpg
import psycopg
import psycopg_pool
import sqlalchemy

logging.disable()
sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"

def psycopg_pool_of_four(**options):
    pool = psycopg_pool.ConnectionPool(name, min_size=4, max_size=4, open=True, **options)
    pool.wait()
    def ask():
        with pool.connection() as connection:
            connection.execute("SELECT 1")
    return ask

def sqlalchemy_pool_of_four():
    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(name), pool_size=4, max_overflow=0)
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(engine.connect()).execute(sqlalchemy.text("SELECT 1"))
    def ask():
        with engine.connect() as connection:
            connection.execute(sqlalchemy.text("SELECT 1"))
    return ask

def told(outcomes):
    return f"{outcomes.count(False)} errors of {len(outcomes)}"

def outcome(ask):
    try:
        ask()
        return True
    except Exception:
        return False

async def by_asyncpg(restart):
    async with asyncpg.create_pool(host=sockets, port=1, user="owner", database="postgres", min_size=4, max_size=4) as pool:
        await asyncio.to_thread(restart)
        outcomes = []
        for _ in range(8):
            try:
                await pool.fetchval("SELECT 1")
                outcomes.append(True)
            except Exception:
                outcomes.append(False)
        return outcomes

def restart():
    print("restart", flush=True)
    sys.stdin.readline()

clients = {"psycopg_pool": psycopg_pool_of_four(), "psycopg_pool with check": psycopg_pool_of_four(check=psycopg_pool.ConnectionPool.check_connection),
           "sqlalchemy": sqlalchemy_pool_of_four()}
lines = [f"asyncpg: {told(asyncio.run(by_asyncpg(restart)))}"]
lines += [f"{client}: {told([outcome(ask) for _ in range(8)])}" for client, ask in clients.items()]
print("\n".join(lines), flush=True)
P
mkfifo "$folder/answers"
python "$folder/pools.py" "$folder/sockets" <"$folder/answers" >"$folder/said" &
exec 3>"$folder/answers"
until grep -q restart "$folder/said"; do sleep 0.05; done
database ledger restart -m fast
echo >&3
wait $!
expect "asyncpg: 0 errors of 8
psycopg_pool: 4 errors of 8
psycopg_pool with check: 0 errors of 8
sqlalchemy: 1 errors of 8" "$(grep errors "$folder/said")"
