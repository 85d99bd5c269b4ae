#!/usr/bin/env bash
# Changes that a program takes from a logical slot by SQL are gone when its transaction rolls back, and come again after a crash of the server.
#
# Guess: INSERT ... SELECT FROM pg_logical_slot_get_changes in a transaction that rolls back leaves the changes in the slot, as a DELETE from a queue would;
# LIMIT 1 takes one, and what was taken by a committed transaction does not come again.
# Seen: in PostgreSQL 15 (Debian's 15.20) the call moves the slot on whatever becomes of its transaction, and to the end of what there is, whatever LIMIT
# says. After a crash of the server the slot is where the last checkpoint found it, and gives out what a committed transaction has taken since; the
# documentation says the latter alone. With pg_logical_slot_peek_changes and pg_replication_slot_advance in one transaction nothing is lost.
# So a feed peeks, stores what it has read together with its position, advances after the commit, and finds by the position what it has already.
source "$(dirname "$0")/common.bash"
postgres_packages

new_database home "wal_level = logical"
sql home -c "CREATE TABLE entry (id serial PRIMARY KEY, cents bigint); CREATE TABLE taken (position pg_lsn, change text)"
sql home -c "SELECT pg_create_logical_replication_slot('feed', 'test_decoding')" >"$folder/slot"
# pay CENTS: an entry by itself, with nothing in the slot before it.
pay() { sql home -c "SELECT count(*) FROM pg_logical_slot_get_changes('feed', NULL, NULL)" -c "INSERT INTO entry (cents) VALUES ($1)" >"$folder/paid"; }
left() { sql home -c "SELECT count(*) FILTER (WHERE data LIKE 'table public.entry:%') FROM pg_logical_slot_peek_changes('feed', NULL, NULL)"; }
took() {
  pay 1250
  echo "before: $(left)"
  sql home -c "BEGIN" -c "INSERT INTO taken SELECT lsn, data FROM pg_logical_slot_get_changes('feed', NULL, NULL)" -c "ROLLBACK"
  echo "taken, rolled back: $(left) left"
  pay 300
  sql home -c "INSERT INTO taken SELECT lsn, data FROM pg_logical_slot_get_changes('feed', NULL, NULL) LIMIT 1"
  echo "LIMIT 1 of three lines: $(left) left, $(sql home -c "SELECT string_agg(split_part(change, ' ', 1), ' ') FROM taken")"
  sql home -c "TRUNCATE taken" -c "CHECKPOINT"
  pay 99
  sql home -c "INSERT INTO taken SELECT lsn, data FROM pg_logical_slot_get_changes('feed', NULL, NULL)"
  echo "committed: $(left) left"
  database home restart -m immediate
  echo "after a crash: $(left) left, of which $(sql home -c "
    SELECT count(*) FROM pg_logical_slot_peek_changes('feed', NULL, NULL) JOIN taken ON lsn = position AND data = change WHERE data LIKE 'table public.entry:%'") taken already"
  sql home -c "SELECT count(*) FROM pg_logical_slot_get_changes('feed', NULL, NULL)" >"$folder/emptied"
  pay 5
  sql home -c "BEGIN" -c "INSERT INTO taken SELECT lsn, data FROM pg_logical_slot_peek_changes('feed', NULL, NULL)" -c "ROLLBACK"
  echo "peeked, rolled back: $(left) left"
}
expect "before: 1
taken, rolled back: 0 left
LIMIT 1 of three lines: 0 left, BEGIN
committed: 0 left
after a crash: 1 left, of which 1 taken already
peeked, rolled back: 1 left" "$(took)"
