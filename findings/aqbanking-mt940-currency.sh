#!/usr/bin/env bash
# Yen are euros for AqBanking when the statement before them in the bank's MT940 file ends with a text of its own, which banks may write there.
#
# Guess: RC is negative and RD positive, a text behind the closing balance is not the last line's, and a second account in the file keeps its lines.
# Expected besides: it keeps its currency.
# Seen: aqbanking-cli of AqBanking 6.5.3 (Debian's) is right with RC and RD, with a line that has no day of entry, and with the text. But behind a field 86
# that follows the closing balance (62F or 64) it takes the next statement's account and lines, and the currency of the statement before: 100 yen are
# 100.00 euros. Without that text each has its own. It is no error.
# So a file's currency is that of the opening balance above the line, and one that changes from statement to statement is compared with the account's.
source "$(dirname "$0")/common.bash"
aqbanking_packages

# statement ACCOUNT CURRENCY [LINE...]: with these lines behind its closing balance.
statement() {
  printf '%s\n' ':20:START' ":25:37040044/$1" ':28C:1/1' ":60F:C260101$2""1000," ':61:2601050105D100,NTRFA' ':86:paid' ':61:260106RC5,NTRFB' ':86:back' \
    ":62F:C260106$2""895," "${@:3}" '-'
}
expect "without a text
   1 2026/01/05 -100.00 EUR paid
   1 2026/01/06 -5.00 EUR back
   2 2026/01/05 -100.00 JPY paid
   2 2026/01/06 -5.00 JPY back
   3 2026/01/05 -100.00 USD paid
   3 2026/01/06 -5.00 USD back
with a text
   1 2026/01/05 -100.00 EUR paid
   1 2026/01/06 -5.00 EUR back
   2 2026/01/05 -100.00 EUR paid
   2 2026/01/06 -5.00 EUR back
   3 2026/01/05 -100.00 USD paid
   3 2026/01/06 -5.00 USD back" "$(
  echo "without a text"
  { statement 1 EUR; statement 2 JPY; statement 3 USD; } >"$folder/bank.sta"
  aqbanking swift SWIFT-MT940 "$folder/bank.sta" localAccountNumber date value_value value_currency purpose
  echo "with a text"
  { statement 1 EUR ':86:Interest from 1 February: 2 %'; statement 2 JPY; statement 3 USD; } >"$folder/bank.sta"
  aqbanking swift SWIFT-MT940 "$folder/bank.sta" localAccountNumber date value_value value_currency purpose
)"
