#!/usr/bin/env bash
# PostgreSQL's to_date makes the first of January of 1 BC of an empty cell, and 2069 of the year 69.
#
# Expected: a text that lacks what the format names is refused, as 31 February is, or is NULL; and half past twelve is half
# past twelve.
# Seen: in 15 (Debian's 15.20) an empty text is 0001-01-01 BC, and 1/2 with DD/MM is the 1st of February of 1 BC. What
# stands behind the date is passed over, so 2026-04-03 with a further word is taken; a year of two digits is 2069 for 69
# and 1970 for 70. Separators are alike. to_timestamp with HH, which is of the twelve hours, makes 00:30 of 12:30 and
# refuses 14:30, so a file of one morning reads well. A cast to date refuses the empty text.
# So an import looks at the text by a pattern first, and refuses years that no statement has.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger

# read_as FUNCTION TEXT FORMAT
read_as() { echo "$2 with $3: $(sql ledger -c "SET timezone = 'UTC'" -c "SELECT $1('$2', '$3')" 2>&1 | sed '2,$d; s/^ERROR: .*/refused/')"; }
expect "2026-04-03 with YYYY-MM-DD: 2026-04-03
2026-02-31 with YYYY-MM-DD: refused
 with YYYY-MM-DD: 0001-01-01 BC
1/2 with DD/MM: 0001-02-01 BC
2026-04-03 and more with YYYY-MM-DD: 2026-04-03
31.12.69 with DD/MM/YY: 2069-12-31
31.12.70 with DD/MM/YY: 1970-12-31
2026-01-01 11:30 with YYYY-MM-DD HH:MI: 2026-01-01 11:30:00+00
2026-01-01 12:30 with YYYY-MM-DD HH:MI: 2026-01-01 00:30:00+00
2026-01-01 14:30 with YYYY-MM-DD HH:MI: refused
an empty text cast to date: refused" "$(
  read_as to_date 2026-04-03 YYYY-MM-DD
  read_as to_date 2026-02-31 YYYY-MM-DD
  read_as to_date '' YYYY-MM-DD
  read_as to_date 1/2 DD/MM
  read_as to_date '2026-04-03 and more' YYYY-MM-DD
  read_as to_date 31.12.69 DD/MM/YY
  read_as to_date 31.12.70 DD/MM/YY
  read_as to_timestamp '2026-01-01 11:30' 'YYYY-MM-DD HH:MI'
  read_as to_timestamp '2026-01-01 12:30' 'YYYY-MM-DD HH:MI'
  read_as to_timestamp '2026-01-01 14:30' 'YYYY-MM-DD HH:MI'
  echo "an empty text cast to date: $(sql ledger -c "SELECT ''::date" 2>&1 | sed '2,$d; s/^ERROR: .*/refused/')")"
