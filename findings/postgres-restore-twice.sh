#!/usr/bin/env bash
# The same restore to the same time has an entry less, once another restore of the same archive has been opened and has written.
#
# Expected: a base backup, an archive and a time say what a restore has: each try gives the same entries.
# Seen: in PostgreSQL 15 (Debian's 15.20) a restore to five o'clock gives rent and food. A restore to four o'clock, from before food, is opened, and its
# server archives as it was told to by its copied settings. From then on the restore to five gives rent alone, without an error: it follows the newest
# timeline that is in the archive (recovery_target_timeline = latest, the default since version 12, as the manual says), which left the old one at four.
# With recovery_target_timeline = 1 it gives both again.
# So a restore that is a trial has archive_mode = off, each further restore names its timeline, and sums are compared before it is opened.
source "$(dirname "$0")/common.bash"
postgres_packages
archive="$folder/sockets/archive"
new_database ledger "archive_mode = on" "archive_command = 'test ! -f $archive/%f && cp %p $archive/%f'"
as_databases_user mkdir "$archive"
as_databases_user "$programs/pg_basebackup" -h "$folder/sockets" -p 1 -U owner -D "$folder/sockets/backup" -X stream -c fast
moment() { sleep 0.1 && sql "$1" -c "SELECT clock_timestamp()" && sleep 0.1; }
archived() {
  local last
  last=$(sql "$1" -c "SELECT pg_walfile_name(pg_switch_wal())")
  until_true "$1" "SELECT last_archived_wal >= '$last' FROM pg_stat_archiver"
}
sql ledger -c "CREATE TABLE entry (id text)" -c "INSERT INTO entry VALUES ('rent')"
four=$(moment ledger)
sql ledger -c "INSERT INTO entry VALUES ('food')"
five=$(moment ledger)
sql ledger -c "INSERT INTO entry VALUES ('a mistake')"
archived ledger
database ledger stop -m fast

# restore NAME TIME SETTING...: what is there after the restore to that time.
restore() {
  as_databases_user cp -a "$folder/sockets/backup" "$folder/sockets/$1"
  as_databases_user touch "$folder/sockets/$1/recovery.signal"
  start_database "$1" "restore_command = 'cp $archive/%f %p'" "recovery_target_time = '$2'" "recovery_target_action = promote" "${@:3}"
  until_true "$1" "SELECT NOT pg_is_in_recovery()"
  echo "$1: $(sql "$1" -c "SELECT string_agg(id, ', ') FROM entry")" >>"$folder/seen"
}
restore five "$five" "archive_mode = off"
restore four "$four"
sql four -c "INSERT INTO entry VALUES ('bread')"
archived four
restore five-again "$five" "archive_mode = off"
restore five-on-timeline-1 "$five" "archive_mode = off" "recovery_target_timeline = '1'"
expect "five: rent, food
four: rent
five-again: rent
five-on-timeline-1: rent, food" "$(cat "$folder/seen")"
