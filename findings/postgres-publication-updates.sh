#!/usr/bin/env bash
# A publication for a copy elsewhere stops each UPDATE and DELETE of a table without a primary key, where it is published.
#
# Expected: CREATE PUBLICATION says what a subscriber may get, and changes nothing for who writes.
# Seen: in 15 (Debian's 15.20) with wal_level = logical the next UPDATE is refused ("does not have a replica identity and
# publishes updates"), with no subscriber there, while INSERT goes on, so payments come in and none is marked as settled.
# CREATE PUBLICATION says nothing of it; FOR ALL TABLES does so to each table that is made later, too. REPLICA IDENTITY FULL
# helps, and so does a publication that publishes inserts alone.
# So each table has a primary key, and a publication is tried where nobody works.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger "wal_level = logical"
sql ledger -c "CREATE TABLE line (who text, cents int)" -c "INSERT INTO line VALUES ('Asha', 100)"
try() { echo "$1: $(sql ledger -c "$1" 2>&1 && echo done)" | sed 's/ERROR: *//; /HINT/d'; }
expect "UPDATE line SET cents = 200: done
CREATE PUBLICATION copy FOR ALL TABLES: done
INSERT INTO line VALUES ('Ravi', 100): done
UPDATE line SET cents = 300: cannot update table \"line\" because it does not have a replica identity and publishes updates
DELETE FROM line: cannot delete from table \"line\" because it does not have a replica identity and publishes deletes
ALTER TABLE line REPLICA IDENTITY FULL: done
UPDATE line SET cents = 300: done
CREATE TABLE later AS SELECT * FROM line: done
UPDATE later SET cents = 400: cannot update table \"later\" because it does not have a replica identity and publishes updates
ALTER PUBLICATION copy SET (publish = insert): done
UPDATE later SET cents = 400: done" "$(
  try "UPDATE line SET cents = 200"
  try "CREATE PUBLICATION copy FOR ALL TABLES"
  try "INSERT INTO line VALUES ('Ravi', 100)"
  try "UPDATE line SET cents = 300"
  try "DELETE FROM line"
  try "ALTER TABLE line REPLICA IDENTITY FULL"
  try "UPDATE line SET cents = 300"
  try "CREATE TABLE later AS SELECT * FROM line"
  try "UPDATE later SET cents = 400"
  try "ALTER PUBLICATION copy SET (publish = insert)"
  try "UPDATE later SET cents = 400"
)"
