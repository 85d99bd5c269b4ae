#!/usr/bin/env bash
# The total of a payment file is not that of its payments in two writers: 31.00 for 32.00 to the bank in Israel, 24.69 for 24.68 in Norway.
#
# Guess: the total in the file is that of the payments in it, also of floats, which masav's types name; netsgiro refuses 12.345, and a float of
# 4.35 asks for 4.35.
# Seen: masav 0.0.2 (Masav) adds the floats up, then cuts the shekels off and rounds the agorot by themselves: 31.999999999999996 is 31 and 00. Of 1000 files
# whose total is whole 114 say one shekel less than their payments, and ten payments of 0.10 are 0.00 in all; with Decimals the total is right. A
# negative payment is left out without a word.
# netsgiro 2.0.1 (AvtaleGiro) cuts what is below an oere from each payment and, by itself, from the total: two Decimals of 12.345 are 12.34 and 12.34, in
# all 24.69. A float of 4.35 asks for 4.34, since it is a little less, and 0.29 for 0.28.
# So cents are rounded as one number before anything is cut, and a file's total is compared with its lines before it goes to the bank.
source "$(dirname "$0")/common.bash"
python_packages masav==0.0.2 netsgiro==2.0.1
expect "masav, float: 13.42 16.7 1.88 as 1342 1670 188, total 3100
masav, Decimal: 13.42 16.70 1.88 as 1342 1670 188, total 3200
masav, float: 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 as 10 10 10 10 10 10 10 10 10 10, total 0
masav, Decimal: 100.00 -40.00 as 10000, total 10000
netsgiro, Decimal: 4.35 0.29 as 435 29, total 464
netsgiro, float: 4.35 0.29 as 434 28, total 463
netsgiro, Decimal: 12.345 12.345 as 1234 1234, total 2469
masav: of 1000 files whose total is whole, 114 have another total than their payments" "$(cd "$folder" && python - <<'P'
import datetime
import random
from decimal import Decimal

import netsgiro
from masav import MasavPayingInstitute, MasavPaymentDetails

# Both say which amounts and which total stand in the file, in hundredths.

def by_masav(amounts):
    home = MasavPayingInstitute(institute_code=12345678, institute_name="HOME", sending_institute_code=12345)
    payments = [MasavPaymentDetails(amount=amount, bank_number=12, branch_number=345, account_number=123456789, payee_id=123456789, payee_name="ASHA",
                                    payee_number=1) for amount in amounts]
    home.create_payment_file("payments", payments, payment_date="261210", serial_number="001", creation_date="261130")
    lines = open("payments", "rb").read().split(b"\r\n")
    return [int(line[61:74]) for line in lines[1:-2]], int(lines[-2][21:36])

def by_netsgiro(amounts):
    transmission = netsgiro.Transmission(number="0000001", data_transmitter="12345678", data_recipient="00008080")
    payments = transmission.add_assignment(service_code=netsgiro.ServiceCode.AVTALEGIRO, assignment_type=netsgiro.AssignmentType.TRANSACTIONS,
                                           agreement_id="123456789", number="1234567", account="99998877777")
    for amount in amounts:
        payments.add_payment_request(kid="000112000507155", due_date=datetime.date(2026, 12, 10), amount=amount, payer_name="ASHA", bank_notification=False)
    lines = transmission.to_ocr().splitlines()
    return [int(line[32:49]) for line in lines if line[6:8] == "30"], int(lines[-1][24:41])

for name, write, amounts in (
    ("masav", by_masav, [13.42, 16.70, 1.88]),
    ("masav", by_masav, [Decimal("13.42"), Decimal("16.70"), Decimal("1.88")]),
    ("masav", by_masav, [0.1] * 10),
    ("masav", by_masav, [Decimal("100.00"), Decimal("-40.00")]),
    ("netsgiro", by_netsgiro, [Decimal("4.35"), Decimal("0.29")]),
    ("netsgiro", by_netsgiro, [4.35, 0.29]),
    ("netsgiro", by_netsgiro, [Decimal("12.345"), Decimal("12.345")]),
):
    written, total = write(amounts)
    print(f"{name}, {type(amounts[0]).__name__}: {' '.join(map(str, amounts))} as {' '.join(map(str, written))}, total {total}")

random.seed(1)
wrong = 0
for _ in range(1000):
    cents = [random.randint(1, 30000) for _ in range(random.randint(1, 5))]
    cents.append(100 - sum(cents) % 100)
    wrong += by_masav([amount / 100 for amount in cents])[1] != sum(cents)
print(f"masav: of 1000 files whose total is whole, {wrong} have another total than their payments")
P
)"
