#!/usr/bin/env bash
# PostgreSQL stores NaN in an amount of numeric(12,2) CHECK (amount > 0), and a budget of the group is NaN from then on.
#
# Guess: a numeric of fixed decimals holds numbers alone, or the check refuses NaN, since NaN is greater than nothing.
# Seen: in 15 (Debian's 15.20) NaN is a value of numeric(12,2), equal to itself and greater than every number, infinity included: it passes
# amount > 0, the sum and the maximum are NaN, and "spent > budget" is true for good. Infinity is refused for such a column, and NaN by
# amount BETWEEN 0.01 AND 9999999999.99, by a sum in bigint and by a column of bigint.
# Python's Decimal("NaN") goes in as it is by psycopg 3.3.9; 12.345 is stored as 12.35 and nothing says so.
# So amounts are whole numbers of the smallest unit in bigint, or each check has an upper bound; what was rounded is compared before it is stored.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9'
postgres_packages
new_database money

cat >"$folder/amounts.py" <<'P'
import sys
from decimal import Decimal
import psycopg

client = psycopg.connect(f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres", autocommit=True)
client.execute("CREATE TABLE entry (amount numeric(12,2) NOT NULL CHECK (amount > 0))")
client.execute("CREATE TABLE bounded (amount numeric(12,2) NOT NULL CHECK (amount BETWEEN 0.01 AND 9999999999.99))")
client.execute("CREATE TABLE whole (amount bigint NOT NULL CHECK (amount > 0))")

def store(table, text):
    try:
        row = client.execute(f"INSERT INTO {table} VALUES (%s) RETURNING amount", [Decimal(text)]).fetchone()
        print(table, text, "is stored as", row[0])
    except psycopg.Error as error:
        print(table, text, "is refused:", type(error).__name__)

for text in ("12.50", "12.345", "-1", "Infinity", "NaN"):
    store("entry", text)
store("bounded", "NaN")
store("whole", "NaN")
print("sum, maximum, sum > 1000:", *client.execute("SELECT sum(amount), max(amount), sum(amount) > 1000 FROM entry").fetchone())
P
expect "entry 12.50 is stored as 12.50
entry 12.345 is stored as 12.35
entry -1 is refused: CheckViolation
entry Infinity is refused: NumericValueOutOfRange
entry NaN is stored as NaN
bounded NaN is refused: CheckViolation
whole NaN is refused: FeatureNotSupported
sum, maximum, sum > 1000: NaN NaN True" "$(python "$folder/amounts.py" "$folder/sockets" "$(port_of money)")"
