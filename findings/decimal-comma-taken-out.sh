#!/usr/bin/env bash
# Three readers of numbers make 1250 of 12,50 without an error.
#
# Guess: a comma that has not three digits behind it cannot part thousands, so 12,50 is refused where the decimal sign is a point.
# Seen: beancount 3.2.3 (D, with which its importers read amounts), quiffen 4.0.1 (the amounts of a QIF file) and Babel 2.19.0 (parse_decimal
# in English, unless strict) take every comma out and read 1250. -1.234,50 is -1.2345 to all three.
# So the decimal sign is settled for the whole column before an amount is read, and digits are counted behind each comma.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 quiffen==4.0.1 Babel==2.19.0

expect "-12,50 beancount -1250
-12,50 quiffen -1250
-12,50 Babel -1250
-1.234,50 beancount -1.2345
-1.234,50 quiffen -1.2345
-1.234,50 Babel -1.2345" "$(cd "$folder" && python - <<'P'
from babel.numbers import parse_decimal
from beancount.core.number import D
from quiffen import Qif

def by_quiffen(text):
    with open("a.qif", "w") as file:
        file.write(f"!Type:Bank\nD11/27'26\nT{text}\nPShop\n^\n")
    account, = Qif.parse("a.qif").accounts.values()
    return list(account.transactions.values())[0][0].amount

for text in ("-12,50", "-1.234,50"):
    for name, read in (("beancount", D), ("quiffen", by_quiffen), ("Babel", lambda text: parse_decimal(text, locale="en"))):
        print(text, name, f"{float(read(text)):.9g}")
P
)"
