#!/usr/bin/env bash
# In hledger the decimals of a P line spread to every amount of the currency, and those behind @ do not; in ledger neither does.
#
# Guess: a rate has no part in how amounts of its currency are written, whether it stands in a P line or behind @.
# Seen: with "P 2026-11-26 EUR 90.123456 INR" hledger 1.25 writes another entry's 5.50 INR as 5.500000 INR; with the same rate behind @ alone
# it writes 5.50 INR. ledger 3.3.0 writes 5.50 INR in both.
# The line "commodity 1000.00 INR" at the top gives hledger two decimals, and ledger reads it as well.
# In both the balance is exact to the sixth decimal, whatever is shown.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

journal='2026-11-26 Museum
    Expenses:Museum  10.00 EUR @ 90.123456 INR
    Assets:Cash

2026-11-27 Milk
    Expenses:Milk  5.50 INR
    Assets:Cash
'
shown() { "$1" -f "$folder/journal" balance Milk | awk 'NR == 1 {print $1, $2}'; }
try() {
  for program in ledger hledger; do echo "$1 $program $(shown "$program")"; done
}
expect "behind-@ ledger 5.50 INR
behind-@ hledger 5.50 INR
P-line ledger 5.50 INR
P-line hledger 5.500000 INR
with-commodity ledger 5.50 INR
with-commodity hledger 5.50 INR" "$(
  rate='P 2026-11-26 EUR 90.123456 INR'
  printf '%s' "$journal" >"$folder/journal"; try behind-@
  printf '%s\n\n%s' "$rate" "$journal" >"$folder/journal"; try P-line
  printf 'commodity 1000.00 INR\n%s\n\n%s' "$rate" "$journal" >"$folder/journal"; try with-commodity)"
