#!/usr/bin/env bash
# Two writers of EPC QR codes take an account number whose last digit is wrong.
#
# Guess: a writer of payment codes refuses an IBAN whose check digits are wrong, and a creditor reference (RF, ISO 11649), too.
# Seen: segno 1.6.6 and py-epc-qr 0.1.3 write DE89370400440532013001, one digit off, into the code; segno takes RF19539007547034, whose check
# digits are wrong, as well. qrbill 1.2.0, which writes Swiss QR bills, refuses both.
# So check digits are computed before a code is made, when the member enters the address, and not left to the library or the banking app.
source "$(dirname "$0")/common.bash"
python_packages segno==1.6.6 py-epc-qr==0.1.3 qrbill==1.2.0

expect "DE89370400440532013000 segno taken
DE89370400440532013000 py-epc-qr taken
DE89370400440532013001 segno taken
DE89370400440532013001 py-epc-qr taken
CH9300762011623852957 qrbill taken
CH9300762011623852958 qrbill refused
RF18539007547034 segno taken
RF18539007547034 qrbill taken
RF19539007547034 segno taken
RF19539007547034 qrbill refused" "$(python - <<'P'
import qrbill
from py_epc_qr.transaction import consumer_epc_qr
from segno.helpers import make_epc_qr

def taken(name, write, *arguments, **more):
    try:
        write(*arguments, **more)
        print(name, "taken")
    except ValueError:
        print(name, "refused")

address = {"name": "Asha", "pcode": "3000", "city": "Bern"}
for number in ("DE89370400440532013000", "DE89370400440532013001"):
    taken(f"{number} segno", make_epc_qr, "Asha", number, "12.50", text="Rent")
    taken(f"{number} py-epc-qr", consumer_epc_qr, "Asha", number, "12.50", "Rent")
for number in ("CH9300762011623852957", "CH9300762011623852958"):
    taken(f"{number} qrbill", qrbill.QRBill, account=number, creditor=address)
for reference in ("RF18539007547034", "RF19539007547034"):
    taken(f"{reference} segno", make_epc_qr, "Asha", "DE89370400440532013000", "12.50", reference=reference)
    taken(f"{reference} qrbill", qrbill.QRBill, account="CH9300762011623852957", creditor=address, reference_number=reference)
P
)"
