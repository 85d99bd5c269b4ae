#!/usr/bin/env bash
# A writer of GnuCash books keeps a tenth of a cent in an account of euros.
#
# Guess: piecash rounds 12.345 to the cents that its own table of currencies has for EUR, or refuses it.
# Seen: piecash 1.2.1 has 100 parts for EUR, and saves and reads back 12.345 and 0.001; only a transaction that does not balance is refused.
# Splits of a hundredth of a cent balance it.
# So amounts are in the currency's smallest unit before they reach a writer, and a test reads the written file again.
source "$(dirname "$0")/common.bash"
export PIP_NO_COMPILE=0  # pip takes this for --no-compile, which spares half of the time.
python_packages piecash==1.2.1

expect "parts of EUR 100
12.345 saved as 12.345 with 6.1725 6.1725
0.001 saved as 0.001 with 0.0005 0.0005
12.345 and 12.34 refused" "$(cd "$folder" && python - <<'P'
import datetime
from decimal import Decimal
import piecash

def saved(paid, *shares):
    with piecash.create_book("a.gnucash", currency="EUR", overwrite=True) as book:
        euro = book.commodities[0]
        bank = piecash.Account("Bank", "BANK", euro, parent=book.root_account)
        food = piecash.Account("Food", "EXPENSE", euro, parent=book.root_account)
        splits = [piecash.Split(bank, -Decimal(paid))] + [piecash.Split(food, Decimal(share)) for share in shares]
        piecash.Transaction(euro, "Shop", splits=splits, post_date=datetime.date(2026, 11, 27))
        try:
            book.save()
        except piecash.GncImbalanceError:
            return None
    with piecash.open_book("a.gnucash") as book:
        values = sorted(split.value for split in book.transactions[0].splits)
        return f"{-values[0]} with " + " ".join(str(value) for value in values[1:])

with piecash.create_book(currency="EUR") as book:
    print("parts of EUR", book.commodities[0].fraction)
for paid, *shares in (("12.345", "6.1725", "6.1725"), ("0.001", "0.0005", "0.0005")):
    print(f"{paid} saved as", saved(paid, *shares))
print("12.345 and 12.34", saved("12.345", "12.34") or "refused")
P
)"
