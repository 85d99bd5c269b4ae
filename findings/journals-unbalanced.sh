#!/usr/bin/env bash
# A transaction that is 0.004 off balances in hledger as soon as the journal says how rupees are shown, and in beancount by its own digits.
#
# Guess: each of the three refuses a transaction whose postings do not add up to nothing, or each takes what is below half a paisa; how amounts are
# shown has no part in it.
# Seen: ledger 3.3.0 refuses each. hledger 1.25 refuses 10.00 against 9.996, and takes it when "commodity 1000.00 INR" stands in the file: three such
# transactions later the balance sheet ends with 0.01 in place of 0. With "commodity 1,000. JPY" 10.4 against 10 passes.
# beancount 3.2.3 takes what is up to half of the last digit that is written: 10.004 against 10.00, and 10.0 against 10.05, but not
# 10.00 against 10.05.
# So that a journal is read without an error proves no sum: whole smallest units are added up before it is written, and after it was read.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11 2>"$folder/unsandboxed"

entry() { printf '\n2026-11-%02d bread\n    Food    %s\n    Purse    -%s\n' "$@"; }
by() { # by NAME COMMAND...: whether it takes the file, and the sum of all.
  if sum=$("${@:2}" 2>&1); then echo "$1 takes it, sum: $(tail -1 <<<"$sum" | tr -d ' ')"; else echo "$1 refuses it"; fi
}
journals() {
  echo "$1"
  by ledger ledger -f "$folder/journal" balance
  by hledger hledger -f "$folder/journal" balance
}
bean() {
  printf '2026-01-01 open Assets:A\n2026-01-01 open Assets:B\n2026-11-01 * "bread"\n  Assets:A  %s INR\n  Assets:B  -%s INR\n' "$@" >"$folder/bean"
  if "$folder/venv/bin/bean-check" "$folder/bean" >"$folder/checked" 2>&1; then echo "beancount takes $1 against $2"; else echo "beancount refuses $1 against $2"; fi
}
seen() {
  entry 1 "10.00 INR" "9.996 INR" >"$folder/journal"
  journals "10.00 against 9.996 INR:"
  { echo "commodity 1000.00 INR"; for day in 1 2 3; do entry "$day" "10.00 INR" "9.996 INR"; done; } >"$folder/journal"
  journals "the same three times, with commodity 1000.00 INR:"
  { echo "commodity 1,000. JPY"; entry 1 "10.4 JPY" "10 JPY"; } >"$folder/journal"
  journals "10.4 against 10 JPY, with commodity 1,000. JPY:"
  bean 10.00 9.996
  bean 10.004 10.00
  bean 10.0 10.05
  bean 10.00 10.05
}
expect "10.00 against 9.996 INR:
ledger refuses it
hledger refuses it
the same three times, with commodity 1000.00 INR:
ledger refuses it
hledger takes it, sum: 0.01INR
10.4 against 10 JPY, with commodity 1,000. JPY:
ledger refuses it
hledger takes it, sum: 0
beancount takes 10.00 against 9.996
beancount takes 10.004 against 10.00
beancount takes 10.0 against 10.05
beancount refuses 10.00 against 10.05" "$(seen)"
