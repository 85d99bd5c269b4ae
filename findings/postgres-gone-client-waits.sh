#!/usr/bin/env bash
# PostgreSQL notices at once that the client of a long query has gone, and never that the client of a commit has that waits for its standby.
#
# Expected: client_connection_check_interval = 100ms ends each session whose client has gone, also while its commit waits for a synchronous standby.
# Seen in 15 (Debian's 15.20): pg_sleep is ended within a second, as documented. The commit stays in its wait (SyncRep), holds its row's lock and its
# place among max_connections, and is stored when a standby comes or the names are taken out: each client that gives up leaves a session behind.
# A retry under the same id waits for the row's lock, and that wait does end with its client.
# So a node waits for its commit on the connection it has, and does not open another one for the next entry.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger "synchronous_standby_names = 'away'" "client_connection_check_interval = '100ms'"
sql ledger -c "SET synchronous_commit = local" -c "CREATE TABLE entry (id int PRIMARY KEY)" -c "CREATE ROLE node LOGIN" -c "GRANT ALL ON entry TO node"

# as_node COMMAND: in a session of its own, which is left behind by its client.
as_node() {
  "$programs/psql" -X -q -h "$folder/sockets" -p "$(port_of ledger)" -U node -d postgres -c "$1" >"$folder/answer" 2>"$folder/refused" &
  client=$!
}
busy() { sql ledger -c "SELECT count(*) FROM pg_stat_activity WHERE usename = 'node'"; }
waiting() { until_true ledger "SELECT count(*) = $1 FROM pg_stat_activity WHERE usename = 'node' AND wait_event = '$2'"; }
leave() { kill -KILL "$client"; wait "$client" 2>/dev/null || true; }

expect "sessions a while after the client of pg_sleep has gone: 0
sessions a while after three clients at their commits have gone: 3
rows: 3
sessions: 0" "$(
  as_node "SELECT pg_sleep(60)"
  waiting 1 PgSleep
  leave
  until_true ledger "SELECT count(*) = 0 FROM pg_stat_activity WHERE usename = 'node'"
  echo "sessions a while after the client of pg_sleep has gone: $(busy)"
  for number in 1 2 3; do
    if [ "$number" = 2 ]; then
      as_node "INSERT INTO entry VALUES (1) ON CONFLICT DO NOTHING"
      waiting 1 transactionid
      leave
      until_true ledger "SELECT count(*) = 1 FROM pg_stat_activity WHERE usename = 'node'"
    fi
    as_node "INSERT INTO entry VALUES ($number)"
    waiting "$number" SyncRep
    leave
  done
  sql ledger -c "SELECT pg_sleep(1.5)" >"$folder/pause"
  echo "sessions a while after three clients at their commits have gone: $(busy)"
  sql ledger -c "ALTER SYSTEM SET synchronous_standby_names = ''" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
  until_true ledger "SELECT count(*) = 0 FROM pg_stat_activity WHERE usename = 'node'"
  echo "rows: $(sql ledger -c "SELECT count(*) FROM entry")"
  echo "sessions: $(busy)"
)"
