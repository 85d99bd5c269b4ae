#!/usr/bin/env bash
# A standby whose replay somebody paused goes on by itself within a second or two under Patroni.
#
# Guess: what pg_wal_replay_pause() has stopped on a standby stays so until somebody says pg_wal_replay_resume(), as PostgreSQL's manual has it.
# Seen: Patroni 4.1.5 (with PostgreSQL 15.20) resumes it in its next turn (loop_wait, 1 s here and 10 s by default), and says so in its log
# alone; what was deleted on the primary meanwhile is gone on the standby then. After "patronictl pause" it does not.
# So a standby is held still, to rescue what was deleted on the primary, by "patronictl pause" first, or by stopping Patroni there.
source "$(dirname "$0")/common.bash"
patroni_packages
patroni_member a primary
patroni_member b sync
member_sql a -c "CREATE TABLE entry AS SELECT generate_series(1, 3) AS id"

paused() { member_sql b -c "SELECT pg_get_wal_replay_pause_state()"; }
pause() {
  member_sql b -c "SELECT pg_wal_replay_pause()" >"$folder/answer"
  until [ "$(paused)" != "pause requested" ]; do :; done
}
expect "paused by hand: paused
the primary deletes all, and the standby has in the end: 0, not paused
its log: Resuming paused WAL replay for PostgreSQL 14+
and with patronictl pause: 3, paused" "$(
  until [ "$(member_sql b -c 'SELECT count(*) FROM entry' 2>&1)" = 3 ]; do sleep 0.1; done
  pause
  echo "paused by hand: $(paused)"
  member_sql a -c "DELETE FROM entry"
  until [ "$(paused)" = "not paused" ]; do sleep 0.1; done
  until [ "$(member_sql b -c 'SELECT count(*) FROM entry')" = 0 ]; do sleep 0.1; done
  echo "the primary deletes all, and the standby has in the end: $(member_sql b -c 'SELECT count(*) FROM entry'), $(paused)"
  echo "its log: $(sed -n 's/.*INFO: \(Resuming.*\)/\1/p' "$folder/b.log" | tail -1)"
  member_sql a -c "INSERT INTO entry SELECT generate_series(1, 3)"
  until [ "$(member_sql b -c 'SELECT count(*) FROM entry')" = 3 ]; do sleep 0.1; done
  patronictl pause --wait >"$folder/answer"
  pause
  member_sql a -c "DELETE FROM entry"
  # Five turns of Patroni.
  turns() { curl -s --noproxy '*' "http://127.0.0.1:$(cat "$folder/rest-of-b")/patroni" | python3 -c 'import json, sys; print(json.load(sys.stdin)["dcs_last_seen"])'; }
  begin=$(turns)
  until [ "$(turns)" -ge "$((begin + 5))" ]; do sleep 0.2; done
  echo "and with patronictl pause: $(member_sql b -c 'SELECT count(*) FROM entry'), $(paused)"
)"
