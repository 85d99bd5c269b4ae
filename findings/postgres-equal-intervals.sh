#!/usr/bin/env bash
# To PostgreSQL a month, thirty days and 720 hours are one and the same interval: a unique key has space for one of them.
#
# Guess: '1 month' and '30 days' are unlike, since date + one and date + the other are other days; a table of rules has a row for each.
# Seen: in 15 (Debian's 15.20) they are equal, though each comes back as it was stored: a primary key refuses the second, DISTINCT and GROUP BY give
# one row with whichever came first, a join matches either, and ON CONFLICT (every) DO NOTHING drops the new one without an error. A year is 360
# days, so '1 year' is shorter than '365 days'.
# Dates are right: 31 January + 1 month is 28 February, + 30 days is 2 March.
# So how often something recurs is stored as a number and a unit in columns of their own, never as an interval that is compared.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database rules
sql rules -c "CREATE TABLE rule (every interval PRIMARY KEY, name text)"

seen() {
  echo "stored: $(sql rules -c "INSERT INTO rule VALUES ('1 month', 'rent') RETURNING every")"
  echo "a second rule: $(sql rules -c "INSERT INTO rule VALUES ('30 days', 'pass')" 2>&1 | head -1)"
  echo "ON CONFLICT DO NOTHING: $(sql rules -c "INSERT INTO rule VALUES ('30 days', 'pass') ON CONFLICT DO NOTHING" 2>&1 && sql rules -c "SELECT count(*) FROM rule")"
  echo "found by 720 hours: $(sql rules -c "SELECT name, every FROM rule WHERE every = '720 hours'")"
  echo "different ones of three: $(sql rules -c "SELECT count(DISTINCT every) FROM (VALUES (interval '1 month'), ('30 days'), ('720 hours')) AS all_of (every)")"
  echo "a year less than 365 days: $(sql rules -c "SELECT interval '1 year' < interval '365 days'")"
  echo "from 31 January: $(sql rules -c "SELECT to_char(date '2026-01-31' + interval '1 month', 'MM-DD'), to_char(date '2026-01-31' + interval '30 days', 'MM-DD')")"
}
expect "stored: 1 mon
a second rule: ERROR:  duplicate key value violates unique constraint \"rule_pkey\"
ON CONFLICT DO NOTHING: 1
found by 720 hours: rent|1 mon
different ones of three: 1
a year less than 365 days: t
from 31 January: 02-28|03-02" "$(seen)"
