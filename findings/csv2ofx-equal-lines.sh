#!/usr/bin/env bash
# Two equal coffees of a bank's file have one and the same id in the OFX that a converter makes of it, by which readers of OFX drop the second.
#
# Guess: (4.95) and 4.95- keep value and sign, a name with "&" is escaped as XML has it, and two equal lines without an id of the bank have two ids.
# Seen: csv2ofx 0.34.2 gives both lines one FITID; by the OFX specification a FITID names one transaction of the account, and readers leave
# out what they have. With (4.95) or 4.95- in one line the whole file is refused. -0.005 is -5.00, since three digits are thousands to it.
# Of "Müller & Söhne" it makes "Müller &amp Söhne", without the semicolon, so what reads the file as XML refuses it.
# So a line without a bank's id gets one from its content and its number among equal ones.
source "$(dirname "$0")/common.bash"
python_packages csv2ofx==0.34.2

# converted ROW...: rows of day, amount and payee as OFX, or that the file is refused.
converted() {
  { echo "Account,Date,Amount,Reference,Description,Notes,Num,Row"; printf 'Giro,2026-04-05,%s,Paid,%s,,,\n' "$@"; } >"$folder/bank.csv"
  "$folder/venv/bin/csv2ofx" --dayfirst --start 2026-01-01 --end 2026-12-31 "$folder/bank.csv" >"$folder/bank.ofx" 2>"$folder/said" || echo "refused, exit code $?"
}
field() { sed -n "s|.*<$1>\(.*\)</$1>.*|\1|p" "$folder/bank.ofx"; }

expect "two coffees: 2 lines, 1 id
12,50 beside (4.95): refused, exit code 1
12,50 beside 4.95-: refused, exit code 1
-0.005: -5.00
Müller & Söhne: Müller &amp Söhne, as XML: not well-formed (invalid token)" "$(
  converted -3.20 Cafe -3.20 Cafe
  echo "two coffees: $(field TRNAMT | wc -l) lines, $(field FITID | sort -u | wc -l) id"
  for amount in "(4.95)" 4.95-; do echo "12,50 beside $amount: $(converted '"12,50"' Cafe "$amount" Shop)"; done
  converted -0.005 Cafe
  echo "-0.005: $(field TRNAMT)"
  converted -3.20 "Müller & Söhne"
  echo "Müller & Söhne: $(field NAME), as XML: $(python -c 'import sys, xml.etree.ElementTree as tree
text = open(sys.argv[1]).read()
try: tree.fromstring(text[text.index("<OFX>"):]); print("read")
except tree.ParseError as error: print(str(error).split(":")[0])' "$folder/bank.ofx")"
)"
