#!/usr/bin/env bash
# hledger passes "= 0" with 10 EUR left in the account, and beancount passes a balance that is a cent off.
#
# Guess: "= 0" asserts that an account is empty, in whatever currency, and an asserted balance of 10.00 EUR is exact.
# Seen: ledger 3.3.0 refuses "= 0" with 10.00 EUR left; hledger 1.25 takes it for an amount without a currency, of which
# there is none, and passes. "= 0 EUR" fails in both. Both refuse 10.00 EUR where 10.01 is.
# beancount 3.2.3 passes "balance 10.00 EUR" with 10.01 or 9.99 in the account: twice half of the last digit may be off.
# "10.0 EUR" passes with 10.09 too, "10 EUR" with nothing but 10, and "10.00 ~ 0.00 EUR" is exact.
# So a check that an account is empty names each currency, and beancount's balances are written with "~ 0.00".
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

# journal PROGRAM PAID ASSERTED: whether the program takes the balance.
journal() {
  printf '2026-11-01 Salary\n  Assets:Bank  %s EUR\n  Income\n\n2026-11-02 Check\n  Assets:Bank  0 EUR %s\n  Income\n' "$2" "$3" >"$folder/journal"
  "$1" -f "$folder/journal" balance >"$folder/output" 2>&1 && echo "$1, $2 EUR in it, $3: passes" || echo "$1, $2 EUR in it, $3: fails"
}
beancount() {
  printf '2026-01-01 open Assets:Bank\n2026-01-01 open Income:Work\n2026-11-01 * "Salary"\n  Assets:Bank  %s EUR\n  Income:Work\n' "$1" >"$folder/book"
  printf '2026-11-02 balance Assets:Bank  %s EUR\n' "$2" >>"$folder/book"
  "$folder/venv/bin/bean-check" "$folder/book" >"$folder/output" 2>&1 && echo "beancount, $1 EUR in it, $2: passes" || echo "beancount, $1 EUR in it, $2: fails"
}
expect "ledger, 10.00 EUR in it, = 0: fails
ledger, 10.00 EUR in it, = 0 EUR: fails
ledger, 10.01 EUR in it, = 10.00 EUR: fails
hledger, 10.00 EUR in it, = 0: passes
hledger, 10.00 EUR in it, = 0 EUR: fails
hledger, 10.01 EUR in it, = 10.00 EUR: fails
beancount, 10.01 EUR in it, 10.00: passes
beancount, 9.99 EUR in it, 10.00: passes
beancount, 10.02 EUR in it, 10.00: fails
beancount, 10.09 EUR in it, 10.0: passes
beancount, 10.01 EUR in it, 10: fails
beancount, 10.01 EUR in it, 10.00 ~ 0.00: fails" "$(
  for program in ledger hledger; do
    journal "$program" 10.00 "= 0"
    journal "$program" 10.00 "= 0 EUR"
    journal "$program" 10.01 "= 10.00 EUR"
  done
  beancount 10.01 10.00
  beancount 9.99 10.00
  beancount 10.02 10.00
  beancount 10.09 10.0
  beancount 10.01 10
  beancount 10.01 "10.00 ~ 0.00"
)"
