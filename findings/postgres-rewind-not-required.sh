#!/usr/bin/env bash
# Right after a fail-over pg_rewind says "no rewind required" of a primary that has gone its own way, and exits with 0.
#
# Guess: pg_ctl promote returns when the new primary writes on its new timeline, so pg_rewind against it finds the fork, or fails.
# Seen: in 15 (Debian's 15.20) the new primary writes on timeline 2, while its control file says 1 until its next checkpoint, which is spread over
# minutes. pg_rewind and pg_control_checkpoint() believe the control file: "source and target cluster are on the same timeline". After CHECKPOINT the
# same command rewinds. IDENTIFY_SYSTEM and pg_walfile_name say 2 at once.
# So CHECKPOINT comes before pg_rewind, and no program takes the timeline from pg_control_checkpoint(), nor exit code 0 for a rewound server.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database old "wal_log_hints = on" "wal_keep_size = 256MB"
new_standby new old
# The pages of the table are what the new primary's first checkpoint writes out slowly.
sql old -c "CREATE TABLE entry AS SELECT generate_series(1, 200000) AS id"

rewind() {
  as_databases_user "$programs/pg_rewind" -D "$folder/sockets/old" --source-server="host=$folder/sockets port=$(port_of new) user=owner dbname=postgres" \
    2>&1 | sed -En 's/^pg_rewind: (no rewind required|Done!)$/pg_rewind: \1/p'
  echo "exit code ${PIPESTATUS[0]}"
}
expect "timeline by control file 1, by IDENTIFY_SYSTEM 2, by the log's file 2
rows only in the old one: 1
pg_rewind: no rewind required
exit code 0
timeline by control file 2
pg_rewind: Done!
exit code 0" "$(
  until_true old "SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication"
  database new promote
  by_protocol=$("$programs/psql" -X -At -F ' ' -U owner "host=$folder/sockets port=$(port_of new) dbname=postgres replication=database" -c IDENTIFY_SYSTEM)
  echo "timeline by control file $(sql new -c 'SELECT timeline_id FROM pg_control_checkpoint()'), by IDENTIFY_SYSTEM $(echo "$by_protocol" | cut -d ' ' -f 2)," \
    "by the log's file $(sql new -c 'SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 8, 1)')"
  sql old -c "INSERT INTO entry VALUES (0)"
  echo "rows only in the old one: $(($(sql old -c 'SELECT count(*) FROM entry') - $(sql new -c 'SELECT count(*) FROM entry')))"
  database old stop -m fast
  rewind
  sql new -c CHECKPOINT
  echo "timeline by control file $(sql new -c 'SELECT timeline_id FROM pg_control_checkpoint()')"
  rewind
)"
