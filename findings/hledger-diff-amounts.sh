#!/usr/bin/env bash
# hledger's diff takes a cinema ticket for a coffee of the same price, and names January's rent as missing where February's is.
#
# Guess: hledger diff compares dates and amounts, so a payment of another day, or to somebody else, is in the list of those that only one file has.
# Seen: hledger 1.25 (Debian's) compares the amounts alone, each as often as it is there, as its manual says. Coffee and cinema are one, and so are the
# rents of January and February. Where one file has both rents and the other January's alone, it names January's as the one that is missing.
# The exit code is 0 with differences and without.
# So two copies of an account are compared line by line, with the day in each line ("hledger register -O csv" and diff).
source "$(dirname "$0")/common.bash"
debian_packages 'hledger=1.25*'

cat >"$folder/mine.journal" <<'J'
2026-01-02 Coffee
    expenses:food   4.00 EUR
    assets:bank
2026-01-05 Rent for January
    expenses:rent   900.00 EUR
    assets:bank
2026-02-05 Rent for February
    expenses:rent   900.00 EUR
    assets:bank
J
cat >"$folder/bank.journal" <<'J'
2026-01-09 Cinema
    expenses:fun    4.00 EUR
    assets:bank
2026-02-05 Rent for February
    expenses:rent   900.00 EUR
    assets:bank
J
sed '/January/,/bank/d' "$folder/mine.journal" >"$folder/february.journal"
sed '/February/,/bank/d' "$folder/mine.journal" >"$folder/january.journal"
compare() {
  echo "$1:"
  code=0
  hledger diff -f "$folder/$2.journal" -f "$folder/$3.journal" assets:bank >"$folder/differences" || code=$?
  grep -v -e '^$' -e '^ ' "$folder/differences"
  echo "exit code $code"
}
expect "coffee against cinema, and one rent:
These transactions are in the first file only:
These transactions are in the second file only:
exit code 0
January's rent against February's:
These transactions are in the first file only:
These transactions are in the second file only:
exit code 0
two rents against February's:
These transactions are in the first file only:
2026-01-05 Rent for January
These transactions are in the second file only:
exit code 0
two rents against January's:
These transactions are in the first file only:
2026-01-05 Rent for January
These transactions are in the second file only:
exit code 0" "$(
  compare "coffee against cinema, and one rent" february bank
  compare "January's rent against February's" january february
  compare "two rents against February's" mine bank
  compare "two rents against January's" mine january
)"
