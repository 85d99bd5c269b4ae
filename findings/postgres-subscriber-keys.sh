#!/usr/bin/env bash
# A subscriber of PostgreSQL stores entries of members that it does not have, though its foreign key forbids them, and keeps no total that a trigger keeps.
#
# Guess: a foreign key of the subscriber holds for what it copies, too, and stops the copy with an error, as its CHECK and its primary key do; an update
# of a row that is not there stops it as well.
# Seen: in 15 (Debian's 15.20) copied entries refer to members that are not there, and pg_constraint still calls the key validated; the same INSERT by
# hand is refused. The keys are checked by triggers, and triggers fire for copied rows only after ENABLE ALWAYS or ENABLE REPLICA, so a total that a
# trigger keeps stays 0 as well. UPDATE and DELETE of a row that somebody has deleted on the subscriber pass over it without an error.
# So a publication has all the tables that refer to each other, what the copy has is compared with what was published, and nobody writes in the copy.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger "wal_level = logical"
sql ledger -c "CREATE DATABASE published" -c "CREATE DATABASE copy"
in_base() { "$programs/psql" -X -q -At -h "$folder/sockets" -p "$(port_of ledger)" -U owner -d "$1" -c "$2" 2>&1 | sed '/^DETAIL/d; s/ on table.*violates/ violates/'; }
tables="CREATE TABLE member (id int PRIMARY KEY); CREATE TABLE total (cents bigint); INSERT INTO total VALUES (0); CREATE TABLE mark (id int PRIMARY KEY);
  CREATE TABLE entry (id int PRIMARY KEY, member int REFERENCES member ON DELETE CASCADE, cents int)"
in_base published "$tables; CREATE PUBLICATION entries FOR TABLE entry, mark"
in_base copy "$tables"
in_base copy "CREATE FUNCTION add() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN UPDATE public.total SET cents = cents + new.cents; RETURN new; END'"
in_base copy "CREATE TRIGGER add AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION add()"
in_base published "SELECT pg_create_logical_replication_slot('copied', 'pgoutput')" >"$folder/slot"
in_base copy "CREATE SUBSCRIPTION entries CONNECTION 'host=$folder/sockets port=$(port_of ledger) dbname=published user=owner'
  PUBLICATION entries WITH (create_slot = false, slot_name = copied)"

# copied: until the copy has all that was published so far, as a row that is published now comes last.
copied() {
  in_base published "INSERT INTO mark SELECT count(*) + 1 FROM mark"
  until [ "$(in_base copy "SELECT count(*) FROM mark")" = "$(in_base published "SELECT count(*) FROM mark")" ]; do sleep 0.05; done
}
rows() { in_base copy "SELECT coalesce(string_agg(id || ' of member ' || member || ' ' || cents, ', ' ORDER BY id), 'none') FROM entry"; }
expect "copied: 1 of member 1 100, 2 of member 2 200
members there: 0, total 0, the key is validated: t
by hand: ERROR:  insert or update violates foreign key constraint \"entry_member_fkey\"
updated where it was deleted: 2 of member 2 250
ENABLE ALWAYS: 2 of member 2 250, 3 of member 1 300, total 300
errors of the copy: 0" "$(
  until [ "$(in_base copy "SELECT bool_and(srsubstate = 'r') FROM pg_subscription_rel")" = t ]; do sleep 0.1; done
  in_base published "INSERT INTO member VALUES (1), (2); INSERT INTO entry VALUES (1, 1, 100), (2, 2, 200)"
  copied
  echo "copied: $(rows)"
  echo "members there: $(in_base copy "SELECT count(*) FROM member"), total $(in_base copy "TABLE total"), the key is validated:" \
    "$(in_base copy "SELECT convalidated FROM pg_constraint WHERE conname = 'entry_member_fkey'")"
  echo "by hand: $(in_base copy "INSERT INTO entry VALUES (9, 2, 1)")"
  in_base copy "DELETE FROM entry WHERE id = 1"
  in_base published "UPDATE entry SET cents = 150 WHERE id = 1; UPDATE entry SET cents = 250 WHERE id = 2"
  copied
  echo "updated where it was deleted: $(rows)"
  in_base copy "ALTER TABLE entry ENABLE ALWAYS TRIGGER add"
  in_base published "INSERT INTO entry VALUES (3, 1, 300)"
  copied
  echo "ENABLE ALWAYS: $(rows), total $(in_base copy "TABLE total")"
  echo "errors of the copy: $(in_base copy "SELECT apply_error_count FROM pg_stat_subscription_stats")"
)"
