#!/usr/bin/env bash
# A report by months from the 15th of January on counts all of January in hledger; a week begins on Sunday in ledger and
# on Monday in hledger.
#
# Expected: -b and -e say what is counted, and -M and -W only how it is parted; a week begins on the same day in both.
# Seen: hledger 1.25 makes whole months of "-M -b 2026-01-15 -e 2026-02-15", so that what was before the 15th of January and
# after the 15th of February is counted, and says 2026-01 of it; without -M it counts from day to day. ledger 3.3.0 counts from
# day to day and writes the whole month beside it. Sunday's entry is of the next week in ledger.
# So what is owed since somebody moved in is asked without a period, and a weekly sum names the days it is of.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11
for entry in "01-03 1" "01-04 10" "01-05 100" "01-14 1000" "01-20 10000" "02-20 100000"; do
  printf '2026-%s food\n  expenses:food  %s EUR\n  assets:bank\n\n' $entry
done >"$folder/journal"
report() {
  echo "$*:"
  "$1" -f "$folder/journal" register food "${@:2}" | sed 's/expenses:food//; s/   */, /g; s/^/ /'
}
expect "ledger -b 2026-01-15 -e 2026-02-15 -M:
 26-Jan-01 - 26-Jan-31, 10000 EUR, 10000 EUR
hledger -b 2026-01-15 -e 2026-02-15 -M:
 2026-01, 11111 EUR, 11111 EUR
 2026-02, 100000 EUR, 111111 EUR
hledger -b 2026-01-15 -e 2026-02-15:
 2026-01-20 food, 10000 EUR, 10000 EUR
ledger -e 2026-01-10 -W:
 25-Dec-28 - 26-Jan-03, 1 EUR, 1 EUR
 26-Jan-04 - 26-Jan-10, 110 EUR, 111 EUR
hledger -e 2026-01-10 -W:
 2025-12-29W01, 11 EUR, 11 EUR
 2026-01-05W02, 100 EUR, 111 EUR" "$(
  report ledger -b 2026-01-15 -e 2026-02-15 -M
  report hledger -b 2026-01-15 -e 2026-02-15 -M
  report hledger -b 2026-01-15 -e 2026-02-15
  report ledger -e 2026-01-10 -W
  report hledger -e 2026-01-10 -W
)"
