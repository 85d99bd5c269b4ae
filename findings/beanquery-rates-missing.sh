#!/usr/bin/env bash
# beancount's query leaves an amount as it is when no rate is known, in the same column as what it converted, and takes
# the rate of today for a purchase of January.
#
# Expected: convert(position, 'EUR') takes the rate of the day of the posting, and what has no rate is an error or empty;
# and a sum of plain numbers over two currencies is refused.
# Seen: beanquery 0.2.0 takes the newest rate, 1.00 of March for 10 USD of January (9.00 at that day's rate, which it
# gives with a third argument, date). A franc without a rate stays a franc among euros, and a rate by way of a third
# currency is not looked for. sum(number) adds dollars, euros and francs.
# So a converted sum is used when its one currency is the one that was asked for.
source "$(dirname "$0")/common.bash"
python_packages beanquery==0.2.0 beancount==3.2.3

cat >"$folder/trip.beancount" <<'J'
2026-01-01 open Assets:Cash
2026-01-01 open Expenses:Food
2026-01-02 price USD 0.90 EUR
2026-01-10 * "Lunch"
  Expenses:Food  10.00 USD
  Assets:Cash
2026-01-31 * "Milk"
  Expenses:Food  5.00 EUR
  Assets:Cash
2026-02-10 * "Cheese"
  Expenses:Food  3.00 CHF
  Assets:Cash
2026-02-11 price EUR 90.00 INR
2026-03-01 price USD 1.00 EUR
J
expect "convert(position, 'EUR'): 10.0000 EUR; 5.00 EUR; 3.00 CHF
convert(position, 'EUR', date): 9.0000 EUR; 5.00 EUR; 3.00 CHF
convert(sum(position), 'EUR'): (15.0000 EUR, 3.00 CHF)
convert(sum(position), 'INR'): (10.00 USD, 3.00 CHF, 450.0000 INR)
sum(number): 18.00" "$(python - "$folder/trip.beancount" <<'P'
import sys
import beanquery

connection = beanquery.connect("beancount:" + sys.argv[1])
for asked in ("convert(position, 'EUR')", "convert(position, 'EUR', date)", "convert(sum(position), 'EUR')", "convert(sum(position), 'INR')", "sum(number)"):
    rows = connection.execute(f"SELECT {asked} WHERE account = 'Expenses:Food'").fetchall()
    print(asked + ":", "; ".join(str(row[0]) for row in rows))
P
)"
