#!/usr/bin/env bash
# One commit with NOTIFY that waits for a synchronous standby stops each other commit with NOTIFY, also of those that wait for no standby.
#
# Guess: who waits for a standby holds up itself and who wants its rows; a NOTIFY on another channel in a transaction with
# synchronous_commit = local commits and is heard at once, and statement_timeout ends it if it should hang.
# Seen in 15 (Debian's 15.20): a commit with NOTIFY takes a lock of the whole cluster and keeps it until its standby has answered. The other
# NOTIFY waits for this lock ("object", database 0) in every database, while an INSERT without NOTIFY goes through; statement_timeout = 200 ms
# is over by then and does not end it, lock_timeout does. When the standby is dropped both commit and are heard.
# With a standby that is there, commits with NOTIFY go one after the other, each for a whole round trip.
# So a log that wakes its readers does not say NOTIFY in the transaction that stores: it does so behind it, or by another way, and sets lock_timeout.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database primary "synchronous_standby_names = 'absent'"
sql primary -c "SET synchronous_commit = local" -c "CREATE DATABASE other" -c "CREATE TABLE entry (id int)"

waiting() { until_true primary "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = '$1' AND wait_event = '$2'"; }
attempt() { sql primary -c "SET synchronous_commit = local" -c "SET lock_timeout = '1s'" -c "SET statement_timeout = '200ms'" "$@" 2>&1 && echo done || true; }
seen() {
  sql primary -c "SET application_name = 'first'" -c "BEGIN; INSERT INTO entry VALUES (1); NOTIFY flat, 'x'; COMMIT" >"$folder/first" 2>&1 &
  waiting first SyncRep
  echo "an INSERT of another: $(attempt -c "INSERT INTO entry VALUES (2)")"
  echo "a NOTIFY on another channel: $(attempt -c "NOTIFY family")"
  echo "a NOTIFY in another database: $(attempt -d other -c "NOTIFY family")"
  sql primary -c "SET application_name = 'third'" -c "SET synchronous_commit = local" -c "LISTEN family" -c "NOTIFY family" >"$folder/third" 2>&1 &
  third=$!
  waiting third object
  echo "a third waits for: $(sql primary -c "SELECT locktype, database, classid::regclass, mode FROM pg_locks WHERE NOT granted")"
  sql primary -c "ALTER SYSTEM SET synchronous_standby_names = ''" -c "SELECT pg_reload_conf()" >"$folder/reload"
  wait "$third"
  echo "without the standby it hears: $(sed 's/ received.*//' "$folder/third")"
}
expect "an INSERT of another: done
a NOTIFY on another channel: ERROR:  canceling statement due to lock timeout
a NOTIFY in another database: ERROR:  canceling statement due to lock timeout
a third waits for: object|0|pg_database|AccessExclusiveLock
without the standby it hears: Asynchronous notification \"family\"" "$(seen)"
