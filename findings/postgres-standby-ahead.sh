#!/usr/bin/env bash
# A synchronous standby shows a row that nobody can see yet on the primary.
#
# Guess: a standby lags behind its primary, so what it shows is committed and acknowledged there.
# Seen: in 15 (Debian's 15.20) with two synchronous standbys, of which one is away, the other shows the row at once, for as long as the writer waits,
# while on the primary the row is invisible and its lock is held. After "ALTER SYSTEM" drops the absent one the primary shows it, too.
# So who reads from a standby may answer with what was never acknowledged; and a node that looks at a standby for what became of its commit learns
# nothing about what the primary will say.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database primary
new_standby near primary
sql primary -c "CREATE TABLE entry (id int PRIMARY KEY)" \
  -c "ALTER SYSTEM SET synchronous_standby_names = 'FIRST 2 (near, far)'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
until_true primary "SELECT current_setting('synchronous_standby_names') <> ''"
both() { echo "$1: primary $(sql primary -c 'SELECT count(*) FROM entry'), standby $(sql near -c 'SELECT count(*) FROM entry')"; }

expect "while the commit waits: primary 0, standby 1
the writer was told: nothing
after the wait: primary 1, standby 1
the writer was told: INSERT 0 1" "$(
  "$programs/psql" -X -At -h "$folder/sockets" -p "$(port_of primary)" -U owner -d postgres -c "INSERT INTO entry VALUES (1)" >"$folder/told" &
  writer=$!
  until_true primary "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
  until_true near "SELECT count(*) > 0 FROM entry"
  both "while the commit waits"
  echo "the writer was told: $([ -s "$folder/told" ] && cat "$folder/told" || echo nothing)"
  sql primary -c "ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (near, far)'" -c "SELECT pg_reload_conf()" >"$folder/reloaded"
  wait "$writer"
  both "after the wait"
  echo "the writer was told: $(cat "$folder/told")"
)"
