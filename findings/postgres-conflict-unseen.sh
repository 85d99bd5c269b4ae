#!/usr/bin/env bash
# An INSERT that meets the row of a transaction it waited for returns nothing, and a SELECT in the same statement does not see that row.
#
# Guess: WITH new AS (INSERT ... ON CONFLICT DO NOTHING RETURNING ...) SELECT ... FROM new UNION ALL SELECT ... FROM the table gives the row, whether
# this statement stored it or another one did: it stands in the table when the statement goes on.
# Seen in 15 (Debian's 15.20) at READ COMMITTED: stored before, one row; stored while the statement waited, no row and no error, since its SELECT
# looks at the table as it was when the statement began. ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING gives the row in both.
# So "no row" of such a statement is asked for once more in a second statement before a program says that there is none.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE identity (id int PRIMARY KEY, name text)"

nothing="WITH new AS (INSERT INTO identity VALUES (1, 'second') ON CONFLICT DO NOTHING RETURNING name)
  SELECT name FROM new UNION ALL SELECT name FROM identity WHERE id = 1"
update="INSERT INTO identity VALUES (1, 'second') ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING name"
stored_before() {
  sql ledger -c "TRUNCATE identity" -c "INSERT INTO identity VALUES (1, 'first')" -c "$1"
}
# The first transaction commits when the statement waits for it.
stored_while_it_waited() {
  sql ledger -c "TRUNCATE identity"
  mkfifo "$folder/first"
  sql ledger <"$folder/first" &
  exec 3>"$folder/first"
  echo "BEGIN; INSERT INTO identity VALUES (1, 'first');" >&3
  until_true ledger "SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'idle in transaction'"
  sql ledger -c "$1" 3>&- &
  until_true ledger "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
  echo "COMMIT;" >&3
  exec 3>&-
  wait
  rm "$folder/first"
}
expect "DO NOTHING and SELECT, stored before: first
DO NOTHING and SELECT, stored while it waited: no row
DO UPDATE, stored before: first
DO UPDATE, stored while it waited: first
a second statement: first" "$(
  for kind in nothing update; do
    label=$([ "$kind" = nothing ] && echo "DO NOTHING and SELECT" || echo "DO UPDATE")
    before=$(stored_before "${!kind}")
    waited=$(stored_while_it_waited "${!kind}")
    echo "$label, stored before: ${before:-no row}"
    echo "$label, stored while it waited: ${waited:-no row}"
  done
  echo "a second statement: $(sql ledger -c "SELECT name FROM identity WHERE id = 1")"
)"
