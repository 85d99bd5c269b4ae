#!/usr/bin/env bash
# 1250 yen in a French bank's file are a hundred-billionth of a yen, and the yen and dinars of an account are lines of its statement in euros.
#
# Guess: python-cfonb has the sign of an amount by its last letter and the decimals that its line names, none or three, too.
# Seen: python-cfonb 2.13 reads amounts of two and three decimals right. Of a line with none, as yen have, it takes the whole number for the decimals behind a
# point: 1250 is 1.250E-11. Statements are kept by the number of the account alone, so a second currency, or another bank's account with that number, goes into
# the first one's statement, which then goes from 1000.00 EUR to 1998.766. None of it is an error.
# So a line's own currency is asked for, and a statement's lines are compared with its two balances.
source "$(dirname "$0")/common.bash"
python_packages python-cfonb==2.13

expect "euros
  30002 EUR: 1000.00 to 987.50
    30002 EUR -12.50
yen
  30002 JPY: 5.000E-11 to 6.250E-11
    30002 JPY 1.250E-11
dinars
  30003 KWD: 2000.000 to 1998.766
    30003 KWD -1.234
three accounts
  30002 EUR: 1000.00 to 1998.766
    30002 EUR -12.50
    30002 JPY 1.250E-11
    30003 KWD -1.234" "$(python - <<'P'
import io
from decimal import Decimal

from cfonb import StatementReader

def money(text, decimals):
    digits = f"{int(abs(Decimal(text)).scaleb(decimals)):014d}"
    return digits[:-1] + ("}JKLMNOPQR" if text[0] == "-" else "{ABCDEFGHI")[int(digits[-1])]

def balance(record, bank, currency, decimals, day, amount):
    return f"{record}{bank}    00001{currency}{decimals} 12345678901  {day}{'':50}{money(amount, decimals)}{'':16}"

def line(bank, currency, decimals, day, amount, label):
    return f"04{bank}000100001{currency}{decimals} 1234567890105{day}  {day}{label:31}  0000001  {money(amount, decimals)}{'':16}"

def statement(bank, currency, decimals, opening, amount, closing):
    return [balance("01", bank, currency, decimals, "050126", opening), line(bank, currency, decimals, "060126", amount, "TEA"),
            balance("07", bank, currency, decimals, "060126", closing)]

def read(name, *lines):
    assert all(len(one) == 120 for one in lines)
    print(name)
    for found in StatementReader().parse(io.StringIO("\n".join(lines) + "\n")):
        header, footer = found.header, found.footer
        print(f"  {header.bank_code} {header.currency_code}: {header.prev_amount} to {footer.next_amount}")
        for row in found.lines:
            print(f"    {row.bank_code} {row.currency_code} {row.amount}")

euros = statement("30002", "EUR", 2, "1000.00", "-12.50", "987.50")
yen = statement("30002", "JPY", 0, "5000", "1250", "6250")
dinars = statement("30003", "KWD", 3, "2000.000", "-1.234", "1998.766")
for name, lines in (("euros", euros), ("yen", yen), ("dinars", dinars), ("three accounts", euros + yen + dinars)):
    read(name, *lines)
P
)"
