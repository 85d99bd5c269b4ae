#!/usr/bin/env bash
# PostgreSQL makes another number of 9007199254740991 on its way from a float to numeric, and the same one on its way to
# bigint.
#
# Expected: a cast from double precision to numeric keeps the digits that the float is shown with, as its text does.
# Seen: in 15 (Debian's 15.20) the cast rounds to 15 digits, and one from real to 6: 9007199254740991 becomes
# 9007199254740990, and 12345679 of a real 12345700. Casts to bigint and to_jsonb are exact. psycopg 3.3.9 sends
# Python's float as double precision, and a numeric column rounds it so: numeric(20,2) makes 100000000000000.00 of
# 99999999999999.99.
# So amounts never pass through a float, and one that came as JSON's number is read as text or as bigint.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database ledger

cat >"$folder/floats.py" <<'P'
import sys
import psycopg

client = psycopg.connect(f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres", autocommit=True)
client.execute("CREATE TABLE entry (amount numeric(20,2), units numeric(20), whole bigint)")

def show(text):
    print(text, "is", client.execute(f"SELECT ({text})::text").fetchone()[0])

for kind in ("text", "bigint", "numeric", "text::numeric"):
    show(f"9007199254740991::float8::{kind}")
show("to_jsonb(9007199254740991::float8)")
for kind in ("text", "bigint", "numeric"):
    show(f"12345679::float4::{kind}")
stored = client.execute("INSERT INTO entry VALUES (%s, %s, %s) RETURNING amount, units, whole", [99999999999999.99, 9007199254740991.0, 9007199254740991.0])
print("stored of Python's floats 99999999999999.99 and 9007199254740991.0:", *stored.fetchone())
P
expect "9007199254740991::float8::text is 9.007199254740991e+15
9007199254740991::float8::bigint is 9007199254740991
9007199254740991::float8::numeric is 9007199254740990
9007199254740991::float8::text::numeric is 9007199254740991
to_jsonb(9007199254740991::float8) is 9007199254740991
12345679::float4::text is 1.2345679e+07
12345679::float4::bigint is 12345679
12345679::float4::numeric is 12345700
stored of Python's floats 99999999999999.99 and 9007199254740991.0: 100000000000000.00 9007199254740990 9007199254740991" \
  "$(python "$folder/floats.py" "$folder/sockets" "$(port_of ledger)")"
