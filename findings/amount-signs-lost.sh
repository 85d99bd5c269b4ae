#!/usr/bin/env bash
# Two Python readers of amounts drop the sign of a bank's withdrawal.
#
# Guess: -12,50 EUR is negative; (4.95) and 4.95- are negative or refused; 12.345 and 0,005 have three decimals.
# Seen: price-parser 0.5.1 reads -12,50, (4.95) and 4.95- as positive, 12.345 as 12345 and 0,005 as 5, since three digits are thousands to it.
# quiffen 4.0.1 reads (4.95) in a QIF file as 4.95 and refuses 4.95-.
# So the sign is looked for before and behind the digits and around them, and one that is not understood is an error.
source "$(dirname "$0")/common.bash"
python_packages price-parser==0.5.1 quiffen==4.0.1

expect "-12.50 price-parser 12.50 quiffen -12.50
(4.95) price-parser 4.95 quiffen 4.95
4.95- price-parser 4.95 quiffen refuses
+4.95 price-parser 4.95 quiffen 4.95
12.345 price-parser 12345 quiffen 12.345
-12,50 EUR price-parser 12.50
0,005 price-parser 5" "$(cd "$folder" && python - <<'P'
from price_parser import Price
from quiffen import Qif

def by_quiffen(text):
    with open("a.qif", "w") as file:
        file.write(f"!Type:Bank\nD11/27'26\nT{text}\nPShop\n^\n")
    try:
        account, = Qif.parse("a.qif").accounts.values()
    except ArithmeticError:
        return "refuses"
    return list(account.transactions.values())[0][0].amount

for text in ("-12.50", "(4.95)", "4.95-", "+4.95", "12.345"):
    print(text, "price-parser", Price.fromstring(text).amount, "quiffen", by_quiffen(text))
for text in ("-12,50 EUR", "0,005"):
    print(text, "price-parser", Price.fromstring(text).amount)
P
)"
