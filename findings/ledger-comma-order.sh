#!/usr/bin/env bash
# ledger reads 1.250 EUR as one and a quarter or as over a thousand, by what stands above it in the file; hledger does not.
#
# Guess: an amount is read by itself, or all amounts of a currency by one rule, so the order of two lines changes no sum.
# Seen: ledger 3.3.0 takes the first amount that shows it (12,50 EUR) for the rule from there on. With 12,50 EUR above,
# 1.250 EUR is 1250 and the balance 1.262,50; with the same two lines the other way round it is 1.25, and the balance 13.75,
# written as "13,750 EUR". An included file, or a line that is entered late, changes what stands below it.
# hledger 1.25 has 13.75 in both orders, so the two programs differ by over a thousand on one file.
# So amounts are written with as many decimals as the currency has (1.250,00), and what writes journals writes points
# alone; a journal that people write begins with "commodity EUR" and, indented, "format 1.000,00 EUR" for ledger.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

phone() { printf '2026-11-0%s Phone\n  Expenses:Phone  12,50 EUR\n  Assets:Bank\n\n' "$1"; }
rent() { printf '2026-11-0%s Rent\n  Expenses:Rent  1.250 EUR\n  Assets:Bank\n\n' "$1"; }
{ phone 1; rent 2; } >"$folder/phone-first.journal"
{ rent 1; phone 2; } >"$folder/rent-first.journal"
# The balance as it is shown, and whether it is more than a hundred.
total() {
  "$1" -f "$folder/$2.journal" balance Bank 2>&1 | head -n 1 | tr -s ' '
}
expect "phone first, ledger: -1.262,50 EUR Assets:Bank
rent first, ledger: -13,750 EUR Assets:Bank
phone first, hledger: -13,750 EUR Assets:Bank
rent first, hledger: -13.750 EUR Assets:Bank" "$(
  for program in ledger hledger; do
    for order in phone-first rent-first; do echo "${order/-/ }, $program:$(total "$program" "$order")"; done
  done
)"
