#!/usr/bin/env bash
# A condition that guards an UPDATE against a concurrent one does so only where it names the row itself, not in a subquery of the same statement.
#
# Guess: at READ COMMITTED an UPDATE that waited for another looks at the new row again, so "WHERE head = 5" finds nothing, however it is written;
# and a subquery in SET reads what the statement that it waited for has stored.
# Seen in 15 (Debian's 15.20), with a first transaction that moves head from 5 to 6 and a second statement that waited for it:
# with head = 5 beside the row's key it changes nothing, also where 5 comes from a joined VALUES. With id IN (SELECT id ... WHERE head = 5) it moves
# head from 6 to 7; NOT EXISTS (the event that the first inserted) is still true; and a head from a CTE or from max(number) is the old one, so the
# first change is written over: 6 again. A row that was deleted and inserted again with head 5 is not found by head = 5.
# So an append compares a column of the row that it updates, and takes nothing from subqueries.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE room (id int PRIMARY KEY, head int)" -c "CREATE TABLE event (room int, number int, PRIMARY KEY (room, number))"

# second LABEL STATEMENT [FIRST]: the statement waits for a first transaction that appends event 6, and goes on when that commits.
second() {
  sql ledger -c "TRUNCATE room, event" -c "INSERT INTO room VALUES (1, 5)" -c "INSERT INTO event VALUES (1, 5)"
  mkfifo "$folder/first"
  sql ledger <"$folder/first" &
  exec 3>"$folder/first"
  echo "BEGIN; ${3:-UPDATE room SET head = 6 WHERE id = 1; INSERT INTO event VALUES (1, 6);}" >&3
  until_true ledger "SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'idle in transaction'"
  "$programs/psql" -X -At -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d postgres -c "$2" >"$folder/tag" 3>&- &
  until_true ledger "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
  echo "COMMIT;" >&3
  exec 3>&-
  wait
  rm "$folder/first"
  echo "$1: $(tail -1 "$folder/tag"), head $(sql ledger -c 'SELECT head FROM room')"
}
expect "head = 5: UPDATE 0, head 6
head = 5 from VALUES: UPDATE 0, head 6
id IN (SELECT ... head = 5): UPDATE 1, head 7
NOT EXISTS event 6: UPDATE 1, head 7
SET head = SELECT max: UPDATE 1, head 6
head from a CTE: UPDATE 1, head 6
deleted and inserted with 5: UPDATE 0, head 5" "$(
  second "head = 5" "UPDATE room SET head = head + 1 WHERE id = 1 AND head = 5"
  second "head = 5 from VALUES" "UPDATE room SET head = room.head + 1 FROM (VALUES (1, 5)) AS want (id, head) WHERE room.id = want.id AND room.head = want.head"
  second "id IN (SELECT ... head = 5)" "UPDATE room SET head = head + 1 WHERE id IN (SELECT id FROM room WHERE head = 5)"
  second "NOT EXISTS event 6" "UPDATE room SET head = head + 1 WHERE id = 1 AND NOT EXISTS (SELECT FROM event WHERE room = 1 AND number = 6)"
  second "SET head = SELECT max" "UPDATE room SET head = (SELECT max(number) + 1 FROM event WHERE room = 1) WHERE id = 1"
  second "head from a CTE" "WITH old AS (SELECT id, head FROM room WHERE id = 1) UPDATE room SET head = old.head + 1 FROM old WHERE room.id = old.id"
  second "deleted and inserted with 5" "UPDATE room SET head = head + 1 WHERE id = 1 AND head = 5" "DELETE FROM room; INSERT INTO room VALUES (1, 5);"
)"
