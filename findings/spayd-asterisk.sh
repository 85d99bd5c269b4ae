#!/usr/bin/env bash
# A writer of Czech payment codes (SPAYD) puts messages and names into the code as they are: an asterisk ends the message.
#
# Guess: an asterisk in a message is written as %2A, since it parts the fields, and a message past the format's 60 characters is refused or cut.
# Seen: qrplatba 1.2.0 writes both as they are, so a reader finds the message "rent" of "rent * October", and a part without a name. A percent sign stays as
# it is, too, and is an escape for the reader. Amounts are written with two decimals; 12.345 is 12.35 or, as a Decimal, 12.34, and an account whose check
# digits are wrong is taken.
# So a text is escaped and cut before it is handed over, and the code is read back before it is shown.
source "$(dirname "$0")/common.bash"
python_packages qrplatba==1.2.0

expect "rent: ACC MSG=rent AM=400.56
50%25 off: ACC MSG=50% off AM=400.56
rent * October: ACC MSG=rent AM=400.56, and a part without a name
70 characters: 70
12.345 is 12.35, as a Decimal 12.34
check digits wrong: taken" "$(python - <<'P'
from decimal import Decimal
from urllib.parse import unquote

from qrplatba import QRPlatbaGenerator

ACCOUNT = "CZ6508000000192000145399"

def fields(message="rent", amount=400.56, account=ACCOUNT):
    text = QRPlatbaGenerator(account, amount=amount, message=message).get_text()
    return dict(part.partition(":")[::2] for part in text.split("*")[2:])

def show(message):
    found = fields(message)
    nameless = [name for name in found if name not in ("ACC", "AM", "MSG")]
    print(f"{message}: ACC MSG={unquote(found['MSG']).strip()} AM={found['AM']}{', and a part without a name' if nameless else ''}")

show("rent")
show("50%25 off")
show("rent * October")
print("70 characters:", len(fields("x" * 70)["MSG"]))
print(f"12.345 is {fields(amount=12.345)['AM']}, as a Decimal {fields(amount=Decimal('12.345'))['AM']}")
print("check digits wrong:", "taken" if fields(account=ACCOUNT[:-1] + "8")["ACC"] else "refused")
P
)"
