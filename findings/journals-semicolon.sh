#!/usr/bin/env bash
# What stands behind a semicolon in the description of a transaction is lost in hledger and kept in ledger.
#
# Guess: both take ";" for the beginning of a comment only behind two spaces, as in a posting.
# Seen: of "Milk; two litres" hledger 1.25 makes the description "Milk" and a comment; ledger 3.3.0 keeps "Milk; two litres".
# Account names keep a semicolon in both.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

printf '2026-11-27 Milk; two litres\n    Expenses:Food;drink  1.50 INR\n    Assets:Cash\n' >"$folder/journal"
expect "ledger: Milk; two litres
hledger: Milk
ledger: Expenses:Food;drink
hledger: Expenses:Food;drink" "$(
  echo "ledger: $(ledger -f "$folder/journal" payees)"
  echo "hledger: $(hledger -f "$folder/journal" descriptions)"
  echo "ledger: $(ledger -f "$folder/journal" accounts | tail -1)"
  echo "hledger: $(hledger -f "$folder/journal" accounts | tail -1)")"
