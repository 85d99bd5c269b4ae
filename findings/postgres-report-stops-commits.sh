#!/usr/bin/env bash
# A report that is read on the standby stops every payment on the primary, when commits wait until the standby shows them (remote_apply).
#
# Guess: what is read on a standby holds back nobody on the primary; at most the report is cancelled, since the standby has to go on.
# Seen: in 15 (Debian's 15.20) a transaction that reads a table on the standby stops the standby's replay at the first VACUUM of that table. With
# synchronous_commit = remote_apply all commits on the primary then wait, also those of other tables, until the report ends or
# max_standby_streaming_delay is over (30 s unless set), and only then is the report cancelled. With synchronous_commit = on they do not wait.
# hot_standby_feedback = on prevents it: the VACUUM keeps the rows that the report sees.
# So a store that uses remote_apply sets hot_standby_feedback, or has a standby of its own for reports.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database primary "autovacuum = off"
sql primary -c "CREATE TABLE report (id int)" -c "CREATE TABLE entry (id int)" -c "INSERT INTO report SELECT generate_series(1, 1000)"
new_standby second primary "max_standby_streaming_delay = '60s'" "wal_receiver_status_interval = '1s'" "primary_conninfo = 'host=$folder/sockets port=$(port_of primary) user=owner application_name=second'"
sql primary -c "ALTER SYSTEM SET synchronous_standby_names = 'second'" -c "SELECT pg_reload_conf()" >"$folder/reload"
until_true primary "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"

# pays LEVEL: whether an INSERT into another table is answered within a second.
pays() {
  timeout 1 "$programs/psql" -X -q -At -h "$folder/sockets" -p "$(port_of primary)" -U owner -d postgres -c "SET synchronous_commit = $1" \
    -c "INSERT INTO entry VALUES (1)" >"$folder/paid" 2>&1 && echo "is answered" || echo "waits"
}
# beside_a_report: the report reads on the standby; the table that it reads is changed and vacuumed on the primary.
beside_a_report() {
  mkfifo "$folder/report"
  sql second <"$folder/report" >"$folder/rows" 2>&1 &
  reporter=$!
  exec 7>"$folder/report"
  printf '%s\n' "SET application_name = 'report';" "BEGIN ISOLATION LEVEL REPEATABLE READ;" "SELECT count(*) FROM report;" >&7
  until_true second "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'report' AND state = 'idle in transaction'"
  # Feedback, where it is on, has to have come.
  [ "$1" = off ] || until_true primary "SELECT backend_xmin IS NOT NULL FROM pg_stat_replication"
  sql primary -c "SET synchronous_commit = local" -c "UPDATE report SET id = id + 1" -c "VACUUM report"
  echo "hot_standby_feedback = $1, commit with on: $(pays on)"
  echo "hot_standby_feedback = $1, commit with remote_apply: $(pays remote_apply)"
  echo "COMMIT;" >&7
  exec 7>&-
  wait "$reporter"
  rm "$folder/report"
  echo "the report has read $(cat "$folder/rows"), and then a commit with remote_apply: $(pays remote_apply)"
}
seen() {
  beside_a_report off
  sql second -c "ALTER SYSTEM SET hot_standby_feedback = on" -c "SELECT pg_reload_conf()" >"$folder/reload"
  beside_a_report on
}
expect "hot_standby_feedback = off, commit with on: is answered
hot_standby_feedback = off, commit with remote_apply: waits
the report has read 1000, and then a commit with remote_apply: is answered
hot_standby_feedback = on, commit with on: is answered
hot_standby_feedback = on, commit with remote_apply: is answered
the report has read 1000, and then a commit with remote_apply: is answered" "$(seen)"
