#!/usr/bin/env bash
# The usual question for a standby's lag says 0 for a standby that is cut off, and hours for one that has everything.
#
# Expected: the lag is how far behind the primary a standby is, so it grows when it is cut off, and is nothing otherwise.
# Seen: in 15 (Debian's 15.20) a cut-off standby has replayed all that it received, so "CASE WHEN
# pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0 ..." is 0 while the primary stores entries that it lacks;
# and now() - pg_last_xact_replay_timestamp() is the age of the last commit, which grows on a standby that has everything.
# pg_stat_replication of the primary has no line for a cut-off standby, so a maximum over its lags is empty and not high.
# So the primary is asked whether the standby's line is there, or a heartbeat row is read on the standby.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
new_standby spare ledger
caught_up="SELECT count(*) = 1 AND bool_and(replay_lsn = pg_current_wal_lsn()) FROM pg_stat_replication"
lag="SELECT CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
  ELSE extract(epoch FROM now() - pg_last_xact_replay_timestamp()) END"
age="SELECT now() - pg_last_xact_replay_timestamp() > interval '3 s'"
told() {
  echo "$1: entries $(sql ledger -c "SELECT count(*) FROM entry") and $(sql spare -c "SELECT count(*) FROM entry"), lag $(sql spare -c "$lag")," \
    "last replayed commit older than 3 s: $(sql spare -c "$age")," \
    "lines of standbys: $(sql ledger -c "SELECT count(*) FROM pg_stat_replication")"
}

expect "nothing to replicate: entries 1 and 1, lag 0, last replayed commit older than 3 s: t, lines of standbys: 1
cut off: entries 2 and 1, lag 0, last replayed commit older than 3 s: t, lines of standbys: 0" "$(
  sql ledger -c "CREATE TABLE entry (id int)" -c "INSERT INTO entry VALUES (1)"
  until_true ledger "$caught_up"
  sql ledger -c "SELECT pg_sleep(3.2)" >"$folder/slept"
  told "nothing to replicate"
  sql spare -c "ALTER SYSTEM SET primary_conninfo = 'host=$folder/away'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
  until_true ledger "SELECT count(*) = 0 FROM pg_stat_replication"
  sql ledger -c "INSERT INTO entry VALUES (2)"
  told "cut off"
)"
