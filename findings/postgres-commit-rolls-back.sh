#!/usr/bin/env bash
# commit() that rolled everything back is no error in four of five clients of PostgreSQL.
#
# Guess: when a program catches the error of one statement, a duplicate, and goes on to commit, the commit raises, since
# the transaction has failed and nothing of it is stored.
# Seen in 15 (Debian's 15.20): the server answers the COMMIT with "ROLLBACK", which is no error, and the client's part
# is to look at that word. psycopg 3.3.9 (commit, "with connect()", transaction()), psycopg2 2.9.13, asyncpg 0.32.0 and
# SQLAlchemy 2.1.9 return as from any commit, and the payment before the duplicate is gone. pg8000 1.31.6 raises.
# So a statement that may fail is in a savepoint of its own (or says ON CONFLICT), and who catches an error does not
# commit; a store compares what the server answered, and takes nothing but "COMMIT" for a commit.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.6 sqlalchemy==2.1.9
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE payment (id int PRIMARY KEY)"

cat >"$folder/commits.py" <<'P'
import asyncio
import sys

import asyncpg
import pg8000.dbapi
import psycopg
import psycopg2
import sqlalchemy

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"
pay = "INSERT INTO payment VALUES (1)"

def pay_twice(execute, duplicate):
    """The second payment is a duplicate, which the program passes over."""
    execute(pay)
    try:
        execute(pay)
    except duplicate:
        pass

def by_commit(connection, duplicate):
    pay_twice(connection.cursor().execute, duplicate)
    connection.commit()

def by_with():
    with psycopg.connect(name) as connection:
        pay_twice(connection.execute, psycopg.errors.UniqueViolation)

def by_transaction():
    connection = psycopg.connect(name)
    with connection.transaction():
        pay_twice(connection.execute, psycopg.errors.UniqueViolation)

def by_sqlalchemy():
    engine = sqlalchemy.create_engine(f"postgresql+psycopg://owner@/postgres?host={sockets}&port=1")
    with engine.begin() as connection:
        pay_twice(lambda text: connection.execute(sqlalchemy.text(text)), sqlalchemy.exc.IntegrityError)

async def by_asyncpg():
    connection = await asyncpg.connect(host=sockets, port=1, user="owner", database="postgres")
    async with connection.transaction():
        await connection.execute(pay)
        try:
            await connection.execute(pay)
        except asyncpg.UniqueViolationError:
            pass

def by_pg8000():
    by_commit(pg8000.dbapi.connect("owner", unix_sock=f"{sockets}/.s.PGSQL.1", database="postgres"), pg8000.dbapi.Error)

clients = {
    "psycopg commit()": lambda: by_commit(psycopg.connect(name), psycopg.errors.UniqueViolation),
    "psycopg with connect()": by_with,
    "psycopg transaction()": by_transaction,
    "psycopg2 commit()": lambda: by_commit(psycopg2.connect(name), psycopg2.errors.UniqueViolation),
    "asyncpg transaction()": lambda: asyncio.run(by_asyncpg()),
    "SQLAlchemy begin()": by_sqlalchemy,
    "pg8000 commit()": by_pg8000,
}
for client, run in clients.items():
    try:
        run()
        outcome = "no error"
    except Exception as error:
        outcome = f"error: {error}"
    with psycopg.connect(name) as reader:
        print(f"{client}: {outcome}; {reader.execute('SELECT count(*) FROM payment').fetchone()[0]} stored")
P
expect "psycopg commit(): no error; 0 stored
psycopg with connect(): no error; 0 stored
psycopg transaction(): no error; 0 stored
psycopg2 commit(): no error; 0 stored
asyncpg transaction(): no error; 0 stored
SQLAlchemy begin(): no error; 0 stored
pg8000 commit(): error: in failed transaction block; 0 stored" "$(python "$folder/commits.py" "$folder/sockets")"
