#!/usr/bin/env bash
# beancount's plugin against duplicates refuses the second of two equal coffees, though the bank gave each an id of its own; a link makes them two.
#
# Guess: with "noduplicates" two transactions that differ in their metadata (ref: "A1", ref: "A2") are two.
# Seen: beancount 3.2.3 leaves metadata out of what it compares, on the transaction and on its postings, so importers that keep the bank's id there have
# one coffee too many, and bean-check ends with 1. It compares narration, payee, tags and links: ^A1 and ^A2 pass. So does a real duplicate that
# was categorised in the meantime, with the same id, as another account makes it another transaction.
# So an id by which lines are told apart is a link, and duplicates are looked for by it, not by a whole transaction.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3

coffee() { printf '2026-01-02 * "Cafe" "Coffee"%s\n%s  Assets:Bank  -4.00 EUR\n%s  %s\n' "$1" "$2" "$3" "${4:-Expenses:Food}"; }
check() {
  {
    printf '%s\n' 'plugin "beancount.plugins.noduplicates"' "2020-01-01 open Assets:Bank" "2020-01-01 open Expenses:Food" "2020-01-01 open Expenses:Unknown"
    cat
  } >"$folder/$1.beancount"
  code=0
  "$folder/venv/bin/bean-check" "$folder/$1.beancount" >"$folder/said" 2>&1 || code=$?
  echo "$1: $(grep -c 'Duplicate entry' "$folder/said") duplicates, exit code $code"
}
expect "other ids: 1 duplicates, exit code 1
other ids of postings: 1 duplicates, exit code 1
other links: 0 duplicates, exit code 0
one id, another account: 0 duplicates, exit code 0" "$(
  { coffee '' $'  ref: "A1"\n' ''; coffee '' $'  ref: "A2"\n' ''; } | check "other ids"
  { coffee '' '' $'    ref: "A1"\n'; coffee '' '' $'    ref: "A2"\n'; } | check "other ids of postings"
  { coffee ' ^A1' '' ''; coffee ' ^A2' '' ''; } | check "other links"
  { coffee '' $'  ref: "A1"\n' '' Expenses:Unknown; coffee '' $'  ref: "A1"\n' ''; } | check "one id, another account"
)"
