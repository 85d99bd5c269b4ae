#!/usr/bin/env bash
# A file that is lost from pgBackRest's archive is noticed by none of its commands, and the restore comes up without all that was after it.
#
# Guess: with one segment of the WAL gone from the repository, verify and check end with another code than 0, and info's status says so.
# Seen: pgBackRest 2.45 (Debian's) says "ok" in info; verify and check end with 0, and verify's log says no more than "completed successfully".
# The next incremental backup ends with 0, too. A restore of the backup from before ends with 0, and PostgreSQL 15 (15.20) takes the
# first segment that cannot be had for the end: it opens with 1 of 5 entries, on a new timeline, and logs no error.
# After a restore to a time behind the gap PostgreSQL does not start, since it ends before the target.
# So a restore is tried regularly, to a target, and what it has is compared with what was written by then.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgbackrest=2.45*' libssh2-1

cat >"$folder/pgbackrest.conf" <<C
[global]
repo1-path=$folder/sockets/repository
log-path=$folder/sockets
lock-path=$folder/sockets
log-level-console=off
log-level-file=off
repo1-retention-full=2
start-fast=y
[home]
pg1-path=$folder/sockets/home
pg1-port=1
pg1-socket-path=$folder/sockets
pg1-user=owner
C
as_databases_user mkdir "$folder/sockets/repository"
printf '#!/bin/sh\nexec env LD_LIBRARY_PATH=%s %s --config=%s --stanza=home "$@"\n' \
  "$LD_LIBRARY_PATH" "$folder/debian/usr/bin/pgbackrest" "$folder/pgbackrest.conf" >"$folder/run-pgbackrest"
chmod 755 "$folder/run-pgbackrest"
backrest() { as_databases_user "$folder/run-pgbackrest" "$@"; }
# code COMMAND...: the code it ends with.
code() { "$@" >"$folder/said" 2>&1 && echo 0 || echo $?; }
status() { backrest info --output=json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["status"]["message"])'; }

new_database home "archive_mode = on" "archive_command = '$folder/run-pgbackrest archive-push %p'"
backrest stanza-create
sql home -c "CREATE TABLE entry (id int)"
backrest backup --type=full
segments=()
for id in 1 2 3 4 5; do
  segments+=("$(sql home -c "INSERT INTO entry VALUES ($id)" -c "SELECT pg_walfile_name(pg_switch_wal())")")
  until_true home "SELECT last_archived_wal >= '${segments[-1]}' FROM pg_stat_archiver"
done
after=$(sql home -c "SELECT clock_timestamp()")
sql home -c "INSERT INTO entry VALUES (6)"
sql home -c "SELECT pg_switch_wal()" >"$folder/switched"

expect "before: info ok, verify 0, check 0
one segment lost: info ok, verify 0, check 0, incremental backup 0
verify says: completed successfully
restore of the first backup: 0, then 1 of 6 entries, in recovery: f, errors in the log: 0
restore to a time after the gap: 0, PostgreSQL starts: 1
recovery ended before configured recovery target was reached" "$(
  echo "before: info $(status), verify $(code backrest verify), check $(code backrest check)"
  rm "$(find "$folder/sockets/repository" -name "${segments[1]}-*")"
  echo "one segment lost: info $(status), verify $(code backrest verify), check $(code backrest check), incremental backup $(code backrest backup --type=incr)"
  echo "verify says: $(backrest verify --log-level-console=info | grep -vE 'command begin' | sed -n 's/.*verify command end: \([a-z ]*\) (.*/\1/p; t; p')"
  backup=$(backrest info --output=json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["backup"][0]["label"])')
  again() {
    as_databases_user rm -rf "$folder/sockets/home"
    as_databases_user mkdir -m 700 "$folder/sockets/home"
    rm -f "$folder/sockets/home.log"
    restored=$(code backrest restore --set="$backup" "$@")
    # What is restored writes into no archive.
    echo "archive_mode = off" >>"$folder/sockets/home/postgresql.conf"
  }
  database home stop
  again
  database home start
  until_true home "SELECT NOT pg_is_in_recovery()"
  echo "restore of the first backup: $restored, then $(sql home -c "SELECT count(*) FROM entry") of 6 entries," \
    "in recovery: $(sql home -c "SELECT pg_is_in_recovery()"), errors in the log: $(grep -cE 'ERROR|FATAL|PANIC' "$folder/sockets/home.log" || true)"
  database home stop
  again --type=time --target="$after"
  echo "restore to a time after the gap: $restored, PostgreSQL starts: $(code database home start)"
  grep -o 'recovery ended before configured.*' "$folder/sockets/home.log"
)"
