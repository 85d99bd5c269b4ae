#!/usr/bin/env bash
# 1234567.89 in a column REAL of SQLite is 1234567.875 once pgloader has taken it to PostgreSQL, and the next entry there has no id.
#
# Guess: a column keeps what it can hold: REAL of SQLite, which is a number of eight bytes, is double precision, DECIMAL(12,2) is numeric(12,2), and ids go on.
# Seen: pgloader 3.6.9 (Debian's) with PostgreSQL 15 (Debian's 15.20) makes a column real of REAL, a number of four bytes with six or seven digits:
# 1234567.89 is 1234567.875, and 1234567890.12 is 1234567936. DOUBLE, DECIMAL(12,2), NUMERIC and INTEGER keep their amounts. "CAST type real to float8" alone
# writes 33.33d0, which PostgreSQL refuses, and then the table is empty. INTEGER PRIMARY KEY, by which SQLite gives each new row an id, is a column without a
# default there, so an INSERT that worked is an error. The exit code is 0 each time.
# So amounts are whole cents in INTEGER before they move, or the load has "CAST type real to float8 using float-to-string", ids get a sequence, and sums are
# compared on both sides.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgloader=3.6.9*' 2>"$folder/unsandboxed"
read -r port < <(free_ports 1)
new_database home "listen_addresses = '127.0.0.1'" "port = $port"
echo "$port" >"$folder/port-of-home"
python3 - "$folder/home.db" <<'P'
import sqlite3
import sys
with sqlite3.connect(sys.argv[1]) as home:
    home.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, cents INTEGER, is_real REAL, is_double DOUBLE, is_decimal DECIMAL(12,2), is_numeric NUMERIC)")
    for amount in (33.33, 1234567.89, 1234567890.12):
        home.execute("INSERT INTO entry (cents, is_real, is_double, is_decimal, is_numeric) VALUES (?, ?, ?, ?, ?)", (round(amount * 100), *[amount] * 4))
P
# load CAST: the columns' types, what they hold, and the answer to one more row; float8 shows each digit that a column of real has.
load() {
  local code=0
  sql home -c "SET client_min_messages = error" -c "DROP TABLE IF EXISTS entry"
  printf '%s\n' "LOAD DATABASE FROM sqlite://$folder/home.db INTO postgresql://owner@127.0.0.1:$port/postgres $1;" >"$folder/home.load"
  HOME="$folder" pgloader --root-dir "$folder/kept" "$folder/home.load" >"$folder/said" 2>&1 || code=$?
  echo "${1:-as it is}: exit code $code"
  sql home -c "SELECT column_name || ' ' || data_type FROM information_schema.columns WHERE table_name = 'entry' AND column_name LIKE 'is_%' ORDER BY ordinal_position"
  sql home -F ' ' -c "SELECT cents, is_real::float8, is_double, is_decimal, is_numeric FROM entry ORDER BY id"
  sql home -c "INSERT INTO entry (cents) VALUES (100) RETURNING 'the next id: ' || id" 2>&1 | head -1 || true
}
expect "as it is: exit code 0
is_real real
is_double double precision
is_decimal numeric
is_numeric numeric
3333 33.33000183105469 33.33 33.33 33.33
123456789 1234567.875 1234567.89 1234567.89 1234567.89
123456789012 1234567936 1234567890.12 1234567890.12 1234567890.12
ERROR:  null value in column \"id\" of relation \"entry\" violates not-null constraint
CAST type real to float8: exit code 0
is_real double precision
is_double double precision
is_decimal numeric
is_numeric numeric
ERROR:  null value in column \"id\" of relation \"entry\" violates not-null constraint
CAST type real to float8 using float-to-string: exit code 0
is_real double precision
is_double double precision
is_decimal numeric
is_numeric numeric
3333 33.33 33.33 33.33 33.33
123456789 1234567.89 1234567.89 1234567.89 1234567.89
123456789012 1234567890.12 1234567890.12 1234567890.12 1234567890.12
ERROR:  null value in column \"id\" of relation \"entry\" violates not-null constraint" "$(load ""; load "CAST type real to float8"; load "CAST type real to float8 using float-to-string")"
