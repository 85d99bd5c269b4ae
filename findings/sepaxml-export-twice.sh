#!/usr/bin/env bash
# A writer of SEPA transfers pays everything twice when its file is made a second time.
#
# Expected: export() gives the same payments each time it is called, as a first call to show and check the file and a second one to send it.
# Guess: an amount that is no int of cents is refused, and so are a name of 71 characters and a text of 141.
# Seen: sepaxml 2.7.0 adds the payments again at each call. Of two payments of 12.50 the second file has four, each twice under its own end-to-end
# id, and says that they are 6 of 75.00: the sums of the whole file are added up over both calls. Both files pass the schema (validate=True).
# Names and texts are cut without a word, and the int is one of hundredths in yen, too.
# So the bytes of a payment file are made once and kept; what is sent is what was shown; and a reader adds up before it pays.
source "$(dirname "$0")/common.bash"
python_packages sepaxml==2.7.0

expect "first: 2 payments of 25.00, says 2 of 25.00
second: 4 payments of 50.00, says 6 of 75.00, ids A A B B
Decimal of euros: refused
71 and 141 characters: 70 and 140
1250 in yen: JPY 12.50" "$(python - <<'P'
import datetime
import re
from decimal import Decimal

from sepaxml import SepaTransfer

def transfer(currency="EUR"):
    return SepaTransfer({"name": "Asha", "IBAN": "DE89370400440532013000", "BIC": "COBADEFFXXX", "batch": True, "currency": currency}, clean=True)

def payment(**changes):
    return {"name": "Shop", "IBAN": "NL50BANK1234567890", "BIC": "BANKNL2A", "amount": 1250, "execution_date": datetime.date(2026, 12, 1),
            "description": "Bread"} | changes

def fields(text, name):
    return re.findall(f"<{name}[^>]*>([^<]*)", text)

two = transfer()
for name in "AB":
    two.add_payment(payment(endtoend_id=name))
for call in ("first", "second"):
    text = two.export(validate=True).decode()
    amounts = fields(text, "InstdAmt")
    print(f"{call}: {len(amounts)} payments of {sum(map(Decimal, amounts))}, says {fields(text, 'NbOfTxs')[0]} of {fields(text, 'CtrlSum')[0]}"
          + (f", ids {' '.join(sorted(fields(text, 'EndToEndId')))}" if call == "second" else ""))

def single(currency="EUR", **changes):
    one = transfer(currency)
    one.add_payment(payment(**changes))
    return one.export(validate=True).decode()

try:
    single(amount=Decimal("12.50"))
except Exception:
    print("Decimal of euros: refused")
text = single(name="N" * 71, description="D" * 141)
print("71 and 141 characters:", len(fields(text, "Nm")[-1]), "and", len(fields(text, "Ustrd")[0]))
print("1250 in yen:", *re.findall('<InstdAmt Ccy="([^"]*)">([^<]*)', single("JPY"))[0])
P
)"
