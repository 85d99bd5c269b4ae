#!/usr/bin/env bash
# Of three readers of Spain's bank files (Norma 43) one makes the 12th of a 27th, one dates the closing balance on the first day, and one ends at a
# purchase in dollars.
#
# Guess: withdrawals are negative, and each reads the same sums.
# Expected besides: each has the same days, and a file whose sums are right is read.
# Seen: AqBanking 6.5.3 (Debian's, importer q43) reads the value date 261127 as the 12th and 261130 as the 13th of November.
# csb43 1.1.0 (csb2format) gives OFX the closing balance with the first day of the statement, though it knows the last one, and the rate of a purchase
# for 50 dollars as -0.9224; its file for HomeBank has the value date for the day, so that a payment of Friday is one of Monday.
# aeb43 0.2.1 ends with an AssertionError without words at the amount in dollars (record 24), since it does not count that record.
# So days are checked against the days of the statement, and the closing balance against the sum, and a record that is not known is named.
source "$(dirname "$0")/common.bash"
python_packages csb43==1.1.0 aeb43==0.2.1
aqbanking_packages

# statement NAME [dollars]: three payments of 26 and 27 November 2026, the last one with its amount in dollars.
statement() {
  python3 - "$folder/$1.q43" "${2:-}" <<'P'
import sys

records = ["11" "0081" "5398" "0001414452" "261126" "261127" "2" "00000000100000" "978" "3" "ASHA"]
def payment(day, value, sign, cents, name):
    records.append(f"22    5398{day}{value}12006{sign}{cents:014}{0:010}{0:012}")
    records.append(f"2301{name}")
payment("261126", "261127", 1, 250, "COFFEE")
payment("261127", "261127", 2, 2000, "REFUND")
payment("261127", "261130", 1, 4612, "TRAVEL")
if sys.argv[2]:
    records.append(f"2401840{5000:014}")
records.append(f"33008153980001414452{2:05}{4862:014}{1:05}{2000:014}2{100000 - 4862 + 2000:014}978")
records.append("88" + "9" * 18 + f"{len(records):06}")
with open(sys.argv[1], "w") as file:
    file.writelines(record.ljust(80) + "\n" for record in records)
P
}
statement euros
statement dollars dollars

expect "AqBanking:
   2026/11/26 2026/11/12 -2.50
   2026/11/27 2026/11/12 20.00
   2026/11/27 2026/11/13 -46.12
csb43, OFX:
   balance of 971.38 on 20261126
   transactions of 20261126 to 20261127
   20261126 20261127 -2.5
   20261127 20261127 20
   20261127 20261130 -46.12
   rate of USD -0.9224
csb43, HomeBank:
   27-11-26 -2.5
   27-11-26 20
   30-11-26 -46.12
aeb43, euros: 2026-11-26 2026-11-27 -2.5, 2026-11-27 2026-11-27 20, 2026-11-27 2026-11-30 -46.12
aeb43, with dollars: AssertionError, words: none" "$(
  echo AqBanking:
  aqbanking q43 default "$folder/dollars.q43" date valutaDate value_value
  python - "$folder" 2>"$folder/python.log" <<'P'
import pathlib
import re
import subprocess
import sys

from aeb43 import AEB43

folder = pathlib.Path(sys.argv[1])
def convert(form):
    command = [folder / "venv/bin/csb2format", "-f", form, folder / "dollars.q43", "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout

text = convert("ofx")
def field(name):
    return re.search(f"<{name}>([^<]*)", text)[1]
print("csb43, OFX:")
print(f"   balance of {field('BALAMT')} on {field('DTASOF')}")
print(f"   transactions of {field('DTSTART')} to {field('DTEND')}")
for found in re.findall("<DTPOSTED>([^<]*)</DTPOSTED><DTAVAIL>([^<]*)</DTAVAIL><TRNAMT>([^<]*)", text):
    print("  ", *found)
print("   rate of", field("CURSYM"), field("CURRATE"))
print("csb43, HomeBank:")
for line in convert("homebank").split():
    fields = line.split(",")
    print("  ", fields[0], fields[4])
for name in ("euros", "dollars"):
    try:
        read = AEB43(str(folder / f"{name}.q43")).accounts[0].transactions
        print(f"aeb43, {name}:", ", ".join(f"{line.transaction_date} {line.value_date} {line.amount}" for line in read))
    except AssertionError as error:
        print(f"aeb43, with {name}: AssertionError, words: {str(error) or 'none'}")
P
)"
