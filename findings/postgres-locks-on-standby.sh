#!/usr/bin/env bash
# A standby gives out the advisory lock that somebody has on the primary, and after its promotion that lock is the one on the new primary.
#
# Expected: pg_try_advisory_lock on a standby is refused, as all that changes something is, or tells that the primary has given the lock away.
# Seen in 15 (Debian's 15.20): locks are not replicated, and a standby has its own: both servers say true. After the promotion the session on the
# standby goes on and keeps its lock, so a node that comes over from the old primary and wants its lock again does not get it; LOCK TABLE in
# EXCLUSIVE MODE, LISTEN and SELECT ... FOR UPDATE are refused on the standby.
# So who takes an advisory lock asks in the same session whether pg_is_in_recovery() is false, and a claim that must outlive a fail-over is a row.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE entry (id int)" -c "INSERT INTO entry VALUES (1)"
new_standby north ledger
until_true north "SELECT count(*) = 1 FROM entry"

# session NAME: a session that stays open; what it is told to ask comes through a pipe.
session() {
  mkfifo "$folder/ask-$1"
  sql "$1" <"$folder/ask-$1" >"$folder/told-$1" 2>&1 &
}
# told NAME LINES: waits for so many lines of answers, and gives the last one.
told() {
  for _ in $(seq 300); do
    [ "$(wc -l <"$folder/told-$1")" -ge "$2" ] && break
    sleep 0.1
  done
  tail -n 1 "$folder/told-$1"
}
session ledger
session north
exec 5>"$folder/ask-ledger" 6>"$folder/ask-north"
lock="SELECT pg_try_advisory_lock(5);"
expect "primary: t
standby: t
on the standby: cannot execute LISTEN during recovery
on the standby: cannot execute SELECT FOR UPDATE in a read-only transaction
on the standby: cannot execute LOCK TABLE during recovery
promoted, the same session asks for its locks: 1
the node of the old primary asks the new one: f" "$(
  echo "$lock" >&5
  echo "primary: $(told ledger 1)"
  echo "$lock" >&6
  echo "standby: $(told north 1)"
  for command in "LISTEN entries" "SELECT id FROM entry FOR UPDATE" "BEGIN; LOCK TABLE entry IN EXCLUSIVE MODE"; do
    sql north -c "$command" 2>&1 | sed -n 's/^ERROR:  /on the standby: /p'
  done
  database ledger stop -m immediate
  database north promote
  echo "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid();" >&6
  echo "promoted, the same session asks for its locks: $(told north 2)"
  echo "the node of the old primary asks the new one: $(sql north -c "$lock")"
)"
exec 5>&- 6>&-
