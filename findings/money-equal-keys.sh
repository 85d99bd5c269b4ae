#!/usr/bin/env bash
# In one library for money 10 EUR equals 10.00 EUR, and both are keys of one dictionary; a yen has a hundred parts in it.
#
# Guess: what is equal has one hash, so a dictionary by amounts, or a set of payments, has one place for 10 and 10.00;
# and the smallest unit is that of the currency: 1000 JPY are 1000, 1.250 KWD are 1250.
# Seen: stockholm 0.5.7 hashes the amount as it was spelled: 10 EUR and 10.00 EUR are equal, and two in a set, so that
# a payment that is looked up by its amount is not found. sub_units is the amount times one hundred for every currency:
# 1000 JPY are 100000, and 1.255 KWD are 125.5. 10 EUR equals 10 without a currency and the plain number, too.
# py-moneyed 3.0 and money 1.3.0 have one hash; py-moneyed has 1000 and 1255 units.
# So a key is made of whole smallest units and the currency, by a table of ISO 4217.
source "$(dirname "$0")/common.bash"
python_packages stockholm==0.5.7 py-moneyed==3.0 money==1.3.0

expect "stockholm: equal True, in a set 2
py-moneyed: equal True, in a set 1
money: equal True, in a set 1
stockholm: 1000 JPY 100000, 1.255 KWD 125.500
py-moneyed: 1000 JPY 1000, 1.255 KWD 1255
stockholm: equal to 10 without a currency True, in dollars False" "$(python - <<'P'
import money
import moneyed
import stockholm

makers = {"stockholm": stockholm.Money, "py-moneyed": moneyed.Money, "money": money.Money}
for name, make in makers.items():
    whole, cents = make("10", "EUR"), make("10.00", "EUR")
    print(f"{name}: equal {whole == cents}, in a set {len({whole, cents})}")
yen, dinar = (stockholm.Money(*amount).sub_units for amount in (("1000", "JPY"), ("1.255", "KWD")))
print(f"stockholm: 1000 JPY {yen}, 1.255 KWD {dinar}")
yen, dinar = (moneyed.Money(*amount).get_amount_in_sub_unit() for amount in (("1000", "JPY"), ("1.255", "KWD")))
print(f"py-moneyed: 1000 JPY {yen}, 1.255 KWD {dinar}")
ten = stockholm.Money("10", "EUR")
print(f"stockholm: equal to 10 without a currency {ten == stockholm.Money('10')}, in dollars {ten == stockholm.Money('10', 'USD')}")
P
)"
