#!/usr/bin/env bash
# pgloader leaves payments out that PostgreSQL refuses, also when it is told to stop at the first error, and its exit code is 0 each time.
#
# Guess: a load with refused rows ends with another exit code than 0, and --on-error-stop stores nothing; the report counts each refused row once.
# Seen: pgloader 3.6.9 (Debian's) with PostgreSQL 15 (Debian's 15.20) stores the other rows of a CSV and ends with 0, with --on-error-stop, too. Its report has four
# errors for two refused rows. The refused rows lie in a .dat file of --root-dir, with PostgreSQL's complaints in the .log beside it.
# So a script counts the rows and adds the amounts up on both sides, and looks for .dat files, before it believes a load.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgloader=3.6.9*' 2>"$folder/unsandboxed"
read -r port < <(free_ports 1)
new_database home "listen_addresses = '127.0.0.1'" "port = $port"
echo "$port" >"$folder/port-of-home"
sql home -c "CREATE TABLE paid (id int, amount numeric(12,2), day date)"
cat >"$folder/paid.csv" <<'C'
id,amount,day
1,12.50,2026-01-31
2,"12,50",2026-02-01
3,13.00,2026-02-30
4,14.00,2026-02-28
C
cat >"$folder/paid.load" <<L
LOAD CSV FROM '$folder/paid.csv' INTO postgresql://owner@127.0.0.1:$port/postgres TARGET TABLE paid
WITH skip header = 1, fields terminated by ',', fields optionally enclosed by '"';
L
# load OPTION...: what is stored and refused of the four rows.
load() {
  local code=0
  rm -rf "$folder/kept"
  sql home -c "TRUNCATE paid"
  HOME="$folder" pgloader --root-dir "$folder/kept" "$@" "$folder/paid.load" >"$folder/said" 2>&1 || code=$?
  echo "${*:-as it is}: exit code $code, stored: $(sql home -c "SELECT string_agg(amount::text, ' ' ORDER BY id) FROM paid"), errors in the report: $(
    awk '$1 == "Total" { print $4 }' "$folder/said"), kept as refused: $(cat "$folder"/kept/*/*.dat | grep -c .)"
}
expect "as it is: exit code 0, stored: 12.50 14.00, errors in the report: 4, kept as refused: 2
--on-error-stop: exit code 0, stored: 12.50 14.00, errors in the report: 4, kept as refused: 2" "$(load; load --on-error-stop)"
