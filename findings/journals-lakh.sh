#!/usr/bin/env bash
# Of three programs for plain-text journals only one reads an amount as India writes it.
#
# Guess: ledger, hledger and beancount all read 12,34,567.89 INR, since commas only part digits.
# Seen: hledger 1.25 reads it and goes on writing it so; ledger 3.3.0 and beancount 3.2.3 refuse the file. All three read 1,234,567.89.
# So a journal that all are to read has no commas in its amounts.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

try() {
  printf '2026-11-27 Shop\n    Expenses:Food  %s INR\n    Assets:Cash\n' "$1" >"$folder/journal"
  printf '2026-01-01 open Expenses:Food\n2026-01-01 open Assets:Cash\n2026-11-27 * "Shop"\n  Expenses:Food  %s INR\n  Assets:Cash\n' "$1" >"$folder/b.beancount"
  for program in ledger hledger; do
    if read=$("$program" -f "$folder/journal" balance Expenses 2>"$folder/error"); then
      echo "$1 $program $(awk 'NR == 1 {print $1}' <<<"$read")"
    else
      echo "$1 $program refuses: $(grep -o 'Incorrect use.*' "$folder/error" | head -1)"
    fi
  done
  if "$folder/venv/bin/bean-check" "$folder/b.beancount" 2>"$folder/error"; then echo "$1 beancount reads"; else
    echo "$1 beancount refuses: $(grep -o 'Invalid number format' "$folder/error" | head -1)"; fi
}
expect "1,234,567.89 ledger 1,234,567.89
1,234,567.89 hledger 1,234,567.89
1,234,567.89 beancount reads
12,34,567.89 ledger refuses: Incorrect use of thousand-mark comma
12,34,567.89 hledger 12,34,567.89
12,34,567.89 beancount refuses: Invalid number format" "$(try 1,234,567.89; try 12,34,567.89)"
