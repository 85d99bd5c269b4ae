#!/usr/bin/env bash
# A commit that must wait for a standby is acknowledged by a subscriber that copies another table and has nothing of it.
#
# Expected: synchronous_standby_names = '*' means any standby; a subscriber of another table, which gets no row of this one,
# does not count, so with no standby there a commit waits.
# Seen: in 15 (Debian's 15.20) the subscription is "sync" in pg_stat_replication, and the commit returns although no other
# server has the row. pg_receivewal without --synchronous and pg_recvlogical are "async" and count for nothing.
# So the setting names the standbys, and no subscription has one of these names (it goes by its own name).
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger "wal_level = logical"
new_database reports
for name in ledger reports; do sql "$name" -c "CREATE TABLE category (id int PRIMARY KEY)"; done
sql ledger -c "CREATE TABLE entry (id int PRIMARY KEY)" -c "CREATE PUBLICATION categories FOR TABLE category"
sql reports -c "CREATE SUBSCRIPTION reports CONNECTION 'host=$folder/sockets port=1 user=owner dbname=postgres' PUBLICATION categories" 2>"$folder/notice"

# try STANDBYS NUMBER: whether an INSERT ends by itself, or its commit waits for a standby, which is then cancelled.
try() {
  sql ledger -c "ALTER SYSTEM SET synchronous_standby_names = '$1'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
  until_true ledger "SELECT sync_state = '$3' FROM pg_stat_replication WHERE application_name = 'reports'"
  sql ledger -c "INSERT INTO entry VALUES ($2)" 2>"$folder/warning" &
  while kill -0 $! 2>/dev/null; do
    sql ledger -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND state_change < now() - interval '2 s'" >>"$folder/cancelled"
  done
  wait $!
  echo "synchronous_standby_names = '$1': subscription $3, commit $(if grep -q "canceling wait" "$folder/warning"; then echo waits; else echo returns; fi)"
}
expect "synchronous_standby_names = 'spare': subscription async, commit waits
synchronous_standby_names = '*': subscription sync, commit returns
tables of the subscriber: category" "$(
  try spare 1 async
  try '*' 2 sync
  echo "tables of the subscriber: $(sql reports -c "SELECT string_agg(relname, ' ') FROM pg_stat_user_tables")"
)"
