#!/usr/bin/env bash
# Of two payments that a bank books together, python-fints has the sum under one name with the other's reference, and dollars as euros.
#
# Guess: python-fints, which asks German banks for statements, gives an entry of two payments in a camt.052 file as two, an entry without details with its text,
# and each amount in the currency beside it; a name is there in version .02 as in .08. (Where the currency comes from was seen in the code before.)
# Seen: fints 5.0.1 (camt053_to_dict, which get_transactions calls where a bank has no MT940) keeps one value for each field of an entry, the last one that the details
# have: 10.00 of Asha and 20.00 of Ravi is 30.00 of Ravi, and where the second has no name it is 30.00 of Asha with Ravi's text and reference. An entry of 30.00 USD is
# 30.00 EUR, the account's currency. In version .02 no payment has a name. A text behind the entry (AddtlNtryInf) is no purpose, and two lines of a text
# run together. One payment in an entry is right. None of it is an error.
# So entries with more than one TxDtls are taken from the file itself, which get_transactions_xml hands over, with the currency of each amount.
source "$(dirname "$0")/common.bash"
python_packages fints==5.0.1 mt-940==5.1.1 lxml==6.1.3

expect "one payment: -12.50 EUR Shop, Milk, R0
two payments: 30.00 EUR Ravi, Rent, R2
the second without a name: 30.00 EUR Asha, Rent, R2
two lines of text: 4.00 EUR Mira, Fee forMay, R3
no details: -55.00 EUR -, -, -
in dollars: 30.00 EUR Joe, Bus, R4
one payment in .02: -12.50 EUR -, Milk, R0" "$(python - <<'P'
from fints.camt_parser import camt053_to_dict

def payment(amount, sign, name, reference, *texts, version=8):
    side = "Dbtr" if sign == "CRDT" else "Cdtr"
    party = f"<Nm>{name}</Nm>" if version == 2 else f"<Pty><Nm>{name}</Nm></Pty>"
    amount = f'<Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>' if version == 8 else ""
    return (f"<TxDtls><Refs><EndToEndId>{reference}</EndToEndId></Refs>{amount}" + (f"<RltdPties><{side}>{party}</{side}></RltdPties>" if name else "")
            + "<RmtInf>" + "".join(f"<Ustrd>{text}</Ustrd>" for text in texts) + "</RmtInf></TxDtls>")

def entry(amount, sign, details="", behind="", currency="EUR", version=8):
    status = "BOOK" if version == 2 else "<Cd>BOOK</Cd>"
    return (f'<Ntry><Amt Ccy="{currency}">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd><Sts>{status}</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>'
            "<ValDt><Dt>2026-11-27</Dt></ValDt><BkTxCd><Prtry><Cd>NTRF+166+9310</Cd></Prtry></BkTxCd>"
            + (f"<NtryDtls>{details}</NtryDtls>" if details else "") + behind + "</Ntry>")

def show(name, entry, version=8):
    file = (f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.{version:02d}"><BkToCstmrAcctRpt>'
            "<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr><Rpt><Id>S</Id><CreDtTm>2026-11-28T06:00:00</CreDtTm>"
            f"<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>{entry}</Rpt></BkToCstmrAcctRpt></Document>")
    for read in camt053_to_dict(file.encode()):
        print(f"{name}: {read['amount'].amount} {read['amount'].currency}", ", ".join(
            read.get(key) or "-" for key in ("applicant_name", "purpose", "end_to_end_reference")))

asha = payment("10.00", "CRDT", "Asha", "R1", "Tea")
show("one payment", entry("12.50", "DBIT", payment("12.50", "DBIT", "Shop", "R0", "Milk")))
show("two payments", entry("30.00", "CRDT", asha + payment("20.00", "CRDT", "Ravi", "R2", "Rent")))
show("the second without a name", entry("30.00", "CRDT", asha + payment("20.00", "CRDT", "", "R2", "Rent")))
show("two lines of text", entry("4.00", "CRDT", payment("4.00", "CRDT", "Mira", "R3", "Fee for", "May")))
show("no details", entry("55.00", "DBIT", behind="<AddtlNtryInf>Cash machine</AddtlNtryInf>"))
show("in dollars", entry("30.00", "CRDT", payment("30.00", "CRDT", "Joe", "R4", "Bus").replace("EUR", "USD"), currency="USD"))
show("one payment in .02", entry("12.50", "DBIT", payment("12.50", "DBIT", "Shop", "R0", "Milk", version=2), version=2), 2)
P
)"
