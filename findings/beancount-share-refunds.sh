#!/usr/bin/env bash
# A refund of 10.00 of which 4.00 are Mira's makes her owe 4.00 in beancount-share, and a bill of 0.06 for four has three members owe 0.09.
#
# Guess: a fixed part is taken once from an entry, with the sign of the entry, and the parts of all members come to no more than the bill.
# (That was worded after a first run, which had been about equal shares.)
# Seen: beancount-share 0.1.11 with beancount 3.2.3. "#share-Mira-4" on an entry is 4.00 of each of its lines, so of 7.00 and 3.00 she owes 8.00, and the home's own
# expense is -1.00. The 4.00 of a refund are added to what she owes, and the home's expense is -14.00 of -10.00. A part of 0.02 for each of four is rounded up, line by line.
# None of it is an error. A member's part of a line with a price has no price, and the entry no longer balances, which beancount says. Percents over 100 are
# refused, and equal parts of a refund are right.
# So fixed parts stand in the lines themselves (share: "Mira-4"), refunds are shared in percents, and what each owes is compared with the bill.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beancount-share==0.1.11

cat >"$folder/home.beancount" <<'B'
plugin "beancount_share.share" "{}"
2026-01-01 open Assets:Bank
2026-01-01 open Expenses:Food
2026-01-01 open Expenses:Home
2026-01-13 * "4 of two lines" #share-Mira-4
  Assets:Bank  -10.00 EUR
  Expenses:Food  7.00 EUR
  Expenses:Home  3.00 EUR
2026-01-14 * "4 in a line"
  Assets:Bank  -10.00 EUR
  Expenses:Food  7.00 EUR
    share: "Mira-4"
  Expenses:Home  3.00 EUR
2026-01-15 * "refund, 4" #share-Mira-4
  Assets:Bank  10.00 EUR
  Expenses:Food  -10.00 EUR
2026-01-16 * "refund, equal" #share-Mira
  Assets:Bank  10.00 EUR
  Expenses:Food  -10.00 EUR
2026-01-17 * "0.06 for four" #share-Mira #share-Ravi #share-Asha
  Assets:Bank  -0.06 EUR
  Expenses:Food  0.02 EUR
  Expenses:Home  0.02 EUR
  Expenses:Food  0.02 EUR
2026-01-18 * "in dollars" #share-Mira
  Assets:Bank  -10.00 EUR
  Expenses:Food  11.00 USD @@ 10.00 EUR
2026-01-19 * "110 percent" #share-Mira-40p #share-Ravi-70p
  Assets:Bank  -10.00 EUR
  Expenses:Food  10.00 EUR
B
expect "4 of two lines: Food 3.00 EUR, Home -1.00 EUR, Mira 8.00 EUR
4 in a line: Food 3.00 EUR, Home 3.00 EUR, Mira 4.00 EUR
refund, 4: Food -14.00 EUR, Mira 4.00 EUR
refund, equal: Food -5.00 EUR, Mira -5.00 EUR
0.06 for four: Food -0.01 EUR, Food -0.01 EUR, Home -0.01 EUR, Asha 0.03 EUR, Mira 0.03 EUR, Ravi 0.03 EUR
in dollars: Food 5.50 USD, Mira 5.50 USD
110 percent: Food 10.00 EUR
error: The posting can't share more percent than 100%.
error: Transaction does not balance" \
  "$(python - "$folder/home.beancount" <<'P'
import sys

from beancount import loader
from beancount.core.data import Transaction

entries, errors, _ = loader.load_file(sys.argv[1])
for entry in entries:
    if isinstance(entry, Transaction):
        lines = sorted((line.account.startswith("Assets"), line.account, line.units) for line in entry.postings if line.account != "Assets:Bank")
        print(f"{entry.narration}:", ", ".join(f"{account.split(':')[-1]} {units}" for _, account, units in lines))
for error in sorted(error.message.splitlines()[0].split(": (")[0] for error in errors if "Duplicate open" not in error.message):
    print("error:", error)
P
)"
