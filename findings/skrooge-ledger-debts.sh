#!/usr/bin/env bash
# Ben, who owes 10.00 of a dinner in a ledger file, is owed 10.00 once Skrooge has read it; and what cash and a bank paid together the bank pays whole.
#
# Guess: a transaction of three postings keeps each account's sum, and an exchange keeps its two currencies and its rate.
# Expected besides: a virtual posting is left out, or is a posting of its own.
# Seen: skroogeconvert of Skrooge 2.29.0 (Debian's) takes ledger files and makes transfers of postings between accounts. Of a dinner of 30.00 for three, with
# 10.00 each owed by Ben and Chitra, Ben's account is -10.00. A shop's 30.00, of which the bank paid 10.00 and cash 20.00, are 30.00 of the bank and
# 20.00 of cash. 10 dollars for 9.00 euros are paid with 9 dollars, and the rate of 0.90 stands upside down, a dollar for 1.11 euros. The virtual posting of
# an envelope pays the bank's 30.00 back. Nothing of it is an error, and the last line says that it was successful. ledger 3.3.0 has all of it right.
# So after a file was read each account's balance is compared with the program that wrote it, and an export for other programs has two postings at a time.
source "$(dirname "$0")/common.bash"
skrooge_packages 'ledger=3.3.0*' libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-regex1.74.0 libboost-python1.74.0 libgpgme11 libgpgmepp6 libpython3.11
cat >"$folder/home.ledger" <<'L'
2026/11/01 Opening
    Assets:Bank    1000.00 EUR
    Equity:Opening

2026/11/27 Dinner for three
    Expenses:Food    10.00 EUR
    Assets:Ben    10.00 EUR
    Assets:Chitra    10.00 EUR
    Assets:Bank    -30.00 EUR

2026/11/28 Shop
    Expenses:Home    30.00 EUR
    Assets:Bank    -10.00 EUR
    Assets:Cash    -20.00 EUR

2026/11/29 Exchange
    Assets:Dollars    10.00 USD @@ 9.00 EUR
    Assets:Bank    -9.00 EUR

2026/11/30 Envelope
    Expenses:Food    30.00 EUR
    Assets:Bank    -30.00 EUR
    (Budget:Food)    -30.00 EUR
L
skrooge "$folder/home.ledger" "$folder/home.csv"

expect "ledger Bank 921.00 EUR
ledger Ben 10.00 EUR
ledger Cash -20.00 EUR
ledger Chitra 10.00 EUR
ledger Dollars 10.00 USD
Skrooge Bank 940.00 EUR -9.00 USD
Skrooge Ben -10.00 EUR
Skrooge Cash -20.00 EUR
Skrooge Chitra 10.00 EUR
Skrooge Dollars 10.00 USD, worth 11.11" "$(
  ledger -f "$folder/home.ledger" balance --flat ^Assets --balance-format $'ledger %(account) %(scrub(amount))\n' --no-total | sed 's/Assets://'
  python3 - "$folder/home.csv" <<'P'
import csv
import sys
from collections import defaultdict
from decimal import Decimal

sums = defaultdict(lambda: defaultdict(Decimal))
worth = Decimal()
for line in csv.DictReader(open(sys.argv[1]), delimiter=";"):
    sums[line["account"]][line["unit"]] += Decimal(line["quantity"])
    worth += Decimal(line["amount"]) if line["account"] == "Dollars" else 0
for account, amounts in sorted(sums.items()):
    shown = " ".join(f"{amount} {unit}" for unit, amount in sorted(amounts.items()))
    print(f"Skrooge {account} {shown}" + (f", worth {worth}" if account == "Dollars" else ""))
P
)"
