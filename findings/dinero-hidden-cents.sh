#!/usr/bin/env bash
# A library for money hands out 3.33 three times and has 10.00 when they are added up; written down and read again they
# are 9.99.
#
# Expected: an amount has the decimals of its currency, so a third of 10 EUR is 3.33, or its further digits are to be seen.
# Seen: dinero 0.4.0 rounds what it gives out (raw_amount, format) to the even cent, and keeps the digits behind it:
# 3.33 + 3.33 + 3.33 is 10.00, and twice 0.00 of 0.005 is 0.01. The third that was written down and read again is equal
# to the one it was, and three of these are 9.99. Two amounts of different currencies cannot be asked whether they are
# equal, and none can be in a set.
# So an amount is brought to cents where it is reckoned, before it is added up or stored.
source "$(dirname "$0")/common.bash"
python_packages dinero==0.4.0

expect "a third of 10: 3.33 three of them: 10.00
three of them read again: 9.99
half a cent: 0.00 twice: 0.01
equal to itself read again: True
equal in two currencies: DifferentCurrencyError
in a set: TypeError" "$(python - <<'P'
from dinero import Dinero
from dinero.currencies import EUR, USD

def again(amount):
    return Dinero(amount.raw_amount, EUR)

third, half = Dinero("10", EUR) / 3, Dinero("0.005", EUR)
print("a third of 10:", third.raw_amount, "three of them:", (third + third + third).raw_amount)
print("three of them read again:", (again(third) + again(third) + again(third)).raw_amount)
print("half a cent:", half.raw_amount, "twice:", (half + half).raw_amount)
print("equal to itself read again:", third == again(third))
for name, ask in (("equal in two currencies", lambda: Dinero("10", EUR) == Dinero("10", USD)), ("in a set", lambda: {third})):
    try:
        print(name + ":", ask())
    except Exception as error:
        print(name + ":", type(error).__name__)
P
)"
