#!/usr/bin/env bash
# What "ledger csv" writes of a payee with quotation marks reads back as another name, or as one column more; hledger's CSV does not.
#
# Guess: ledger csv and hledger register -O csv double a quotation mark within a cell, as RFC 4180 has it, and a reader gets the payee as it was.
# Seen: ledger 3.3.0 (Debian) writes \" instead. Python's csv module reads other names, and where a comma stands between the marks it parts the cell,
# so that the account is in the amount's place. Zeros at the end of amounts are gone: 12.50 is 12.5. hledger 1.25 doubles the marks and keeps the zeros.
# So what reads ledger's CSV is told of \ (escapechar="\\", doublequote=False), or ledger is given a --csv-format that quotes by quoted_rfc.
source "$(dirname "$0")/common.bash"
debian_packages 'hledger=1.25*' 'ledger=3.3.0*' libpython3.11 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 \
  libboost-regex1.74.0 libmpfr6 libgmp10 libicu72

cat >"$folder/journal" <<'J'
2026-02-01 Café "Sol"
    Expenses:Food     12.50 EUR
    Assets:Bank

2026-02-02 The "Mill, Old" bakery
    Expenses:Food      4.20 EUR
    Assets:Bank
J
cat >"$folder/read.py" <<'P'
import csv
import sys

options = {"escapechar": "\\", "doublequote": False} if len(sys.argv) > 1 else {}
for row in csv.reader(sys.stdin, **options):
    if any("Food" in cell for cell in row):
        print(*[cell for cell in row if cell], sep=" | ")
P
expect 'ledger: 2026/02/01 | Café \Sol\"" | Expenses:Food | EUR | 12.5
ledger: 2026/02/02 | The \Mill |  Old\" bakery" | Expenses:Food | EUR | 4.2
ledger, told of \: 2026/02/01 | Café "Sol" | Expenses:Food | EUR | 12.5
ledger, told of \: 2026/02/02 | The "Mill, Old" bakery | Expenses:Food | EUR | 4.2
ledger, quoted_rfc: 2026-02-01 | Café "Sol" | Expenses:Food | 12.50 EUR
ledger, quoted_rfc: 2026-02-02 | The "Mill, Old" bakery | Expenses:Food | 4.20 EUR
hledger: 1 | 2026-02-01 | Café "Sol" | Expenses:Food | 12.50 EUR | 12.50 EUR
hledger: 2 | 2026-02-02 | The "Mill, Old" bakery | Expenses:Food | 4.20 EUR | 4.20 EUR' "$(
  ledger -f "$folder/journal" csv | python3 "$folder/read.py" | sed 's/^/ledger: /'
  ledger -f "$folder/journal" csv | python3 "$folder/read.py" escape | sed 's/^/ledger, told of \\: /'
  ledger -f "$folder/journal" csv --csv-format '%(quoted_rfc(format_date(date, "%Y-%m-%d"))),%(quoted_rfc(payee)),%(quoted_rfc(account)),%(quoted_rfc(amount))\n' |
    python3 "$folder/read.py" | sed 's/^/ledger, quoted_rfc: /'
  LC_ALL=C.UTF-8 hledger -f "$folder/journal" register -O csv | python3 "$folder/read.py" | sed 's/^/hledger: /'
)"
