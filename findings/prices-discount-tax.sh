#!/usr/bin/env bash
# A discount of half the price leaves the tax as it was, in a library for prices with tax.
#
# Expected: ten per cent off 100.00 net and 123.00 gross are 90.00 and 110.70, with 20.70 of tax; and half off three times is the same as its sum.
# Seen: prices 1.1.1 takes one amount off net and gross alike. Ten per cent off the gross leaves 87.70 net and all 23.00 of tax, half off leaves 38.50
# and 23.00, and 90 per cent off leaves nothing net, and 12.30 that are tax alone. With from_gross=False all of the price off leaves 23.00 to pay.
# A discount is rounded down, towards the shop: a third off 0.02 is nothing off, whatever the number of pieces.
# So a discount goes by the rate of tax: it is taken from one of net and gross, and the other one is reckoned anew.
source "$(dirname "$0")/common.bash"
python_packages prices==1.1.1

expect "10 % off: 87.70 net, 23.00 tax, 110.70 gross; of the net: 90.00 net, 23.00 tax, 113.00 gross
50 % off: 38.50 net, 23.00 tax, 61.50 gross; of the net: 50.00 net, 23.00 tax, 73.00 gross
90 % off: 0.00 net, 12.30 tax, 12.30 gross; of the net: 10.00 net, 23.00 tax, 33.00 gross
100 % off: 0.00 net, 0.00 tax, 0.00 gross; of the net: 0.00 net, 23.00 tax, 23.00 gross
33 % off three times 0.02: 0.06, off 0.06: 0.05" "$(python - <<'P'
from decimal import Decimal

from prices import Money, TaxedMoney, percentage_discount

def show(price):
    return f"{price.net.amount:.2f} net, {price.tax.amount:.2f} tax, {price.gross.amount:.2f} gross"

price = TaxedMoney(Money(Decimal("100.00"), "EUR"), Money(Decimal("123.00"), "EUR"))
for share in (10, 50, 90, 100):
    print(f"{share} % off:", show(percentage_discount(price, share)) + "; of the net:", show(percentage_discount(price, share, from_gross=False)))
print("33 % off three times 0.02:", f"{3 * percentage_discount(Money(Decimal('0.02'), 'EUR'), 33).amount},",
      "off 0.06:", percentage_discount(Money(Decimal("0.06"), "EUR"), 33).amount)
P
)"
