#!/usr/bin/env bash
# A balance that a journal asserts holds in ledger by the order of the file, in hledger by the days, and in beancount at the beginning of its day.
#
# Guess: "= 10.00" behind a posting is the balance of that day's end in both, wherever the line stands, and beancount's "balance" of a day, too.
# Seen: an entry of the 1st that was written behind one of the 5th, as it is when somebody enters it late, counts for hledger 1.25 before it and for
# ledger 3.3.0 behind it: each refuses the file that the other takes. Two of one day go by the file in hledger, too.
# beancount 3.2.3 has the balance of the 5th before the entries of the 5th, also where it stands behind them.
# So a writer sorts a journal by day before it adds balances, and dates beancount's a day later; where entries come late it writes none.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

takes() { if "${@:2}" >"$folder/read" 2>&1; then echo "$1 takes it"; else echo "$1 refuses it"; fi; }
# journal NAME FIRST-DAY BALANCE SECOND-DAY BALANCE: ten on the one day and five on the other, in this order in the file.
journal() {
  printf '2026-11-%s bread\n    Purse    10.00 INR%s\n    Food\n\n2026-11-%s milk\n    Purse    5.00 INR%s\n    Food\n' "${@:2}" >"$folder/journal"
  echo "$1:"
  takes ledger ledger -f "$folder/journal" balance
  takes hledger hledger -f "$folder/journal" balance
}
bean() {
  printf '2026-01-01 open Assets:Purse\n2026-01-01 open Expenses:Food\n2026-11-05 * "bread"\n  Assets:Purse  10.00 INR\n  Expenses:Food\n' >"$folder/bean"
  printf '2026-11-%s balance Assets:Purse %s INR\n' "$@" >>"$folder/bean"
  takes "beancount, $2 on the $1th behind an entry of the 5th:" "$folder/venv/bin/bean-check" "$folder/bean"
}
seen() {
  journal "the 5th stands before the 1st, and has 15.00" 05 " = 15.00 INR" 01 ""
  journal "the 5th stands before the 1st, and has 10.00" 05 " = 10.00 INR" 01 ""
  journal "the 1st stands behind the 5th, and has 5.00" 05 "" 01 " = 5.00 INR"
  journal "both are of the 5th, and the first has 10.00" 05 " = 10.00 INR" 05 ""
  bean 05 10.00
  bean 05 0.00
  bean 06 10.00
}
expect "the 5th stands before the 1st, and has 15.00:
ledger refuses it
hledger takes it
the 5th stands before the 1st, and has 10.00:
ledger takes it
hledger refuses it
the 1st stands behind the 5th, and has 5.00:
ledger refuses it
hledger takes it
both are of the 5th, and the first has 10.00:
ledger takes it
hledger takes it
beancount, 10.00 on the 05th behind an entry of the 5th: refuses it
beancount, 0.00 on the 05th behind an entry of the 5th: takes it
beancount, 10.00 on the 06th behind an entry of the 5th: takes it" "$(seen)"
