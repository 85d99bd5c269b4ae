#!/usr/bin/env bash
# PostgreSQL's to_char writes 0.12 or 0.13 of one eighth, by the type of the column, and cuts decimals off long amounts.
#
# Expected: to_char rounds as round() does, half a cent up, whatever the type; 0.5 with FM999.00 is 0.50.
# Seen: in 15 (Debian's 15.20) to_char of numeric gives 0.13 and 3 for 0.125 and 2.5, and of double precision 0.12 and 2.
# Of the latter it writes no more than 15 digits: 123456789012345.75 with two decimals in the format has none, and
# of real 16777217.25 it is 16777218. FM999.00 gives .50, FM999.99 gives "12." for 12, and an amount that is too long
# for its format is ##,###.## and no error.
# So amounts are numeric or whole cents when they reach a report, and its format has a 0 before the point.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger

expect "round(0.125, 2): 0.13
to_char(0.125, 'FM990.00'): 0.13
to_char(0.125::float8, 'FM990.00'): 0.12
to_char(2.5, 'FM9'): 3
to_char(2.5::float8, 'FM9'): 2
to_char(123456789012345.75, 'FM999999999999990.00'): 123456789012345.75
to_char(123456789012345.75::float8, 'FM999999999999990.00'): 123456789012346
to_char(16777217.25::float4, 'FM99999990.00'): 16777218
to_char(0.5, 'FM999.00'): .50
to_char(12, 'FM999.99'): 12.
to_char(123456.50, 'FM99,999.00'): ##,###.##" "$(
  for expression in "round(0.125, 2)" "to_char(0.125, 'FM990.00')" "to_char(0.125::float8, 'FM990.00')" \
    "to_char(2.5, 'FM9')" "to_char(2.5::float8, 'FM9')" "to_char(123456789012345.75, 'FM999999999999990.00')" \
    "to_char(123456789012345.75::float8, 'FM999999999999990.00')" "to_char(16777217.25::float4, 'FM99999990.00')" \
    "to_char(0.5, 'FM999.00')" "to_char(12, 'FM999.99')" "to_char(123456.50, 'FM99,999.00')"; do
    echo "$expression: $(sql ledger -c "SELECT $expression")"
  done
)"
