#!/usr/bin/env bash
# A reader of MT940 puts the other account's number into the name, and what the bank says of the whole statement into its last line.
#
# Guess: in a German field 86, ?31 is the account of the other side and ?32 their name, each for itself; a field 86 behind the closing balance
# belongs to the statement; two statements of a file each keep their balances.
# Seen: mt-940 5.1.1 gives the name "DE89370400440532013000Asha", unless its option applicant_iban is set; the text behind field 62F is added to
# the last line's; and parse has the lines of both statements with the balances of the last alone, so they do not add up (parse_statements parts them).
# So the importer keeps ?31 for itself, and a field 86 belongs to what stands before it.
source "$(dirname "$0")/common.bash"
python_packages mt-940==5.1.1

expect "name DE89370400440532013000Asha
text of the last line Milk / Fees from January: 3 EUR
two statements: 1000.00 wanted, 987.50 opening, -14.00 booked, 986.00 closing
parse_statements: 1000.00 -12.50 987.50, 987.50 -1.50 986.00" "$(python - <<'P'
import mt940

def statement(opening, closing, booked, text, behind=""):
    return f""":20:STARTUMS
:25:37040044/0532013000
:28C:1/1
:60F:C261127EUR{opening}
:61:2611271127D{booked}NTRFNONREF
:86:{text}
:62F:C261127EUR{closing}
{behind}-
"""

first = statement("1000,00", "987,50", "12,50", "177?00SEPA-UEBERWEISUNG?20SVWZ+Rent?30COBADEFFXXX?31DE89370400440532013000?32Asha")
print("name", mt940.parse(first)[0].data["applicant_name"])
last = statement("987,50", "986,00", "1,50", "Milk", ":86:Fees from January: 3 EUR\n")
print("text of the last line", mt940.parse(last)[0].data["transaction_details"].replace("\n", " / "))

def figures(read):
    return (read.data["final_opening_balance"].amount.amount, sum(line.data["amount"].amount for line in read),
            read.data["final_closing_balance"].amount.amount)

opening, booked, closing = figures(mt940.parse(first + last))
print(f"two statements: 1000.00 wanted, {opening} opening, {booked} booked, {closing} closing")
print("parse_statements:", ", ".join("{} {} {}".format(*figures(read)) for read in mt940.parse_statements(first + last)))
P
)"
