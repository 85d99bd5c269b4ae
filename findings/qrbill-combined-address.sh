#!/usr/bin/env bash
# A writer of Swiss QR-bills takes an address in two lines, which the standard has not had since November 2025, and leaves digits of Devanagari as they are.
#
# Guess: 12,50 and 12.345 are refused; an address in two lines (type K) is refused or made of type S, the only one that version 2.3 of the guidelines (SIX) has.
# Seen: qrbill 1.2.0 refuses both amounts, and writes type K without a warning. The amount १२.५० passes and stands in the code as it is, as does a name
# in Devanagari, though the guidelines allow the digits 0 to 9 and a set of Latin letters. Decimal("1000") is taken and Decimal("1E+3"), its equal, is not.
# So a form has street and number, postcode and town in fields of their own, and an amount is written by the program.
source "$(dirname "$0")/common.bash"
python_packages qrbill==1.2.0

expect "12.5: 12.50
12,50: ValueError
12.345: ValueError
१२.५०: १२.५०
1000: 1000.00
1E+3: ValueError
two lines: K|आशा|Weg 5|1000 Lausanne|||CH, warnings: 0
fields: S|Asha|Weg|5|1000|Lausanne|CH, warnings: 0" "$(python - <<'P'
import warnings
from decimal import Decimal

from qrbill import QRBill

def bill(**changes):
    creditor = {"name": "Asha", "street": "Weg", "house_num": "5", "pcode": "1000", "city": "Lausanne", "country": "CH"}
    return QRBill(**{"account": "CH5800791123000889012", "creditor": creditor, **changes}).qr_data().split("\r\n")

for amount in ("12.5", "12,50", "12.345", "१२.५०", Decimal("1000"), Decimal("1E+3")):
    try:
        print(f"{amount}: {bill(amount=amount)[18]}")
    except ValueError as error:
        print(f"{amount}: {type(error).__name__}")
for name, changes in (("two lines", {"creditor": {"name": "आशा", "line1": "Weg 5", "line2": "1000 Lausanne", "country": "CH"}}), ("fields", {})):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(f"{name}: {'|'.join(bill(**changes)[4:11])}, warnings: {len(caught)}")
P
)"
