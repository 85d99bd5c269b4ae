#!/usr/bin/env bash
# A restore to two o'clock does not come up when the last entry is of ten to two.
#
# Guess: a restore to 14:00 (recovery_target_time) of an archive whose last commit is of 13:50 comes up with all there is.
# Seen: PostgreSQL 15 (Debian's 15.20) ends with "recovery ended before configured recovery target was reached", since no
# commit behind the target says that it is reached, also with recovery_target_action = promote. Without a target the same
# archive comes up with both entries. pg_ctl start may say by then that the server has started.
# So of a quiet ledger the restore to "now" is one without a target, and a heartbeat row each minute makes every minute of
# the past a target that is reached.
source "$(dirname "$0")/common.bash"
postgres_packages
archive="$folder/sockets/archive"
new_database ledger "archive_mode = on" "archive_command = 'cp %p $archive/%f'"
as_databases_user mkdir "$archive"
as_databases_user "$programs/pg_basebackup" -h "$folder/sockets" -p 1 -U owner -D "$folder/sockets/backup" -X stream -c fast
sql ledger -c "CREATE TABLE entry (id int)" -c "INSERT INTO entry VALUES (1)" -c "INSERT INTO entry VALUES (2)"
target=$(sql ledger -c "SELECT clock_timestamp()")
last=$(sql ledger -c "SELECT pg_walfile_name(pg_switch_wal())")
until_true ledger "SELECT last_archived_wal >= '$last' FROM pg_stat_archiver"

# restore NAME SETTING...: what became of the backup with the archive.
restore() {
  as_databases_user cp -a "$folder/sockets/backup" "$folder/sockets/$1"
  as_databases_user touch "$folder/sockets/$1/recovery.signal"
  start_database "$1" "archive_mode = off" "restore_command = 'cp $archive/%f %p'" "${@:2}" || true
  until grep -E "FATAL:  recovery ended" "$folder/sockets/$1.log" | sed 's/.*FATAL/FATAL/' | grep . ||
    { [ "$(sql "$1" -c "SELECT NOT pg_is_in_recovery()" 2>"$folder/error")" = t ] && sql "$1" -c "SELECT count(*) || ' entries' FROM entry"; }; do :; done
}
expect "a target behind the last commit: FATAL:  recovery ended before configured recovery target was reached
the same, to promote: FATAL:  recovery ended before configured recovery target was reached
no target: 2 entries" "$(
  echo "a target behind the last commit: $(restore paused "recovery_target_time = '$target'")"
  echo "the same, to promote: $(restore promoted "recovery_target_time = '$target'" "recovery_target_action = promote")"
  echo "no target: $(restore whole)"
)"
