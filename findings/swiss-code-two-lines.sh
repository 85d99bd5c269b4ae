#!/usr/bin/env bash
# A note of two lines makes a Swiss payment code of chqr's that ends a line too late, and a reference in small letters stays so.
#
# Expected: a message of two lines is refused, or its line break is made a blank.
# Seen: chqr 1.2.5 takes it as it is. The code is lines of text, of which the 31st is EPD, the trailer; behind a note of two lines the second line of the note
# stands there, and a reader that goes by lines, as the guidelines have it, takes the code for none. qrbill 1.2.0 makes a blank of the break. chqr leaves a
# reference in small letters as it is, and refuses one with blanks, as bills print it; qrbill makes the shape of the standard of both.
# So a note is made one line before it goes into a code, and a code is read back before it is shown.
source "$(dirname "$0")/common.bash"
python_packages chqr==1.2.5 qrbill==1.2.0

expect "chqr RF18539007547034 'Rent': RF18539007547034 / Rent, line 31 EPD
chqr RF18539007547034 'Rent\nMarch': RF18539007547034 / Rent, line 31 March
chqr rf18539007547034 'Rent': rf18539007547034 / Rent, line 31 EPD
chqr RF18 5390 0754 7034 'Rent': refused
qrbill RF18539007547034 'Rent': RF18539007547034 / Rent, line 31 EPD
qrbill RF18539007547034 'Rent\nMarch': RF18539007547034 / Rent March, line 31 EPD
qrbill rf18539007547034 'Rent': RF18539007547034 / Rent, line 31 EPD
qrbill RF18 5390 0754 7034 'Rent': RF18539007547034 / Rent, line 31 EPD" "$(python - <<'P'
from decimal import Decimal
import chqr
import qrbill

def by_chqr(reference, note):
    creditor = chqr.Creditor(name="Asha Rao", street="Weg", building_number="1", postal_code="8000", city="Bern", country="CH")
    return chqr.QRBill(account="CH9300762011623852957", creditor=creditor, currency="CHF", amount=Decimal("12.50"), reference_type="SCOR", reference=reference,
                       additional_information=note).build_data_string()

def by_qrbill(reference, note):
    creditor = {"name": "Asha Rao", "street": "Weg", "house_num": "1", "pcode": "8000", "city": "Bern", "country": "CH"}
    return qrbill.QRBill(account="CH9300762011623852957", creditor=creditor, amount="12.50", reference_number=reference, additional_information=note).qr_data()

for name, write in (("chqr", by_chqr), ("qrbill", by_qrbill)):
    for reference, note in (("RF18539007547034", "Rent"), ("RF18539007547034", "Rent\nMarch"), ("rf18539007547034", "Rent"), ("RF18 5390 0754 7034", "Rent")):
        try:
            lines = write(reference, note).splitlines()
            print(f"{name} {reference} {note!r}: {' / '.join(lines[28:30])}, line 31 {lines[30]}")
        except (chqr.ValidationError, ValueError):
            print(f"{name} {reference} {note!r}: refused")
P
)"
