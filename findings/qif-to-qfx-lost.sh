#!/usr/bin/env bash
# Of two coffees on one day one is left when qif-to-qfx has made a QFX file of a bank's QIF, and 5 April is 4 May.
#
# Guess: qif-to-qfx keeps two equal purchases of one day, reads 13/04/2026 as 13 April, and reads commas in amounts.
# Seen: qif-to-qfx 0.1.1 takes a line for a repetition when day, amount and payee are those of another one, in one file and with another note, too.
# The month is always first: 05/04/2026 is 20260504, and 13/04/2026 is 20261304, a month that is none. 4/ 6'26 goes into DTPOSTED as it is. 2.000,00 is 2.00.
# CURDEF is always USD. Without --no-balance each line has its opposite, so that what was spent comes back. None of it is an error.
# ofxparse 0.21 reads the coffee and the wrong month, and refuses a file with a month 13 or Quicken's day.
# So a QIF file is imported as the bank wrote it, where days are asked for and each line is counted.
source "$(dirname "$0")/common.bash"
python_packages qif-to-qfx==0.1.1 ofxparse==0.21

# converted DAY AMOUNT PAYEE NOTE...: these lines as ofxparse reads them in the QFX file, and with BALANCE=1 without --no-balance.
converted() {
  { echo '!Type:Bank'; printf 'D%s\nT%s\nP%s\nM%s\n^\n' "$@"; } >"$folder/bank.qif"
  "$folder/venv/bin/qif-to-qfx" "$folder/bank.qif" "$folder/bank.qfx" --org Bank ${unbalanced:+--no-balance} >"$folder/told"
  echo "$(grep -o 'Parsed: [0-9]*' "$folder/told") of $(($# / 4)): $(grep -oE '^<(DTPOSTED|TRNAMT)>.*' "$folder/bank.qfx" | sed 's/.*>//' | paste -sd' ')"
  python - "$folder/bank.qfx" <<'P'
import sys

import ofxparse

try:
    with open(sys.argv[1], "rb") as file:
        account = ofxparse.OfxParser.parse(file).account
    print("  ofxparse:", ", ".join(f"{line.date:%d %B} {line.amount} {account.curdef} {line.payee}" for line in account.statement.transactions))
except ValueError:
    print("  ofxparse: refused")
P
}
expect "Parsed: 2 of 3: 20260413 -4.50 20260414 -1250.00
  ofxparse: 13 April -4.50 USD Coffee, 14 April -1250.00 USD Rent
Parsed: 1 of 2: 20260413 -4.50
  ofxparse: 13 April -4.50 USD Coffee
Parsed: 2 of 2: 20260504 -4.50 20260604 2.00
  ofxparse: 04 May -4.50 USD Coffee, 04 June 2.00 USD Pay
Parsed: 1 of 1: 20261304 -4.50
  ofxparse: refused
Parsed: 1 of 1: 4/ 6'26 -4.50
  ofxparse: refused
Parsed: 1 of 1: 20260413 -4.50 20260413 4.50
  ofxparse: 13 April -4.50 USD Coffee, 13 April 4.50 USD General Card Deposit" "$(
  unbalanced=1
  converted 04/13/2026 -4.50 Coffee "" 04/13/2026 -4.50 Coffee "" 04/14/2026 -1,250.00 Rent ""
  converted 04/13/2026 -4.50 Coffee morning 04/13/2026 -4.50 Coffee evening
  converted 05/04/2026 -4.50 Coffee "" 06/04/2026 2.000,00 Pay ""
  converted 13/04/2026 -4.50 Coffee ""
  converted "4/ 6'26" -4.50 Coffee ""
  unbalanced=
  converted 04/13/2026 -4.50 Coffee ""
)"
