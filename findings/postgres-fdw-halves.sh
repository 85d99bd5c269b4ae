#!/usr/bin/env bash
# A transfer to another server by postgres_fdw arrives there although the commit failed here, without any crash: SERIALIZABLE is enough.
#
# Expected: a COMMIT that answers with an error has stored nothing on either server; only a crash between the two commits can leave a half.
# Seen: in 15 (Debian's 15.20) the far server is told to commit first, and the check for a serialization failure, which may come as late as the
# COMMIT, is after it. Of two withdrawals, each allowed by the sum of two pots alone, the second fails with 40001 and its row stands on the far server; the
# retry that 40001 asks for would be its second row. A deferred constraint is checked before, and leaves nothing there.
# The documentation says that there is no two-phase commit, and names no error of the COMMIT itself.
# So what must be stored in both is written here alone, in an outbox, and taken over there under its id; a far row has the key by which a retry is known.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database here
new_database far
sql far -c "CREATE TABLE transfer (id int PRIMARY KEY, cents int)"
sql here <<Q
CREATE EXTENSION postgres_fdw;
CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '$folder/sockets', port '$(port_of far)', dbname 'postgres');
CREATE USER MAPPING FOR owner SERVER far OPTIONS (user 'owner');
CREATE FOREIGN TABLE transfer (id int, cents int) SERVER far;
CREATE TABLE pot (name text PRIMARY KEY, cents int);
CREATE TABLE receipt (id int PRIMARY KEY, pot text REFERENCES pot DEFERRABLE INITIALLY DEFERRED);
INSERT INTO pot VALUES ('food', 100), ('rent', 100);
Q

cat >"$folder/halves.py" <<'P'
import sys

import psycopg

def connect(level=None):
    client = psycopg.connect(f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres")
    client.isolation_level = level
    return client

def commit(client):
    try:
        client.commit()
        return "stored"
    except psycopg.Error as error:
        return error.sqlstate

one, two = (connect(psycopg.IsolationLevel.SERIALIZABLE) for _ in range(2))
for client in (one, two):
    assert client.execute("SELECT sum(cents) FROM pot").fetchone()[0] >= 150
for number, client, pot in ((1, one, "food"), (2, two, "rent")):
    client.execute("UPDATE pot SET cents = cents - 150 WHERE name = %s", (pot,))
    client.execute("INSERT INTO transfer VALUES (%s, 150)", (number,))
print(f"transfer 1: {commit(one)}, transfer 2: {commit(two)}")
three = connect()
three.execute("INSERT INTO receipt VALUES (3, 'none')")
three.execute("INSERT INTO transfer VALUES (3, 150)")
print(f"transfer 3, with a deferred constraint: {commit(three)}")
P
expect "transfer 1: stored, transfer 2: 40001
transfer 3, with a deferred constraint: 23503
here: food -50 rent 100
far: 1 2" "$(
  python "$folder/halves.py" "$folder/sockets" "$(port_of here)"
  echo "here: $(sql here -c "SELECT string_agg(name || ' ' || cents, ' ' ORDER BY name) FROM pot")"
  echo "far: $(sql far -c "SELECT string_agg(id::text, ' ' ORDER BY id) FROM transfer")"
)"
