#!/usr/bin/env bash
# A standby that is kept an hour behind against mistakes makes the mistake too when it is promoted, also when its replay was paused before.
#
# Guess: with recovery_min_apply_delay = '1h' a standby that still shows the 100 entries keeps them when it is promoted, since the DELETE is not due
# for an hour; if it does not, pg_wal_replay_pause() before the promotion holds the DELETE off.
# Seen: PostgreSQL 15 (Debian's 15.20) applies all that has come before it opens, so 0 entries are left in both cases. The documentation says that the
# delay ends with the promotion, and a pause, too. While the delay waits, the state of the pause is "pause requested" and stays so.
# A recovery_target_time of before the mistake, a delay of 0 and a restart with recovery_target_action = promote keep the entries.
# So a delayed standby is no copy to switch to: it is stopped first, and comes up with a target.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database home
sql home -c "CREATE TABLE entry (id int PRIMARY KEY); INSERT INTO entry SELECT generate_series(1, 100)"
for name in plain paused target; do new_standby "$name" home "recovery_min_apply_delay = '1h'"; done
sql home -c "CREATE TABLE before AS SELECT clock_timestamp() AS moment"
moment=$(sql home -c "SELECT moment FROM before")
sql home -c "DELETE FROM entry"
written=$(sql home -c "SELECT pg_current_wal_lsn()")
for name in plain paused target; do until_true "$name" "SELECT pg_last_wal_receive_lsn() >= '$written'"; done

expect "plain: 100 before, 0 after
paused: 100 before, 0 after; the pause before: pause requested
target: 100 before, 100 after" "$(
  entries() { sql "$1" -c "SELECT count(*) FROM entry"; }
  before=$(entries plain)
  sql plain -c "SELECT pg_promote()" >"$folder/promoted"
  echo "plain: $before before, $(entries plain) after"

  before=$(entries paused)
  sql paused -c "SELECT pg_wal_replay_pause()" >"$folder/asked"
  state=$(sql paused -c "SELECT pg_get_wal_replay_pause_state()")
  sql paused -c "SELECT pg_promote()" >"$folder/promoted"
  echo "paused: $before before, $(entries paused) after; the pause before: $state"

  before=$(entries target)
  printf '%s\n' "recovery_min_apply_delay = 0" "recovery_target_time = '$moment'" "recovery_target_action = promote" >>"$folder/sockets/target/postgresql.conf"
  database target restart
  until_true target "SELECT NOT pg_is_in_recovery()"
  echo "target: $before before, $(entries target) after"
)"
