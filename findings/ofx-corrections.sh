#!/usr/bin/env bash
# A reader of OFX books a line again that says it takes another line back, and gives rupees' sign to an amount in dollars.
#
# Guess: both readers tell that a line corrects another one (CORRECTFITID, CORRECTACTION) and which currency it is in (CURRENCY).
# Seen: ofxparse 0.21 has neither: a DELETE of -120.00 is a second debit of 120.00, a REPLACE stands beside what it replaces, and 5.00 USD
# of an account in rupees are 5.00 INR.
# ofxtools 1.1.1 has all three elements, and applies none.
# In OFX an amount with CURRENCY is in that currency; one with ORIGCURRENCY has been converted to the account's already.
# So a reader looks at these elements before it books a line.
source "$(dirname "$0")/common.bash"
python_packages ofxparse==0.21 ofxtools==1.1.1

expect "ofxparse 1 -120.00 INR
ofxparse 2 -120.00 INR
ofxparse 3 -5.00 INR
ofxparse 4 -450.00 INR
ofxtools 1 -120.00 INR
ofxtools 2 -120.00 INR DELETE 1
ofxtools 3 -5.00 USD
ofxtools 4 -450.00 INR was USD" "$(python - <<'P'
import io
import bank_statement
import ofxparse
from ofxtools.Parser import OFXTree

def line(name, amount, rest=""):
    return f"<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261127<TRNAMT>{amount}<FITID>{name}{rest}</STMTTRN>\n"

lines = (line(1, "-120.00", "<NAME>Shop") + line(2, "-120.00", "<CORRECTFITID>1<CORRECTACTION>DELETE<NAME>Shop")
         + line(3, "-5.00", "<NAME>Shop<CURRENCY><CURRATE>90<CURSYM>USD</CURRENCY>")
         + line(4, "-450.00", "<NAME>Shop<ORIGCURRENCY><CURRATE>90<CURSYM>USD</ORIGCURRENCY>"))
statement = bank_statement.statement(lines).encode()

account = ofxparse.OfxParser.parse(io.BytesIO(statement)).account
for entry in account.statement.transactions:
    more = [name for name in vars(entry) if "correct" in name.lower() or "currency" in name.lower()]
    print("ofxparse", entry.id, entry.amount, account.curdef, *more)
tree = OFXTree()
tree.parse(io.BytesIO(statement))
statement = tree.convert().statements[0]
for entry in statement.transactions:
    currency = entry.currency.cursym if entry.currency is not None else statement.curdef
    rest = [entry.correctaction, entry.correctfitid] if entry.correctfitid else []
    rest += ["was", entry.origcurrency.cursym] if entry.origcurrency is not None else []
    print("ofxtools", entry.fitid, entry.trnamt, currency, *rest)
P
)"
