#!/usr/bin/env bash
# A third of 20.00 is 6.66 in PostgreSQL's money when the 3 is an integer and 6.67 when it is not, and 12,50 and 1,2,3.4
# are amounts.
#
# Guess: money is numeric with two decimals: a third is rounded, and a comma has to part thousands.
# Seen: in 15 (Debian's 15.20, lc_monetary C) division by an integer cuts, as the manual says, and by a float rounds.
# Commas are passed over wherever they stand: 12,50 is 1,250.00. 4.95- and (4.95) are negative. A third decimal is
# rounded without an error.
# So amounts are whole numbers in bigint, and who gets the cent that is over is decided by the program.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger

expect "20.00 / 3: \$6.66, / 3.0::float8: \$6.67, three of the first: \$19.98
-20.00 / 3: -\$6.66, / 3.0::float8: -\$6.67
12,50: \$1,250.00
1,2,3.4: \$123.40
12.345: \$12.35
4.95-: -\$4.95
(4.95): -\$4.95" "$(sql ledger <<'Q'
SET lc_monetary = 'C';
SELECT '20.00 / 3: ' || '20.00'::money / 3 || ', / 3.0::float8: ' || '20.00'::money / 3.0::float8 || ', three of the first: ' || '20.00'::money / 3 * 3;
SELECT '-20.00 / 3: ' || '-20.00'::money / 3 || ', / 3.0::float8: ' || '-20.00'::money / 3.0::float8;
SELECT text || ': ' || text::money FROM (VALUES ('12,50'), ('1,2,3.4'), ('12.345'), ('4.95-'), ('(4.95)')) AS cell (text);
Q
)"
