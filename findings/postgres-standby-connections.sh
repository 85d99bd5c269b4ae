#!/usr/bin/env bash
# A standby whose max_connections was left behind acknowledges each commit, and ends when it is to take over.
#
# Guess: when the primary's max_connections goes from 20 to 30, the standby with 20 replays on or pauses; promoted, it opens with all that it has
# acknowledged.
# Seen: in PostgreSQL 15 (Debian's 15.20) the standby writes one warning into its log and pauses its replay. It goes on receiving: the primary shows it as
# "streaming" and "sync", a commit with synchronous_commit = on returns, and pg_isready says that all is well; what is read there stays old. Promoted,
# it shuts down ("recovery aborted because of insufficient parameter settings"), and a start ends the same way. With max_connections = 30 in its
# file it starts, and has both entries. The manual says that it pauses.
# So a setting of these (max_connections, max_worker_processes, max_wal_senders, max_prepared_transactions, max_locks_per_transaction) is raised on
# standbys first, and who watches them asks pg_get_wal_replay_pause_state() or replay_lsn, not the state of the stream.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database primary "max_connections = 20"
new_standby standby primary
sql primary -c "CREATE TABLE entry (id text)" -c "INSERT INTO entry VALUES ('rent')"
until_true primary "SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication"
printf '%s\n' "max_connections = 30" "synchronous_standby_names = 'standby'" >>"$folder/sockets/primary/postgresql.conf"
database primary restart
until_true primary "SELECT count(*) = 1 AND bool_and(sync_state = 'sync') FROM pg_stat_replication"
until_true standby "SELECT pg_get_wal_replay_pause_state() = 'paused'"

expect "commit: stored
on the primary: streaming, sync, all received: t, all replayed: f
on the standby: rent; paused; pg_isready: accepting connections
promoted: not done, FATAL:  recovery aborted because of insufficient parameter settings
started again: not done
started with 30: rent, food" "$(
  echo "commit: $(timeout 10 "$programs/psql" -X -q -At -h "$folder/sockets" -p 1 -U owner -d postgres -c "INSERT INTO entry VALUES ('food') RETURNING 'stored'")"
  echo "on the primary: $(sql primary -c "SELECT format('%s, %s, all received: %s, all replayed: %s', state, sync_state, flush_lsn = pg_current_wal_lsn(),
    replay_lsn = pg_current_wal_lsn()) FROM pg_stat_replication")"
  ready=$("$programs/pg_isready" -h "$folder/sockets" -p 2)
  echo "on the standby: $(sql standby -c "SELECT string_agg(id, ', ') || '; ' || pg_get_wal_replay_pause_state() FROM entry"); pg_isready: ${ready#* - }"
  database primary stop -m immediate
  database standby promote -t 5 2>"$folder/errors" && promoted="done" || promoted="not done"
  echo "promoted: $promoted, $(sed -n 's/.*FATAL/FATAL/p' "$folder/sockets/standby.log" | tail -n 1)"
  database standby start -t 10 2>"$folder/errors" && started="done" || started="not done"
  echo "started again: $started"
  echo "max_connections = 30" >>"$folder/sockets/standby/postgresql.conf"
  database standby start -t 10
  echo "started with 30: $(sql standby -c "SELECT string_agg(id, ', ') FROM entry")"
)"
