#!/usr/bin/env bash
# patronictl ends with 0 when a query fails, when a switchover is refused and when there is no such cluster, and says "ERROR" of an INSERT that it stored.
#
# Guess: what patronictl was told to do and did not do ends with another exit code than 0, as psql -c and curl --fail do.
# Seen: in Patroni 4.1.5 "query" ends with 0 for a division by zero and for a database that does not exist, and of an INSERT it prints "ERROR,
# SQLSTATE: the last operation didn't produce records", ends with 0, and the row is stored. A switchover to a standby that is not the synchronous one
# is refused (412) with 0, and "list" of a cluster that nobody knows is an empty table and 0. A second "pause" ends with 1.
# So a script asks what it wanted to know of the REST API, writes by psql, and tries no INSERT again for what patronictl says of it.
source "$(dirname "$0")/common.bash"
patroni_packages
patroni_member a primary
patroni_member b sync
patroni_member c async
member_sql a -c "CREATE TABLE entry (id int)"

# ended NAME ARGUMENT...: the exit code, and the last line but tables.
ended() {
  local code=0
  timeout 60 "$folder/venv/bin/patronictl" -c "$folder/a.yml" "${@:2}" >"$folder/said" 2>&1 || code=$?
  echo "$1: $code$(grep -v '^[+|]' "$folder/said" | tail -1 | sed -E 's/^[-0-9]+[ T][0-9:.]+\s*//; s/^(.)/, \1/; s/(connection failed): .*/\1/')"
}
on_primary=(query -U owner -d postgres -r primary -c)
expect "SELECT 1/0: 0, ERROR, SQLSTATE: 22012
no such database: 0, ERROR, SQLSTATE: connection failed
INSERT: 0, ERROR, SQLSTATE: the last operation didn't produce records (command status: INSERT 0 1)
rows: 1
switchover to the asynchronous one: 0, Switchover failed, details: 412, candidate name does not match with sync_standby
primary: a
list of no cluster: 0
show-config of no cluster: 0
pause: 0, Success: cluster management is paused
pause again: 1, Error: Cluster is already paused" "$(
  ended "SELECT 1/0" "${on_primary[@]}" "SELECT 1/0"
  ended "no such database" query -U owner -d nobody -r primary -c "SELECT 1"
  ended "INSERT" "${on_primary[@]}" "INSERT INTO entry VALUES (1)"
  echo "rows: $(member_sql a -c 'SELECT count(*) FROM entry')"
  ended "switchover to the asynchronous one" switchover home --leader a --candidate c --force
  for member in a b c; do [ "$(rest "$member" primary)" != 200 ] || echo "primary: $member"; done
  ended "list of no cluster" list nobody
  ended "show-config of no cluster" show-config nobody
  ended "pause" pause
  ended "pause again" pause
)"
