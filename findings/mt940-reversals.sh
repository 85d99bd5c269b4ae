#!/usr/bin/env bash
# Two readers of MT940 give the reversal of a credit the sign of a credit.
#
# Guess: mark RC in field 61 takes money from the account, as D does, since it takes a credit back; RD gives money, as C does.
# Seen: mt-940 5.1.1 gives RC the amount +12.5, the same as C and RD.
# camt053-loader-mt940 0.0.23 makes of RC an entry with CRDT and RvslInd. In camt.053 CdtDbtInd is the direction of the entry itself, so a reader
# of the result books a credit, too; for RD it is DBIT and RvslInd, so a reader books a debit.
# The closing balance of the statement (field 62F) is the only witness: it disagrees with the sum of the amounts.
source "$(dirname "$0")/common.bash"
python_packages mt-940==5.1.1 camt053-loader-mt940==0.0.23

expect "C mt-940 12.5 loader CRDT reversal False
D mt-940 -12.5 loader DBIT reversal False
RC mt-940 12.5 loader CRDT reversal True
RD mt-940 12.5 loader DBIT reversal True" "$(python - <<'P'
import mt940
from camt053_loader_mt940 import parse_mt940
for mark in ("C", "D", "RC", "RD"):
    sign = 1 if mark in ("C", "RD") else -1
    closing = f"{1000 + sign * 12.5:.2f}".replace(".", ",")
    statement = f""":20:STARTUMS
:25:37040044/0532013000
:28C:1/1
:60F:C261101EUR1000,00
:61:2611271127{mark}12,5NTRFNONREF
:86:Shop
:62F:C261127EUR{closing}
"""
    amount = list(mt940.parse(statement))[0].data["amount"].amount
    entry = parse_mt940(statement).statements[0].entries[0]
    print(mark, "mt-940", amount, "loader", entry.credit_debit_indicator, "reversal", entry.reversal_indicator)
P
)"
