#!/usr/bin/env bash
# orafce's working days in PostgreSQL have holidays of 2006 in each year: in the USA Thanksgiving of 2026 is a working day, and Friday 4 September is none.
#
# Guess: without a country Saturdays and Sundays alone are no working days; with one its holidays are those of the year that is asked about; the 28th of
# February and a month is 28 March. (What rollback, DISCARD ALL and another session leave of the choice was run beside it, without a guess.)
# Seen: orafce 4.1.1 (Debian's) leaves Good Friday and Easter Monday out without a country, too, though not Christmas. plvdate.default_holidays knows a month and
# a day of it: of the others Easter's alone move. Labor Day is 4 September, Thanksgiving 23 November, Britain's summer holiday 28 August, and Germany's Whit
# Monday 5 June, as in 2006; Germany's Ascension is missing. The choice is the session's: another one has none, while a rollback and DISCARD ALL, by which
# poolers clean up, keep it for the next client. bizdays_between counts both days. oracle.add_months keeps a month's last day: 28 February and one is 31 March.
# Nothing of it is an error.
# So working days come from a table of one's own that has a row for each holiday of each year.
source "$(dirname "$0")/common.bash"
postgres_packages 'postgresql-15-orafce=4.1.1*' 2>"$folder/unsandboxed"
new_database a
sql a -c "SET client_min_messages = error" -c "CREATE EXTENSION orafce"
# Which days from Monday to Friday are no working days in 2026.
days="SELECT string_agg(to_char(day, 'MM-DD'), ' ') FROM generate_series(date '2026-01-01', '2026-12-31', '1 day') day
  WHERE extract(isodow FROM day) < 6 AND NOT plvdate.isbizday(day::date)"
country() { sql a -c "SELECT plvdate.default_holidays('$1')" -c "$days" | grep .; }
expect "no country: 04-03 04-06
USA: 01-01 01-16 02-20 05-29 09-04 10-09 11-11 11-23 12-25
Germany: 01-01 04-03 04-06 05-01 05-25 06-04 06-05 12-25
GB: 01-01 01-02 04-03 04-06 05-01 05-29 08-28 12-25
after the choice of another session: 04-03 04-06
after a choice that was rolled back: 01-01 01-02 04-03 04-06 05-01 05-29 08-28 12-25
after DISCARD ALL: 01-01 01-02 04-03 04-06 05-01 05-29 08-28 12-25
working days from Monday to Friday, and from Friday to Monday: 5|2
a month from 27 and 28 February, and from 30 April: 2026-03-27|2026-03-31|2026-05-31" "$(
  echo "no country: $(sql a -c "$days")"
  for name in USA Germany GB; do echo "$name: $(country "$name")"; done
  echo "after the choice of another session: $(sql a -c "$days")"
  sql a -c BEGIN -c "SELECT plvdate.default_holidays('GB')" -c ROLLBACK -c "SELECT 'after a choice that was rolled back: ' || ($days)" \
    -c "DISCARD ALL" -c "SELECT 'after DISCARD ALL: ' || ($days)" | grep 0
  echo "working days from Monday to Friday, and from Friday to Monday: $(sql a -c "SELECT plvdate.bizdays_between(date '2026-03-02', date '2026-03-06'),
    plvdate.bizdays_between(date '2026-03-06', date '2026-03-09')")"
  echo "a month from 27 and 28 February, and from 30 April: $(sql a -c "SELECT oracle.add_months(date '2026-02-27', 1), oracle.add_months(date '2026-02-28', 1),
    oracle.add_months(date '2026-04-30', 1)")"
)"
