#!/usr/bin/env bash
# A reader of camt.053 gives the amount that was ordered in dollars as the amount booked in euros.
#
# Guess: the amount of a line is that of the entry (Ntry/Amt), in the currency beside it; amounts of the details are told apart by their names.
# Seen: pycamt 1.1.1 takes the first amount within the details (TxDtls), whichever it is, and the currency of the entry: 50.00 USD ordered and
# booked as 46.12 EUR is 50.00 EUR; a payment of 45.12 with 1.00 of charges, booked as 46.12, is 45.12.
# A batch of 30.00 whose two details have no amounts is two lines of 30.00.
# ofxstatement-iso20022 0.8.1 books 46.12, 46.12 and 30.00.
# So the booked amount is the entry's, and details split it only where their booked amounts (TxAmt) have its sum.
source "$(dirname "$0")/common.bash"
python_packages pycamt==1.1.1 ofxstatement-iso20022==0.8.1

expect "ordered in dollars: pycamt 50.00 EUR, ofxstatement -46.12
with charges: pycamt 45.12 EUR, ofxstatement -46.12
batch: pycamt 30.00 EUR 30.00 EUR, ofxstatement -30.00" "$(cd "$folder" && python - <<'P'
from ofxstatement.plugins.iso20022 import Iso20022Parser
from pycamt.parser import Camt053Parser

def amount(kind, number, currency="EUR"):
    return f'<{kind}><Amt Ccy="{currency}">{number}</Amt></{kind}>'

def balance(code, number):
    return (f'<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">{number}</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
            "<Dt><Dt>2026-11-27</Dt></Dt></Bal>")

def document(booked, *details):
    details = "".join(f"<TxDtls><Refs><EndToEndId>E{index}</EndToEndId></Refs>{detail}</TxDtls>" for index, detail in enumerate(details))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S</Id><CreDtTm>2026-11-28T06:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
{balance("OPBD", "1000.00")}{balance("CLBD", f"{1000 - booked:.2f}")}
<Ntry><Amt Ccy="EUR">{booked:.2f}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<BkTxCd><Prtry><Cd>N</Cd></Prtry></BkTxCd><NtryDtls>{details}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"""

for name, text in (("ordered in dollars", document(46.12, "<AmtDtls>" + amount("InstdAmt", "50.00", "USD") + amount("TxAmt", "46.12") + "</AmtDtls>")),
                   ("with charges", document(46.12, "<AmtDtls>" + amount("TxAmt", "45.12") + "</AmtDtls>" + amount("Chrgs", "1.00"))),
                   ("batch", document(30, "", ""))):
    with open("statement.xml", "w") as file:
        file.write(text)
    first = [line[key] for line in Camt053Parser(text.encode()).get_transactions() for key in ("Amount", "Currency")]
    second = [str(line.amount) for line in Iso20022Parser("statement.xml").parse().lines]
    print(f"{name}: pycamt", *first[:-1], f"{first[-1]}, ofxstatement", *second)
P
)"
