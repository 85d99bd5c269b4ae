#!/usr/bin/env bash
# A library for money shows 14.00 and hands over 1399 cents for one amount, and shows half a cent otherwise than two
# others.
#
# Guess: what an amount is in whole cents is what is shown of it, in each library, and half a cent goes one way.
# Seen: get_amount_in_sub_unit of py-moneyed 3.0 cuts: 13.996 EUR are 1399 cents, 28.999... (0.29 * 100 as a float) 2899
# and each third of 20 EUR 666, while it shows 14.00, 29.00 and 6.67. What is shown has halves at the even cent, 12.345
# as 12.34, and a rest of -0.004 as -0.00. quantize of prices 1.1.1 and round of stockholm 0.5.7 give 12.35. prices
# keeps the whole binary fraction of a float; the other two the digits it shows.
# So whole smallest units are made by an own rule before an amount is handed over or shown.
source "$(dirname "$0")/common.bash"
python_packages py-moneyed==3.0 prices==1.1.1 stockholm==0.5.7 Babel==2.19.0

expect "py-moneyed: 13.996 is 1399 cents, shown €14.00
py-moneyed: 28.999999999999996 is 2899 cents, shown €29.00
py-moneyed: 6.666666666666666666666666667 is 666 cents, shown €6.67
py-moneyed: -0.004 is 0 cents, shown -€0.00
12.345: py-moneyed €12.34, prices 12.35, stockholm 12.35 EUR
12.355: py-moneyed €12.36, prices 12.36, stockholm 12.36 EUR
0.1 as a float: py-moneyed 0.1, prices 0.1000000000000000055511151231257827021181583404541015625, stockholm 0.1" "$(python - <<'P'
import moneyed
import prices
import stockholm
from moneyed.l10n import format_money

def shown(amount):
    return format_money(amount, locale="en")

for number in ("13.996", 0.29 * 100, None, "-0.004"):
    amount = moneyed.Money("20", "EUR") / 3 if number is None else moneyed.Money(number, "EUR")
    print(f"py-moneyed: {amount.amount} is {amount.get_amount_in_sub_unit()} cents, shown {shown(amount)}")
for text in ("12.345", "12.355"):
    by_prices, by_stockholm = prices.Money(text, "EUR").quantize().amount, round(stockholm.Money(text, "EUR"), 2)
    print(f"{text}: py-moneyed {shown(moneyed.Money(text, 'EUR'))}, prices {by_prices}, stockholm {by_stockholm}")
kinds = ((name, kind(0.1, "EUR").amount) for name, kind in (("py-moneyed", moneyed.Money), ("prices", prices.Money)))
print("0.1 as a float: " + ", ".join(f"{name} {amount}" for name, amount in kinds) + f", stockholm {stockholm.Money(0.1, 'EUR').amount}")
P
)"
