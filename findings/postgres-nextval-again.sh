#!/usr/bin/env bash
# After a crash PostgreSQL's sequence gives a number out again that a transaction had and used outside, before its commit.
#
# Guess: a sequence may leave numbers out after a crash, but never gives one twice, since nextval is not undone by a rollback.
# Seen: in 15 (Debian's 15.20) a number that was read in a transaction which is still open when the server is killed comes once more; its record in
# the log is only written out by a commit. After a commit 31 are left out instead.
# So a fence, or an id that goes into a file's name or a message, is used only after the commit of the transaction that took it.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE SEQUENCE fence"
crash() {
  database ledger stop -m immediate
  database ledger start
}

expect "in an open transaction: 1
after the crash: 1
committed: 2
after the crash: 34" "$(
  mkfifo "$folder/open"
  sql ledger <"$folder/open" >"$folder/first" 2>/dev/null &
  exec 3>"$folder/open"
  echo "BEGIN; SELECT nextval('fence');" >&3
  until_true ledger "SELECT is_called FROM fence"
  until [ -s "$folder/first" ]; do :; done
  echo "in an open transaction: $(cat "$folder/first")"
  crash
  exec 3>&-
  echo "after the crash: $(sql ledger -c "SELECT nextval('fence')")"
  echo "committed: $(sql ledger -c "SELECT nextval('fence')")"
  crash
  echo "after the crash: $(sql ledger -c "SELECT nextval('fence')")"
)"