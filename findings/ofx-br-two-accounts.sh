#!/usr/bin/env bash
# Of a transfer between two accounts of one OFX file, ofx-br keeps what went out and drops what came in, since both banks' lines have the id A1.
#
# Guess: ofx-br reads amounts with a comma, and dedupe() keeps lines of other accounts, whose ids OFX lets be the same.
# Seen: ofx-br 0.1.0 reads 1.234,56 and 1,234.56 rightly, keeps two equal lines of different ids, and leaves days in their zone. dedupe() and new_since() look
# at the FITID alone, which OFX wants to be unique within an account: of A1 in both accounts the first is kept, so the second one's lines come to 10.00 where its
# bank has 60.00. new_since() drops the same line when the first account was taken in before. It is no error.
# So each account's lines are told apart by themselves, and compared with its own balance.
source "$(dirname "$0")/common.bash"
python_packages ofx-br==0.1.0

expect "read: A1 -50.00 To the purse, A2 -12.50 Tea, A3 -12.50 Tea, A4 -1234.56 Rent, A1 50.00 From the bank, B2 10.00 Market = -1249.56
dedupe: A1 -50.00 To the purse, A2 -12.50 Tea, A3 -12.50 Tea, A4 -1234.56 Rent, B2 10.00 Market = -1299.56
new_since, second account: B2 10.00 Market = 10.00" \
  "$(python - <<'P'
from decimal import Decimal

import ofxbr

def statement(account, balance, *lines):
    shown = "".join(f"<STMTTRN><TRNTYPE>OTHER<DTPOSTED>{day}<TRNAMT>{amount}<FITID>{fitid}<MEMO>{memo}</STMTTRN>" for day, amount, fitid, memo in lines)
    return (f"<STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>1<ACCTID>{account}<ACCTTYPE>CHECKING"
            f"</BANKACCTFROM><BANKTRANLIST><DTSTART>20260101<DTEND>20260131{shown}</BANKTRANLIST><LEDGERBAL><BALAMT>{balance}<DTASOF>20260131</LEDGERBAL>"
            "</STMTRS></STMTTRNRS>")

head = "\n".join(("OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII", "CHARSET:1252", "COMPRESSION:NONE", "OLDFILEUID:NONE",
                  "NEWFILEUID:NONE", "", ""))
read = ofxbr.parse_string(
    head + "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260201<LANGUAGE>POR</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1>"
    + statement("5", "-1309,56", ("20260105", "-50,00", "A1", "To the purse"), ("20260106", "-12,50", "A2", "Tea"), ("20260106", "-12,50", "A3", "Tea"),
                ("20260107", "-1.234,56", "A4", "Rent"))
    + statement("6", "60,00", ("20260105", "50,00", "A1", "From the bank"), ("20260108", "10,00", "B2", "Market"))
    + "</BANKMSGSRSV1></OFX>")
first, second = (one.transactions for one in read.statements)

def show(name, lines):
    print(f"{name}:", ", ".join(f"{line.fitid} {line.amount} {line.memo}" for line in lines), "=", sum(line.amount for line in lines))

show("read", read.transactions)
show("dedupe", ofxbr.dedupe(read.transactions))
show("new_since, second account", ofxbr.new_since(second, {line.fitid for line in first}))
P
)"
