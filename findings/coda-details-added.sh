#!/usr/bin/env bash
# Of a Belgian CODA file with a payment of 30.00, pycoda has payments of 50.00, and a payment in dollars has its amount for a reference.
#
# Guess: the payments of a reader of CODA come to the difference of the balances, and a text or reference is what the payer wrote. (The kinds of payments were chosen
# after a look at the code of febelfin-coda, and before one at pycoda's.)
# Seen: pycoda 1.1.0 marks a total (types 1, 2 and 3) and gives all else as payments, so details of a detail (9), a price and a fee, count beside the payment that they
# are of. Amounts have no sign of their own. Of a payment with an amount in dollars (structured text 105) it makes the reference +++000/0000/00009+++ out of the
# amount. febelfin-coda 0.5.0, by which Tryton reads CODA, compares the lines with the balances; all_moves has totals and details beside one another, and a detail of a
# detail is an AttributeError.
# So payments without details are taken (sequence of details 0000), with the sign, and their sum is compared with the balances.
source "$(dirname "$0")/common.bash"
python_packages febelfin-coda==0.5.0
# Both have the name coda.
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --target "$folder/pycoda" pycoda==1.1.0

cat >"$folder/files.py" <<'P'
from decimal import Decimal

def thousandths(amount):
    return f"{'1' if amount < 0 else '0'}{abs(int(amount * 1000)):015d}"

def payment(sequence, detail, amount, code, text, structured="0"):
    return f"21{sequence:04d}{detail:04d}{'REF':21}{thousandths(Decimal(amount))}020226{code}{structured}{text:53}0202260010" + "0 0"

def file(*payments):
    old, account = Decimal(100), f"{'BE68539007547034':34}EUR"
    sums = [Decimal(line[32:47]) / 1000 * (-1 if line[31] == "1" else 1) for line in payments if line[53] in "0123"]
    debit, credit = -sum(amount for amount in sums if amount < 0), sum(amount for amount in sums if amount > 0)
    lines = [f"{'0000002022672505':24}{'00000001':10}{'HOUSEHOLD':26}{'BBRUBEBB':11}{'00000000000':12}{'00000':44}2",
             f"12001{account}{thousandths(old)}010226{'HOUSEHOLD':26}{'':35}001", *payments, f"8001{account}{thousandths(old + sum(sums))}{'020226':70}0"]
    lines.append(f"9{'':15}{len(lines) - 1:06d}{int(debit * 1000):015d}{int(credit * 1000):015d}{'':75}2")
    assert {len(line) for line in lines} == {128}
    return "\n".join(lines) + "\n"

files = {
    "two payments": file(payment(1, 0, "-12.5", "00101000", "Tea"), payment(2, 0, "7.25", "00150000", "Back")),
    "a total of two": file(payment(1, 0, "-30", "10101000", "Both"), payment(1, 1, "-10", "50101000", "Tea"), payment(1, 2, "-20", "50101000", "Milk")),
    "a price and a fee": file(payment(1, 0, "-30", "20101000", "Both"), payment(1, 1, "-10", "60101000", "Tea"),
                              payment(1, 2, "-20", "70101000", "Milk"), payment(1, 3, "-19", "90101000", "Price"), payment(1, 4, "-1", "90137000", "Fee")),
    "in dollars": file(payment(1, 0, "-9.09", "00401000", "105000000000009090000000000010000000110010000USD", structured="1")),
}
P
cat >"$folder/pycoda.py" <<'P'
from coda.parser import Parser
from files import files

for name, text in files.items():
    for read in Parser().parse(text.encode()):
        lines = [line for line in read.movements if line.type == "0"]
        print(f"  {name}: {read.old_balance} to {read.new_balance}, payments",
              *(f"{line.transaction_amount} {line.transaction_amount_sign} {line.communication!r}" for line in lines))
P
cat >"$folder/febelfin.py" <<'P'
import io

from coda import CODA
from files import files

for name, text in files.items():
    try:
        for read in CODA(io.StringIO(text)).statements:
            print(f"  {name}: {read.old_balance} to {read.new_balance}, moves", *(move.amount for move in read.moves), "and all", *(move.amount for move in read.all_moves))
    except AttributeError as error:
        print(f"  {name}: {type(error).__name__}")
P
expect "pycoda
  two payments: 100.0 to 94.75, payments 12.5 1 'Tea' 7.25 0 'Back'
  a total of two: 100.0 to 70.0, payments 10.0 1 'Tea' 20.0 1 'Milk'
  a price and a fee: 100.0 to 70.0, payments 10.0 1 'Tea' 20.0 1 'Milk' 19.0 1 'Price' 1.0 1 'Fee'
  in dollars: 100.0 to 90.91, payments 9.09 1 '+++000/0000/00009+++'
febelfin-coda
  two payments: 100 to 94.75, moves -12.5 7.25 and all -12.5 7.25
  a total of two: 100 to 70, moves -30 and all -30 -10 -20
  a price and a fee: AttributeError
  in dollars: 100 to 90.91, moves -9.09 and all -9.09" \
  "$(cd "$folder" && echo pycoda && PYTHONPATH="$folder/pycoda" python pycoda.py && echo febelfin-coda && python febelfin.py)"
