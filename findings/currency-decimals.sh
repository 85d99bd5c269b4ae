#!/usr/bin/env bash
# The decimals that CLDR gives a currency are not ISO 4217's, and the tables of currencies are of different years.
#
# Guess: they differ in a few that are written without decimals, as HUF, and both know every currency in use.
# Seen: Babel 2.19.0 (CLDR) has 0 for HUF, IDR, COP and AFN, where ISO 4217 has 2, and 0 for IQD, where ISO has 3: money that is kept in Babel's
# units loses fils. py-moneyed 3.0 has neither XAD nor XCG nor ZWG and still has HRK; pycountry 26.2.16 has the new ones and not HRK.
# So a ledger takes its decimals from ISO 4217 and keeps withdrawn currencies in a table of its own.
source "$(dirname "$0")/common.bash"
python_packages Babel==2.19.0 py-moneyed==3.0 pycountry==26.2.16 iso4217==1.16.20260101

expect "HUF CLDR 0 ISO 2
IDR CLDR 0 ISO 2
COP CLDR 0 ISO 2
AFN CLDR 0 ISO 2
IQD CLDR 0 ISO 3
INR CLDR 2 ISO 2
XAD py-moneyed no, pycountry yes
XCG py-moneyed no, pycountry yes
ZWG py-moneyed no, pycountry yes
HRK py-moneyed yes, pycountry no" "$(python - <<'P'
import iso4217
import moneyed
import pycountry
from babel.numbers import get_currency_precision
for code in ("HUF", "IDR", "COP", "AFN", "IQD", "INR"):
    print(code, "CLDR", get_currency_precision(code), "ISO", iso4217.Currency(code).exponent)
for code in ("XAD", "XCG", "ZWG", "HRK"):
    print(f"{code} py-moneyed {'yes' if code in moneyed.CURRENCIES else 'no'}, pycountry {'yes' if pycountry.currencies.get(alpha_3=code) else 'no'}")
P
)"
