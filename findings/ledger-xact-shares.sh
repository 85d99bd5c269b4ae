#!/usr/bin/env bash
# A dinner of which Ravi owes two thirds is all one's own when ledger enters it again with another amount; and "60.00 EUR" is paid out of an account EUR.
#
# Guess: xact takes the accounts of the last entry with that payee and the new amount; of three postings the first has it and the last the rest, or each is
# scaled; of payees with equal words it takes the latest.
# Seen: ledger 3.3.0 (Debian's) writes the entry as it was when no amount is given. With one it writes the first posting and the last account, and leaves out
# what stands between: Ravi's debt, or a tip. An amount and its currency are one argument: of 60.00 EUR the second word is an account. A payee in small
# letters is looked for by its letters, so "coffee" is the later "Coffee bar", paid by the bank. None of it is an error, and the entry balances.
# So an entry that comes again is written with each share, as a recurring entry of Hearth's has them.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11 2>"$folder/unsandboxed"

cat >"$folder/home.ledger" <<'J'
2026-01-05 Coffee
  Expenses:Coffee     4.50 EUR
  Assets:Cash        -4.50 EUR

2026-01-11 Dinner
  Expenses:Food      10.00 EUR
  Assets:Owed:Ravi   20.00 EUR
  Assets:Cash       -30.00 EUR

2026-01-12 Coffee bar
  Expenses:Fun        7.00 EUR
  Assets:Bank        -7.00 EUR
J
again() { # again ARGUMENT...: what xact makes of it.
  echo "xact$(printf ' "%s"' "$@")"
  ledger --args-only -f "$folder/home.ledger" --date-format %Y-%m-%d xact 2026-02-01 "$@" | tr -s ' '
}
expect "xact \"Dinner\"
2026-02-01 Dinner
 Expenses:Food 10.00 EUR
 Assets:Owed:Ravi 20.00 EUR
 Assets:Cash -30.00 EUR
xact \"Dinner\" \"60.00 EUR\"
2026-02-01 Dinner
 Expenses:Food 60.00 EUR
 Assets:Cash
xact \"Dinner\" \"60.00\" \"EUR\"
2026-02-01 Dinner
 Expenses:Food 60.00 EUR
 EUR
xact \"Coffee\" \"5.00 EUR\"
2026-02-01 Coffee
 Expenses:Coffee 5.00 EUR
 Assets:Cash
xact \"coffee\" \"5.00 EUR\"
2026-02-01 Coffee bar
 Expenses:Fun 5.00 EUR
 Assets:Bank" "$(again Dinner; again Dinner "60.00 EUR"; again Dinner 60.00 EUR; again Coffee "5.00 EUR"; again coffee "5.00 EUR")"
