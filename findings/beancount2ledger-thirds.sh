#!/usr/bin/env bash
# Shares of 33.333 in a beancount file are 33.33 in the ledger file that is made of it, which ledger and hledger then refuse; half cents are gone, and so is
# each balance that was asserted.
#
# Guess: amounts come through as they stand in the file, with prices, and a balance assertion becomes one of ledger's.
# Seen: beancount2ledger 1.3 (with beancount 3.2.3) writes each amount with the number of decimals that is the most common for its currency in the file. A
# dinner of 100.00 as 33.334 and twice 33.333 is 99.99; 0.005 is 0.00. A total price of 100 INR for 3 EUR is one of 28 digits for each, and balances.
# Of "balance" nothing is left, neither a line nor a comment nor a message, so the file passes where the account differs. The exit code is 0.
# So what was converted is compared by each account's balance, and shares are whole cents.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beancount2ledger==1.3 pyyaml==6.0.3
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 \
  libpython3.11 2>"$folder/unsandboxed"

cat >"$folder/home.beancount" <<'B'
2020-01-01 open Assets:Cash
2020-01-01 open Assets:Asha
2020-01-01 open Assets:Ravi
2020-01-01 open Expenses:Food
2026-01-01 * "Milk"
  Assets:Cash     -10.00 EUR
  Expenses:Food    10.00 EUR
2026-01-02 * "Bread"
  Assets:Cash     -20.00 EUR
  Expenses:Food    20.00 EUR
2026-01-03 * "Rupees"
  Assets:Cash    -100.00 INR
  Expenses:Food     3.00 EUR @@ 100.00 INR
B
cat >"$folder/balance.beancount" <<'B'
2026-01-04 * "Rest"
  Assets:Asha     -0.005 EUR
  Assets:Ravi      0.005 EUR
2026-01-05 balance Assets:Asha   -0.005 EUR
2026-01-05 balance Expenses:Food 33.00 EUR
B
cat >"$folder/dinner.beancount" <<'B'
2026-01-06 * "Dinner"
  Assets:Cash   -100.00 EUR
  Expenses:Food   33.334 EUR
  Assets:Asha     33.333 EUR
  Assets:Ravi     33.333 EUR
B
convert() {
  for part in "$@"; do cat "$folder/$part.beancount"; done >"$folder/a.beancount"
  python -m beancount.scripts.check "$folder/a.beancount"
  python "$folder/venv/bin/beancount2ledger" "$folder/a.beancount" >"$folder/a.ledger"
  python "$folder/venv/bin/beancount2ledger" -f hledger "$folder/a.beancount" >"$folder/a.journal"
}
judge() { if "$@" bal >"$folder/out" 2>&1; then echo passes; else echo refuses; fi; }
expect " Expenses:Food 3.00 EUR @ 33.33333333333333333333333333 INR
 Assets:Asha -0.00 EUR
 Assets:Ravi 0.00 EUR
balances: 0
ledger passes, hledger passes
2026-01-06 * Dinner
 Assets:Cash -100.00 EUR
 Expenses:Food 33.33 EUR
 Assets:Asha 33.33 EUR
 Assets:Ravi 33.33 EUR
ledger refuses, hledger refuses" "$(
  convert home balance
  grep -E "Asha|Ravi|@" "$folder/a.ledger" | grep -v account | tr -s ' '
  echo "balances: $(grep -ciE "^[^;]*balance|=" "$folder/a.ledger" || true)"
  echo "ledger $(judge ledger -f "$folder/a.ledger"), hledger $(judge hledger -f "$folder/a.journal")"
  convert home dinner
  grep -A4 Dinner "$folder/a.ledger" | tr -s ' '
  echo "ledger $(judge ledger -f "$folder/a.ledger"), hledger $(judge hledger -f "$folder/a.journal")"
)"
