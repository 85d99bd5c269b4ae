#!/usr/bin/env bash
# A retry under the same id is answered at once although no standby has the row, while a SELECT FOR UPDATE waits for the standby.
#
# Guess: with synchronous_commit = on what writes waits for the standby and what reads does not; so INSERT ... ON CONFLICT DO NOTHING, sent again
# after the first commit's wait was cancelled, is answered only when a standby has the row.
# Seen in 15 (Debian's 15.20): it is answered with INSERT 0 0 at once, as is an UPDATE of no row, since neither wrote anything. SELECT ... FOR UPDATE
# of the same row waits at its commit, and so does nextval, but only each 33rd time; rolled back, neither waits.
# SELECT pg_logical_emit_message(true, ...) writes nothing that a table shows, and its commit waits for all before it.
# So a node that answers a retry from what it reads first commits something that waits, and one that only reads does not lock rows.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger "synchronous_standby_names = 'away'"
sql ledger -c "SET synchronous_commit = local" -c "CREATE TABLE entry (id int PRIMARY KEY)" -c "CREATE SEQUENCE fence"

# try COMMAND...: whether psql ends by itself, or its commit waits for the standby, which is then cancelled.
try() {
  local options=()
  for command in "$@"; do options+=(-c "$command"); done
  "$programs/psql" -X -At -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d postgres "${options[@]}" >"$folder/told" 2>"$folder/warning" &
  while kill -0 $! 2>/dev/null; do
    sql ledger -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'" >>"$folder/cancelled"
  done
  wait $!
  echo "$* -- $(if grep -q "canceling wait for synchronous replication" "$folder/warning"; then echo waits; else echo "at once"; fi)"
}
expect "INSERT INTO entry VALUES (1) ON CONFLICT DO NOTHING -- waits
INSERT INTO entry VALUES (1) ON CONFLICT DO NOTHING -- at once
SELECT id FROM entry -- at once
UPDATE entry SET id = 3 WHERE id = 2 -- at once
SELECT id FROM entry FOR UPDATE -- waits
BEGIN SELECT id FROM entry FOR UPDATE ROLLBACK -- at once
SELECT nextval('fence') -- waits
SELECT nextval('fence') -- at once
SELECT pg_logical_emit_message(true, 'ledger', '') -- waits" "$(
  try "INSERT INTO entry VALUES (1) ON CONFLICT DO NOTHING"
  try "INSERT INTO entry VALUES (1) ON CONFLICT DO NOTHING"
  try "SELECT id FROM entry"
  try "UPDATE entry SET id = 3 WHERE id = 2"
  try "SELECT id FROM entry FOR UPDATE"
  try "BEGIN" "SELECT id FROM entry FOR UPDATE" "ROLLBACK"
  try "SELECT nextval('fence')"
  try "SELECT nextval('fence')"
  try "SELECT pg_logical_emit_message(true, 'ledger', '')"
)"
