#!/usr/bin/env bash
# One table that pg_restore takes out of a whole dump comes without its key, its default and its checks between tables, and exit code 0 says that all is well.
#
# Expected: pg_restore -t entry restores of a whole dump what pg_dump -t entry has. Guess: with --data-only the column's sequence goes with its table.
# Seen: in 15 (Debian's 15.20) pg_dump -t has the primary key, the foreign key, the index and the sequence with its value; pg_restore -t restores the
# columns and rows alone, without a word, so an id can be stored twice and an INSERT without an id fails. With --data-only -t into a database that has
# the schema, the sequence stays at its start: an INSERT is refused as a duplicate until the sequence has passed what is there. --data-only of the whole
# dump stores no entry, as tables come by their names and entry is before the member that it refers to.
# So to have one table back, restore the whole dump into a database of its own and copy the rows from there, and set the sequence by setval.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database home
sql home -c "CREATE TABLE member (id int PRIMARY KEY); CREATE TABLE entry (id serial PRIMARY KEY, member int REFERENCES member, cents int CHECK (cents > 0));
  CREATE INDEX ON entry (member); INSERT INTO member VALUES (1); INSERT INTO entry (member, cents) VALUES (1, 100), (1, 200), (1, 300)"
for name in by_dump by_restore by_data by_table; do sql home -c "CREATE DATABASE $name"; done

on=(-h "$folder/sockets" -p "$(port_of home)" -U owner)
in_copy() { "$programs/psql" -X -q -At "${on[@]}" -d "$1" -c "$2" 2>&1 | sed -n '/DETAIL/d; /^$/d; p'; }
restore() { "$programs/pg_restore" "${on[@]}" "$@" >"$folder/said" 2>&1; }
"$programs/pg_dump" "${on[@]}" -Fc -f "$folder/whole" postgres
"$programs/pg_dump" "${on[@]}" -Fc -t member -t entry -f "$folder/tables" postgres
state() {
  echo "$1: exit code $2, rows $(in_copy "$1" "SELECT count(*) FROM entry")," \
    "constraints: $(in_copy "$1" "SELECT coalesce(string_agg(contype::text, ' ' ORDER BY contype), 'none') FROM pg_constraint WHERE conrelid = 'entry'::regclass")," \
    "indexes: $(in_copy "$1" "SELECT count(*) FROM pg_index WHERE indrelid = 'entry'::regclass")"
}
insert() { in_copy "$1" "INSERT INTO entry ($2) RETURNING 'stored as ' || id" | sed 's/violates.*/violates/' | head -1; }
expect "by_dump: exit code 0, rows 3, constraints: c f p, indexes: 2
  next entry: stored as 4
by_restore: exit code 0, rows 3, constraints: c, indexes: 0
  next entry: ERROR:  null value in column \"id\" of relation \"entry\" violates
  id 1 again, of a member that is not there: stored as 1
by_data: exit code 1, rows 0, constraints: c f p, indexes: 2
  insert or update on table \"entry\" violates foreign key
by_table: exit code 0, rows 3, constraints: c f p, indexes: 2
  first next entry: ERROR:  duplicate key value violates
  second next entry: ERROR:  duplicate key value violates
  third next entry: ERROR:  duplicate key value violates
  fourth next entry: stored as 4" "$(
  code=0
  restore -d by_dump "$folder/tables" || code=$?
  state by_dump "$code"
  echo "  next entry: $(insert by_dump "member, cents) VALUES (1, 400")"
  code=0
  restore -d by_restore -t member -t entry "$folder/whole" || code=$?
  state by_restore "$code"
  echo "  next entry: $(insert by_restore "member, cents) VALUES (1, 400")"
  echo "  id 1 again, of a member that is not there: $(insert by_restore "id, member, cents) VALUES (1, 9, 400")"
  code=0
  restore -d by_data --schema-only "$folder/whole"
  restore -d by_data --data-only "$folder/whole" || code=$?
  state by_data "$code"
  echo "  $(sed -n 's/.*ERROR: *\(.*\) constraint.*/\1/p' "$folder/said")"
  code=0
  restore -d by_table --schema-only "$folder/whole"
  restore -d by_table --data-only -t member "$folder/whole" || code=$?
  restore -d by_table --data-only -t entry "$folder/whole" || code=$?
  state by_table "$code"
  for turn in first second third fourth; do echo "  $turn next entry: $(insert by_table "member, cents) VALUES (1, 400")"; done
)"
