#!/usr/bin/env bash
# A payment of half past midnight in Berlin is of the 1st of April by four clients of PostgreSQL, and of March by asyncpg.
#
# Expected: a timestamptz comes in the time zone of the session, so its date() is the same by each client.
# Seen with 15 (Debian's 15.20), whose database is set to Europe/Berlin: psycopg 3.3.9, psycopg2 2.9.13, pg8000 1.31.6 and
# SQLAlchemy 2.1.9 on psycopg give 00:30 of the 1st of April; asyncpg 0.32.0 gives 22:30 UTC, of the 31st of March, whatever the
# session has. It is the same instant; date() and strftime() are another day, and in this case another month.
# So a day is made in SQL (AT TIME ZONE), or of an instant with the zone named, and never by date() of what a client gives.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' psycopg2-binary==2.9.13 asyncpg==0.32.0 pg8000==1.31.6 sqlalchemy==2.1.9
postgres_packages
new_database ledger "timezone = 'Europe/Berlin'"
sql ledger -c "CREATE TABLE payment (at timestamptz)" -c "INSERT INTO payment VALUES ('2026-04-01 00:30')"

cat >"$folder/days.py" <<'P'
import asyncio
import sys

import asyncpg
import pg8000.dbapi
import psycopg
import psycopg2
import sqlalchemy

sockets = sys.argv[1]
name = f"host={sockets} port=1 user=owner dbname=postgres"
query = "SELECT at FROM payment"

def by(connection):
    cursor = connection.cursor()
    cursor.execute(query)
    return cursor.fetchone()[0]

async def by_asyncpg():
    return await (await asyncpg.connect(host=sockets, port=1, user="owner", database="postgres")).fetchval(query)

def by_sqlalchemy(driver):
    engine = sqlalchemy.create_engine(f"postgresql+{driver}://owner@/postgres?host={sockets}&port=1")
    with engine.connect() as connection:
        return connection.execute(sqlalchemy.text(query)).scalar()

for client, at in (("psycopg", by(psycopg.connect(name))), ("psycopg2", by(psycopg2.connect(name))),
                   ("pg8000", by(pg8000.dbapi.connect("owner", unix_sock=f"{sockets}/.s.PGSQL.1", database="postgres"))),
                   ("sqlalchemy on psycopg", by_sqlalchemy("psycopg")), ("asyncpg", asyncio.run(by_asyncpg()))):
    print(f"{client}: {at.date()}, {at.utctimetuple().tm_hour}:{at.minute} UTC")
P
expect "psycopg: 2026-04-01, 22:30 UTC
psycopg2: 2026-04-01, 22:30 UTC
pg8000: 2026-04-01, 22:30 UTC
sqlalchemy on psycopg: 2026-04-01, 22:30 UTC
asyncpg: 2026-03-31, 22:30 UTC" "$(python "$folder/days.py" "$folder/sockets")"
