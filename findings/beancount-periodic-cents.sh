#!/usr/bin/env bash
# Rent of 100.00 that a plugin of beancount spreads over three months has a tenth of a cent in each, and spread by days it is 99.99999999999999999999999999.
#
# Guess: amortize and split of beancount-periodic divide an amount into cents that add up to it, and yen into whole ones.
# Seen: beancount-periodic 0.2.1 (with beancount 3.2.3) writes more decimals than the amount has: amortize has 33.333 twice and 33.334 of 100.00, 333.33 and 333.34 of
# 1000 yen, and parts of 0.01. split goes by days and writes 28 digits a part, of which the sum lacks the last, though its manual says that the parts come to what
# was divided. beancount's tolerance is wider, so there is no error, and a balance is a sum that nobody can pay.
# So what is spread over months is entered in whole cents, with what is left on one of them.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beancount-periodic==0.2.1

expect "amortize 3 Months /Monthly of 100.00 EUR: 01-31 33.333, 02-28 33.333, 03-31 33.334
  sum 100.000, errors 0
amortize 3 Months /Monthly of 1000 JPY: 01-31 333.33, 02-28 333.33, 03-31 333.34
  sum 1000.00, errors 0
amortize 3 Months /Monthly of 0.01 EUR: 01-31 0.003, 02-28 0.003, 03-31 0.004
  sum 0.010, errors 0
split 3 Months /Monthly of 100.00 EUR: 01-31 31.46067415730337078651685393, 02-28 34.83146067415730337078651685, 03-31 33.70786516853932584269662921
  sum 99.99999999999999999999999999, errors 0" "$(python - <<'P'
from beancount import loader
from beancount.core.data import filter_txns

def spread(plugin, option, amount):
    where = {"split": (f"  split: \"{option}\"\n", ""), "amortize": ("", f"    amortize: \"{option}\"\n")}[plugin]
    entries, errors, _ = loader.load_string(f"""plugin "beancount_periodic.{plugin}"
2026-01-01 open Assets:Bank
2026-01-01 open Expenses:Rent
2026-01-01 open Equity:Amortization:Rent
2026-01-31 * "Rent"
{where[0]}  Expenses:Rent  {amount}
{where[1]}  Assets:Bank
""")
    parts = [(entry.date, posting.units) for entry in filter_txns(entries) for posting in entry.postings if posting.account == "Expenses:Rent"]
    shown = ", ".join(f"{date:%m-%d} {units.number}" for date, units in parts)
    print(f"{plugin} {option} of {amount}: {shown}\n  sum {sum(units.number for _, units in parts)}, errors {len(errors)}")

spread("amortize", "3 Months /Monthly", "100.00 EUR")
spread("amortize", "3 Months /Monthly", "1000 JPY")
spread("amortize", "3 Months /Monthly", "0.01 EUR")
spread("split", "3 Months /Monthly", "100.00 EUR")
P
)"
