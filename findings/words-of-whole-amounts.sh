#!/usr/bin/env bash
# A writer of amounts in words takes a whole number for cents: 150 euros are "one euro, fifty cents".
#
# Guess: num2words(150, to="currency", currency="EUR") is one hundred and fifty euros, as 150.0 and "150" are.
# Seen: num2words 0.5.14 takes an int for the smallest unit, and a float, a Decimal or a text for the unit, in each of
# its languages. JSON has 150 for a whole amount and 150.5 for another one, so of two receipts one is a hundredth.
# Halves of a cent go up for a Decimal (0.995 is one euro); the float 0.995 is ninety-nine cents.
# So an amount is handed over as a Decimal of two decimals, or as the int of its cents, and never as it comes from JSON.
source "$(dirname "$0")/common.bash"
python_packages num2words==0.5.14

expect "150 in en: one euro, fifty cents
150 in de: ein Euro und fünfzig Cent
150 in fr: un euro et cinquante centimes
150 in en_IN: one rupee, fifty paise
150.5 in en: one hundred and fifty euro, fifty cents
150.5 in de: einhundertfünfzig Euro und fünfzig Cent
150.5 in fr: cent cinquante euros et cinquante centimes
150.5 in en_IN: one hundred and fifty rupees, fifty paise
Decimal('150') in en: one hundred and fifty euro, zero cents
'150' in en: one hundred and fifty euro, zero cents
Decimal('0.995') in en: one euro, zero cents
0.995 in en: zero euro, ninety-nine cents" "$(python - <<'P'
import json
from decimal import Decimal

from num2words import num2words

def say(amount, language="en"):
    currency = "INR" if language == "en_IN" else "EUR"
    print(f"{amount!r} in {language}: {num2words(amount, to='currency', currency=currency, lang=language)}")

for amount in json.loads("[150, 150.5]"):
    for language in ("en", "de", "fr", "en_IN"):
        say(amount, language)
for amount in (Decimal("150"), "150", Decimal("0.995"), 0.995):
    say(amount)
P
)"
