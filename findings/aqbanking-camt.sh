#!/usr/bin/env bash
# AqBanking reads camt.053 without a name and a text, has a pending payment beside the booked ones, and gives a batch to its first payee.
#
# Guess: a payment that is pending is left out or marked as noted, and an entry of two payments is one of 30.00, or 10.00 and 20.00.
# Seen: AqBanking 6.5.3 (Debian's), importer xml, profile camt_053_001_04: both payments have the status "unknown" and the type "statement", booked or
# not. It looks for names and texts right below the entry, where ISO 20022 has no place for them, so "Shop" and "Bread" are lost.
# Importer camt, which reads camt.052 in version .02, has names and texts: of an entry with two details it takes those of the first, so that the shop
# has 30.00, and the mill has nothing. A pending payment is as booked there, too. Versions are not looked at; .08 is read as .04. None is an error.
# So a reader of a bank's file says how many payments it has left without a name, and one that is not booked yet is shown as that.
source "$(dirname "$0")/common.bash"
aqbanking_packages

expect "camt.053.001.04: pending
   -12.50 unknown statement - -
   -7.00 unknown statement - -
camt.053.001.08: pending
   -12.50 unknown statement - -
   -7.00 unknown statement - -
camt.053.001.04: batch
   -30.00 unknown statement - -
camt.052.001.02: pending
   -12.50 unknown statement Shop Bread
   -7.00 unknown statement Shop Bread
camt.052.001.02: batch
   -30.00 unknown statement Shop Bread" "$(
  for kind in 053.001.04:pending 053.001.08:pending 053.001.04:batch 052.001.02:pending 052.001.02:batch; do
    version=${kind%:*}
    echo "camt.$version: ${kind#*:}"
    python3 - "$version" "${kind#*:}" >"$folder/statement.xml" <<'P'
import sys

version, kind = sys.argv[1:]
new = version.endswith("08")

def detail(name, text, amount):
    name = f"<Pty><Nm>{name}</Nm></Pty>" if new else f"<Nm>{name}</Nm>"
    return (f'<TxDtls><Refs><EndToEndId>E{text}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">{amount}</Amt></TxAmt></AmtDtls>'
            f"<RltdPties><Cdtr>{name}</Cdtr></RltdPties><RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls>")

def entry(amount, status, *details):
    status = f"<Cd>{status}</Cd>" if new else status
    return f"""<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>{status}</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<ValDt><Dt>2026-11-27</Dt></ValDt><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls>{"".join(details)}</NtryDtls></Ntry>"""

if kind == "batch":
    entries = entry("30.00", "BOOK", detail("Shop", "Bread", "10.00"), detail("Mill", "Flour", "20.00"))
else:
    entries = entry("12.50", "BOOK", detail("Shop", "Bread", "12.50")) + entry("7.00", "PDNG", detail("Shop", "Bread", "7.00"))
outer, inner = ("BkToCstmrStmt", "Stmt") if version.startswith("053") else ("BkToCstmrAcctRpt", "Rpt")
print(f"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{version}"><{outer}><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr>
<{inner}><Id>S</Id><CreDtTm>2026-11-28T06:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
{entries}</{inner}></{outer}></Document>""")
P
    importer=xml profile=camt_053_001_04
    [[ $version != 052* ]] || importer=camt profile=default
    aqbanking "$importer" "$profile" "$folder/statement.xml" value_value status type remoteName purpose
  done
)"
