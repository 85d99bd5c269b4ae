#!/usr/bin/env bash
# The name that a converter gives to a line of a bank's file changes with the amount's zeros, and does not know the payee.
#
# Guess: the identity that ofxstatement makes for a line without one comes from the day, the amount, the payee and the text, and is the same
# for the same line in every file.
# Seen: ofxstatement 0.9.3 hashes the day, the text and the amount as it is spelled: -2.5 and -2.50 are two lines; a shop's and a baker's -2.50
# without a text are one.
# The text and the amount are joined without a sign between them: "Refund 1" of 2.50 and "Refund " of 12.50 are one.
# So an identity is made of values, each in one spelling, with a sign between them that none can contain.
source "$(dirname "$0")/common.bash"
python_packages ofxstatement==0.9.3

expect "-2.50 and -2.5: other
Shop and Baker: same
'Refund 1' 2.50 and 'Refund ' 12.50: same
equal lines: same" "$(python - <<'P'
import datetime
from decimal import Decimal
from ofxstatement.statement import StatementLine, generate_transaction_id

def name(amount, memo="Coffee", payee=None):
    line = StatementLine(None, datetime.datetime(2026, 11, 27), memo, Decimal(amount))
    line.payee = payee
    return generate_transaction_id(line)

for words, first, second in (("-2.50 and -2.5", name("-2.50"), name("-2.5")),
                             ("Shop and Baker", name("-2.50", "", "Shop"), name("-2.50", "", "Baker")),
                             ("'Refund 1' 2.50 and 'Refund ' 12.50", name("2.50", "Refund 1"), name("12.50", "Refund ")),
                             ("equal lines", name("-2.50"), name("-2.50"))):
    print(f"{words}:", "same" if first == second else "other")
P
)"
