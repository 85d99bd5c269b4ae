#!/usr/bin/env bash
# codapy writes 15.00 euros into a Belgian CODA file as 1.500, and 15 as 0.015.
#
# Guess: codapy writes a Decimal with the three decimals of CODA, and the sign beside it. (The amounts were chosen after a look at the code.)
# Seen: codapy 0.3.28 writes the digits that a Decimal has and leaves out where its point is, so 15.00, 15 and 1.5E+1 are read again as 1.500, 0.015 and 0.015. Three
# decimals alone are right. -12.500 is written as 12.500 that came in: the sign is a field of its own, and nobody sets it. The totals at the end go the same
# way. None of it is an error.
# So amounts go in as abs(amount).quantize(Decimal("0.001")) with a balance_sign, and what was written is read again.
source "$(dirname "$0")/common.bash"
python_packages codapy==0.3.28 six==1.17.0

expect "15.000 is 0000000000015000, read again 15.000, sign 0
15.00 is 0000000000001500, read again 1.500, sign 0
15 is 0000000000000015, read again 0.015, sign 0
1.5E+1 is 0000000000000015, read again 0.015, sign 0
-12.500 is 0000000000012500, read again 12.500, sign 0
totals 000000000000015 000000000001250" \
  "$(python - <<'P'
import datetime
from decimal import Decimal

from pycoda.records import FinalRecord, TransactionRecord

for amount in "15.000", "15.00", "15", "1.5E+1", "-12.500":
    day = datetime.date(2026, 2, 2)
    text = TransactionRecord(balance=Decimal(amount), balance_date=day, booking_date=day).dumps()
    again = TransactionRecord()
    again.loads(text)
    print(f"{amount} is {text[31:47]}, read again {again.balance}, sign {again.balance_sign}")
text = FinalRecord(number_records=4, debit=Decimal("15"), credit=Decimal("12.50")).dumps()
print("totals", text[22:37], text[37:52])
P
)"
