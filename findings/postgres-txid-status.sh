#!/usr/bin/env bash
# Asked after a fail-over, PostgreSQL says "committed" of a transaction that it never had: its number has gone to somebody else's.
#
# Expected: a client whose connection broke at its commit asks txid_status(number), which is made for that, and the new primary says NULL, or
# "aborted", of a transaction that did not reach it.
# Seen in 15 (Debian's 15.20): the old primary said "in progress" while the commit waited for its standby. The new primary, without the row, first
# raises an error ("is in the future"), and as soon as others have stored something it says "committed", since it gave the same number to them.
# So whether an entry is stored is asked by the entry's own id, never by the number of its transaction.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (id int PRIMARY KEY)"
new_standby north ledger
until_true ledger "SELECT count(*) = 1 FROM pg_stat_replication WHERE state = 'streaming'"
sql ledger -c "ALTER SYSTEM SET synchronous_standby_names = 'north'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
until_true ledger "SELECT bool_and(sync_state = 'sync') FROM pg_stat_replication"
until_true north "SELECT count(*) = 1 FROM pg_class WHERE relname = 'entry'"
database north stop -m fast

"$programs/psql" -X -q -At -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d postgres \
  -c "BEGIN; INSERT INTO entry VALUES (1); SELECT pg_current_xact_id(); COMMIT" >"$folder/number" 2>"$folder/broken" &
client=$!
until_true ledger "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
number=$(sql ledger -c "SELECT backend_xid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
expect "old primary, at the commit: in progress
the client: no answer
new primary: ERROR:  transaction ID is in the future
new primary, after entries of others: committed
rows with the entry's id: 0" "$(
  echo "old primary, at the commit: $(sql ledger -c "SELECT txid_status($number)")"
  database ledger stop -m immediate
  wait "$client" || echo "the client: no answer"
  database north start
  database north promote
  echo "new primary: $(sql north -c "SELECT txid_status($number)" 2>&1 | sed "s/ $number / /")"
  for other in 2 3 4; do sql north -c "INSERT INTO entry VALUES ($other)"; done
  echo "new primary, after entries of others: $(sql north -c "SELECT txid_status($number)")"
  echo "rows with the entry's id: $(sql north -c "SELECT count(*) FROM entry WHERE id = 1")"
)"
