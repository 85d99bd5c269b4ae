#!/usr/bin/env bash
# A year at 30/360 has 361 days in hledger-interest, and Germany's rate for payments that are late has been that of July 2011 ever since.
#
# Guess: 5 % of 1000.00 for a year are 50.00.
# Seen: hledger-interest 1.6.3 (Debian's) with --30-360 counts 361 days and takes 50.14 from 1 January to 31 December, to 1 January, and again in
# each year after; --30E-360 and --act have 50.00. At the end of each year interest is added to the loan, and then bears interest itself.
# --bgb288, which has a table of the base rate, has 5.37 % for July 2011 and for each day after it, up to today, without a word; the base rate may
# change each half year. A debt that begins on the first day of a rate is a day longer than one that does not.
# So interest comes with its days and its rate shown, a table of rates has a last day past which it refuses, and the sum is checked by hand once.
source "$(dirname "$0")/common.bash"
debian_packages 'hledger-interest=1.6.3*'

# interest FIRST LAST OPTION...: on 1000.00 that is lent on the first day and given back on the last.
interest() {
  printf '%s Loan\n  Assets:Loan  1000.00 EUR\n  Assets:Cash\n\n%s Back\n  Assets:Loan  -1000.00 EUR\n  Assets:Cash\n' "$1" "$2" >"$folder/journal"
  echo "$1 to $2, ${*:3}:$(LC_ALL=C.UTF-8 hledger-interest -q -f "$folder/journal" -s Income:Interest -t Assets:Loan "${@:3}" Assets:Loan |
    sed -nE 's/.* ([0-9.]+%) interest for ([0-9.]+ )EUR over ([0-9]+ days)/ \1 of \2for \3/p; s/ *Assets:Loan +([0-9.]+) EUR/ is \1;/p' | tr -d '\n')"
}

expect "2025-01-01 to 2025-12-31, --30-360 --annual=0.05: 5% of 1000.00 for 361 days is 50.14;
2025-01-01 to 2026-01-01, --30-360 --annual=0.05: 5% of 1000.00 for 361 days is 50.14;
2025-01-01 to 2026-01-01, --30E-360 --annual=0.05: 5% of 1000.00 for 360 days is 50.00;
2025-01-01 to 2026-01-01, --act --annual=0.05: 5% of 1000.00 for 365 days is 50.00;
2025-01-01 to 2027-01-01, --30-360 --annual=0.05: 5% of 1000.00 for 361 days is 50.14; 5% of 1050.14 for 361 days is 52.65;
2011-01-01 to 2011-02-01, --act --bgb288: 5.12% of 1000.00 for 32 days is 4.49;
2011-07-01 to 2011-08-01, --act --bgb288: 5.37% of 1000.00 for 32 days is 4.71;
2012-01-01 to 2012-02-01, --act --bgb288: 5.37% of 1000.00 for 31 days is 4.55;
2026-01-01 to 2026-02-01, --act --bgb288: 5.37% of 1000.00 for 31 days is 4.56;" "$(
  for last in 2025-12-31 2026-01-01; do interest 2025-01-01 "$last" --30-360 --annual=0.05; done
  for days in --30E-360 --act; do interest 2025-01-01 2026-01-01 "$days" --annual=0.05; done
  interest 2025-01-01 2027-01-01 --30-360 --annual=0.05
  interest 2011-01-01 2011-02-01 --act --bgb288
  interest 2011-07-01 2011-08-01 --act --bgb288
  interest 2012-01-01 2012-02-01 --act --bgb288
  interest 2026-01-01 2026-02-01 --act --bgb288
)"
