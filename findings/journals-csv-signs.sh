#!/usr/bin/env bash
# ledger and hledger, reading CSV of a bank, lose signs: ledger the one behind an amount, both the long one before it.
#
# Guess: 4.95- and an amount with the minus sign U+2212 are negative or refused; ledger's convert books an amount of -20.00 to the account
# that it is told, and the rest elsewhere.
# Seen: ledger 3.3.0 reads 4.95- as 4.95 and refuses (4.95) and +4.95; hledger 1.25 reads (4.95) and +4.95 right and refuses 4.95-.
# Both take U+2212 for the name of a currency: −4.95 is 4.95 of "−", which hledger does not add to 0.05.
# ledger's convert books -20.00 to Expenses:Unknown, so the bank's account gains 20.00 unless --invert is given.
# So an importer knows every sign that banks write, and checks the sum against the balances of the file.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11
export LANG=C.UTF-8

cd "$folder"
printf 'separator ;\nfields date,description,amount\naccount1 Bank\n' >h.csv.rules
by_ledger() {
  printf 'date,payee,amount\n2026-11-27,Shop,%s\n' "$1" >l.csv
  ledger -f /dev/null convert l.csv --account Bank 2>/dev/null | awk '/Unknown/ {print $2}'
}
by_hledger() {
  printf '2026-11-27;Shop;%s\n2026-11-27;Shop;0.05\n' "$1" >h.csv
  hledger -f h.csv balance Bank -N 2>/dev/null | awk '{print $1}' | paste -sd' '
}
try() {
  ledger=$(by_ledger "$1" || true)
  hledger=$(by_hledger "$1" || true)
  echo "$1 ledger ${ledger:-refuses}, hledger with 0.05 ${hledger:-refuses}"
}
expect "-4.95 ledger -4.95, hledger with 0.05 -4.90
4.95- ledger 4.95, hledger with 0.05 refuses
(4.95) ledger refuses, hledger with 0.05 -4.90
+4.95 ledger refuses, hledger with 0.05 5.00
−4.95 ledger −4.95, hledger with 0.05 0.05 −4.95
-20.00 --account Bank: Bank 20, Expenses:Unknown -20" "$(
  for amount in -4.95 4.95- '(4.95)' +4.95 −4.95; do try "$amount"; done
  printf 'date,payee,amount\n2026-11-27,Shop,-20.00\n' >l.csv
  ledger -f /dev/null convert l.csv --account Bank >l.journal 2>/dev/null
  echo "-20.00 --account Bank: $(ledger -f l.journal balance | awk 'NF == 2 {print $2, $1}' | paste -sd, | sed 's/,/, /')")"
