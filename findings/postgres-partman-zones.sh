#!/usr/bin/env bash
# February has no partition, and "2040_03" begins on 30 March, when pg_partman's upkeep runs in another time zone than the one that set the months up.
#
# Guess: upkeep goes on from the end of the last partition, so each moment has one partition, whichever zone the session that does it has.
# Seen with pg_partman 4.7.2 (Debian's) and PostgreSQL 15 (Debian's 15.20): months that were set up in India's zone begin at 18:30 UTC of the day before. After
# upkeep in UTC there is no partition of February, and its payment lies in the default partition; "2040_02" is March without its last two days, and each later
# one begins on the 30th. Upkeep ends without an error and goes on so month by month. In India's zone all months are right.
# So who sets partitions up and what keeps them have one time zone, by ALTER DATABASE or ALTER ROLE, and partman.check_default() is asked after each upkeep;
# a partition is not taken for the month of its name.
source "$(dirname "$0")/common.bash"
postgres_packages 'postgresql-15-partman=4.7.2*' 2>"$folder/unsandboxed"
new_database home
sql home -c "CREATE SCHEMA partman" -c "CREATE EXTENSION pg_partman SCHEMA partman"

# months ZONE: five months of payments, with upkeep in that zone behind each, and then the partitions by India's clock.
months() {
  sql home >"$folder/made" <<S
SET TimeZone = 'Asia/Kolkata';
CREATE TABLE entry (at timestamptz NOT NULL, cents bigint) PARTITION BY RANGE (at);
SELECT partman.create_parent('public.entry', 'at', 'native', 'monthly', p_premake => 1, p_start_partition => '2040-01-01');
S
  echo "upkeep in $1"
  for month in 1 2 3 4 5; do
    sql home -c "SET TimeZone = '$1'" -c "INSERT INTO entry VALUES ('2040-$month-15 12:00+05:30', 100) RETURNING '2040-$month-15 is in ' || tableoid::regclass" \
      -c "CALL partman.run_maintenance_proc()"
  done
  sql home <<'S'
SET TimeZone = 'Asia/Kolkata';
SELECT regexp_replace(relname || ': ' || pg_get_expr(relpartbound, class.oid), 'FOR VALUES |00:00:00\+05:30', '', 'g')
FROM pg_class AS class JOIN pg_inherits ON inhrelid = class.oid WHERE inhparent = 'entry'::regclass AND relname < 'entry_p2040_05' ORDER BY relname;
SELECT format('in the default partition: %s', coalesce(sum(count), 0)) FROM partman.check_default();
DELETE FROM partman.part_config;
DROP TABLE entry, partman.template_public_entry;
S
}
expect "upkeep in Asia/Kolkata
2040-1-15 is in entry_p2040_01
2040-2-15 is in entry_p2040_02
2040-3-15 is in entry_p2040_03
2040-4-15 is in entry_p2040_04
2040-5-15 is in entry_p2040_05
entry_default: DEFAULT
entry_p2040_01: FROM ('2040-01-01 ') TO ('2040-02-01 ')
entry_p2040_02: FROM ('2040-02-01 ') TO ('2040-03-01 ')
entry_p2040_03: FROM ('2040-03-01 ') TO ('2040-04-01 ')
entry_p2040_04: FROM ('2040-04-01 ') TO ('2040-05-01 ')
in the default partition: 0
upkeep in UTC
2040-1-15 is in entry_p2040_01
2040-2-15 is in entry_default
2040-3-15 is in entry_p2040_02
2040-4-15 is in entry_p2040_03
2040-5-15 is in entry_p2040_04
entry_default: DEFAULT
entry_p2040_01: FROM ('2040-01-01 ') TO ('2040-02-01 ')
entry_p2040_02: FROM ('2040-03-01 ') TO ('2040-03-30 ')
entry_p2040_03: FROM ('2040-03-30 ') TO ('2040-04-30 ')
entry_p2040_04: FROM ('2040-04-30 ') TO ('2040-05-30 ')
in the default partition: 1" "$(for zone in Asia/Kolkata UTC; do months "$zone"; done)"
