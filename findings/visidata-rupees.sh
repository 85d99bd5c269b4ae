#!/usr/bin/env bash
# 450 rupees, written "Rs. 450", are 0.45 in VisiData's type for money, 1e3 is 13, and a payment in brackets is a receipt.
#
# Guess: (4.95) is negative, 4.95- is negative or refused, and 12,50 and 1.234,50 are refused, as a column of floats refuses them.
# Seen: visidata 3.4 (the type "currency", the key $) takes out all that is no digit, point or minus sign, and reads what is left. So the point of "Rs."
# is the decimal sign, 12,50 is 1250, 1.234,50 is 1.2345, and (4.95), -4.95 with U+2212, and 12.00 DR are positive. It refuses 4.95- and "Rs.450.50".
# So a column of amounts is looked over before its sum is: the sum says nothing of what was read wrongly.
source "$(dirname "$0")/common.bash"
python_packages visidata==3.4

expect "12.50: 12.5
-12.50: -12.5
€-12.50: -12.5
12,34,567.89: 1234567.89
₹450.50: 450.5
Rs. 450: 0.45
Rs.450.50: refused
(4.95): 4.95
4.95-: refused
−4.95: 4.95
12.00 DR: 12.0
12,50: 1250.0
1.234,50: 1.2345
1e3: 13.0" "$(python - <<'P'
from visidata.type_currency import currency

for text in ("12.50", "-12.50", "€-12.50", "12,34,567.89", "₹450.50", "Rs. 450", "Rs.450.50", "(4.95)", "4.95-",
             "\N{MINUS SIGN}4.95", "12.00 DR", "12,50", "1.234,50", "1e3"):
    try:
        print(f"{text}: {currency(text)}")
    except ValueError:
        print(f"{text}: refused")
P
)"
