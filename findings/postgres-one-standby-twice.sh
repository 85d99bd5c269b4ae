#!/usr/bin/env bash
# A commit that must wait for two standbys is acknowledged by one of them alone, when that one is connected twice under its name.
#
# Guess: ANY 2 (north, south) counts names, so two connections named north, a standby and the archive of its log, are one, and the commit waits for south.
# Seen in 15 (Debian's 15.20): it counts connections. With north twice, as a standby and as pg_receivewal --synchronous, both are "quorum", or "sync"
# with FIRST 2, and the commit is acknowledged though south never was there; once pg_receivewal has gone it waits.
# So each connection has an application_name of its own, and who checks that two standbys have everything counts different names in
# pg_stat_replication, not rows.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (id int)"
new_standby north ledger

as_databases_user mkdir "$folder/sockets/log"
cd /
setpriv_options=()
[ "$(id -u)" -ne 0 ] || setpriv_options=(setpriv "--reuid=$databases_user" --regid=nogroup --clear-groups)
"${setpriv_options[@]}" env LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$programs/pg_receivewal" --synchronous -D "$folder/sockets/log" \
  -d "host=$folder/sockets port=$(port_of ledger) user=owner application_name=north" 2>"$folder/receive" &
receiver=$!
children+=("$receiver")
disown "$receiver"
until_true ledger "SELECT count(*) = 2 FROM pg_stat_replication WHERE state = 'streaming'"

# two_of METHOD STATE: sets the names, waits until they act, and tells who counts.
two_of() {
  sql ledger -c "ALTER SYSTEM SET synchronous_standby_names = '$1 2 (north, south)'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
  until_true ledger "SELECT bool_and(sync_state = '$2') FROM pg_stat_replication"
  sql ledger -c "SELECT '$1 2: ' || string_agg(application_name || ' ' || sync_state, ', ') FROM pg_stat_replication"
}
# commit NUMBER: whether an entry's commit is answered by itself, or waits for a standby, which is then cancelled.
commit() {
  sql ledger -c "INSERT INTO entry VALUES ($1)" 2>"$folder/warning" &
  while kill -0 $! 2>/dev/null; do
    # A standby that is there answers well within a second.
    sql ledger -c "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND clock_timestamp() - query_start > '3 s'" >"$folder/cancelled"
  done
  wait $!
  if [ -s "$folder/warning" ]; then echo "a commit waits"; else echo "a commit is acknowledged"; fi
}
expect "ANY 2: north quorum, north quorum
a commit is acknowledged
FIRST 2: north sync, north sync
a commit is acknowledged
without pg_receivewal: 1
a commit waits" "$(
  two_of ANY quorum
  commit 1
  two_of FIRST sync
  commit 2
  kill "$receiver"
  until_true ledger "SELECT count(*) = 1 FROM pg_stat_replication"
  echo "without pg_receivewal: $(sql ledger -c "SELECT count(*) FROM pg_stat_replication")"
  commit 3
)"
