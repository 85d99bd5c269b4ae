#!/usr/bin/env bash
# A payment for order 302-0000123-4567890 has order 302+0000123-4567890 when python-fints read it.
#
# Expected: the text and the references of an MT940 statement are what the payer wrote. (The code had been seen before.)
# Seen: before mt-940 5.1.1 reads a statement, fints 5.0.1 (get_transactions, where a bank has MT940) puts +0000 for each -0000 in it, as the time zone of
# a field 13D may say, and a new line for each @@, which some banks send for one. So four zeros behind a dash have a plus, in the text as in the end-to-end reference,
# and a@@b is ab. With 1000 the dash stays, and mt-940 by itself has each as it is. Nothing says so.
# So references are given without a dash before zeros, and are compared by letters and digits alone.
source "$(dirname "$0")/common.bash"
python_packages fints==5.0.1 mt-940==5.1.1

expect "fints: 12.50, RENT+000017, order 302+0000123-4567890 ab
mt-940: 12.50, RENT-000017, order 302-0000123-4567890 a@@b
fints: 12.50, RENT-100017, order 302-1000123-4567890
mt-940: 12.50, RENT-100017, order 302-1000123-4567890" "$(python - <<'P'
import mt940
from fints.utils import mt940_to_array

for reference, text in ("RENT-000017", "order 302-0000123-4567890 a@@b"), ("RENT-100017", "order 302-1000123-4567890"):
    statement = "\r\n".join((
        ":20:STARTUMS", ":25:37040044/0532013000", ":28C:1/1", ":60F:C261201EUR1000,00", ":61:2612011201C12,50NTRFNONREF//B1",
        f":86:166?00GUTSCHRIFT?20EREF+{reference}?21SVWZ+{text}?32Asha", ":62F:C261201EUR1012,50", "-", ""))
    for name, read in ("fints", mt940_to_array), ("mt-940", mt940.parse):
        for line in read(statement):
            print(f"{name}: {line.data['amount'].amount}, {line.data['end_to_end_reference']}, {line.data['purpose']}")
P
)"
