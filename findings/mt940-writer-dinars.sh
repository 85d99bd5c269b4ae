#!/usr/bin/env bash
# mt940-writer writes 1.234 dinars as 1,23, so that the lines of its file come to 1002.45 where its own closing balance is 1002,47.
#
# Guess: mt940-writer writes an amount with the decimals of its currency, three for dinars and none for yen, or refuses what does not fit.
# Seen: mt940-writer 0.8 has two decimals for every currency, and rounds each amount and each balance by itself: 1.234 three times and -1.235 are 1,23 three times
# and 1,24, and 1002.467 is 1002,47. Yen have two decimals, which readers take. A text is written into field 61, so of one with more than 16 characters mt-940
# 5.1.1 has the beginning for the payer's reference. None of it is an error.
# So amounts are rounded before they are written, and a file is read back and compared with its balances.
source "$(dirname "$0")/common.bash"
python_packages mt940-writer==0.8 mt-940==5.1.1

expect "KWD 1.234, 1.234, 1.234, -1.235, closing 1002.467
  :61:2601310131C1,23NTRFTea
  :61:2601310131C1,23NTRFTea
  :61:2601310131C1,23NTRFTea
  :61:2601310131D1,24NTRFTea
  :62F:C260131KWD1002,47
  read: 1.23 'Tea' '' 1.23 'Tea' '' 1.23 'Tea' '' -1.24 'Tea' ''
JPY 1250, closing 2250
  :61:2601310131C1250,00NTRFTea
  :62F:C260131JPY2250,00
  read: 1250.00 'Tea' ''
EUR 12.50, closing 1012.50
  :61:2601310131C12,50NTRFMilk and bread of January
  :62F:C260131EUR1012,50
  read: 12.50 'Milk and bread o' 'f January'" \
  "$(python - <<'P'
import datetime
from decimal import Decimal

import mt940
from mt940_writer import Account, Balance, Statement, Transaction, TransactionType

def written(currency, text, *amounts):
    day, sums = datetime.date(2026, 1, 31), [Decimal(amount) for amount in amounts]
    file = str(Statement("S", Account("12345678", "112233"), "1/1", Balance(Decimal(1000), day, currency), Balance(1000 + sum(sums), day, currency),
                         [Transaction(day, amount, TransactionType.transfer, text) for amount in sums]))
    print(f"{currency} {', '.join(amounts)}, closing {1000 + sum(sums)}")
    print("\n".join("  " + line for line in file.splitlines() if line[:3] in (":61", ":62")))
    read = mt940.parse(file)
    print("  read:", *(f"{line.data['amount'].amount} {line.data['customer_reference']!r} {line.data.get('extra_details')!r}" for line in read))

written("KWD", "Tea", "1.234", "1.234", "1.234", "-1.235")
written("JPY", "Tea", "1250")
written("EUR", "Milk and bread of January", "12.50")
P
)"
