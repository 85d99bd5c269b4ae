#!/usr/bin/env bash
# hledger takes 1,234 for 1.234 in the same CSV column in which 1,234.50 is over a thousand.
#
# Guess: the amounts of a column have one decimal sign, which 1,234.50 shows; and 1,234 alone is a thousand, or refused as unclear.
# Seen: hledger 1.25 reads each amount by itself, and a single sign is the decimal sign: 1,234.50 and 1,234 are 1235.734, and 12,500 is 12.5,
# whose balance with 300.25 is shown as 312,750 and looks like the thousands that were meant. 1,00,000 is a lakh, since it has two commas.
# The rule "decimal-mark ." makes the first two 2,468.50.
# So a rule for hledger always says the decimal sign, and the importer settles it from the whole column.
source "$(dirname "$0")/common.bash"
debian_packages hledger=1.25-2+b5

cd "$folder"
try() {
  rule=$1
  shift
  printf 'separator ;\nfields date,description,amount\naccount1 Bank\n%s\n' "$rule" >bank.csv.rules
  printf '2026-11-27;Shop;%s\n' "$@" >bank.csv
  balance() { hledger -f bank.csv balance Bank -N "$@" | awk '{print $1}'; }
  echo "$* ${rule:-without a rule}: $(balance -c '1000.000'), shown as $(balance)"
}
expect "1,234.50 1,234 without a rule: 1235.734, shown as 1,235.734
12,500 300.25 without a rule: 312.750, shown as 312,750
1,00,000 0.50 without a rule: 100000.500, shown as 1,00,000.50
1,234.50 1,234 decimal-mark .: 2468.500, shown as 2,468.50" "$(
  try "" 1,234.50 1,234
  try "" 12,500 300.25
  try "" 1,00,000 0.50
  try "decimal-mark ." 1,234.50 1,234)"
