#!/usr/bin/env bash
# pynacha and carta-ach write a payment to O'Neil as one to O, and achkit writes a payer 9ABC123456 as 0009123456.
#
# Guess: writers of ACH files write names and texts of 22 and 80 characters whole, refuse what the format does not take, and write the identification as it is.
# (The cases were chosen after a look at the code.)
# Seen: pynacha 0.0.3 and carta-ach 0.4.5 keep of a name or an addenda text what stands before the first apostrophe, carta-ach before a bracket, too. achkit 0.2.0 keeps
# the digits alone of the payer's identification, where a letter is allowed, and numbers the payments of each batch from 1, so two of a file have one trace number; its own
# validate() finds nothing. pynacha leaves a payment out whose amount it cannot read, and returns it in a list; carta-ach raises. The two cut a longer name, and round
# 0.125 to 12 cents and 2.675 to 268.
# So a file is read back, and names, texts, identification and count are compared with what was asked for.
source "$(dirname "$0")/common.bash"
python_packages pynacha==0.0.3 carta-ach==0.4.5 achkit==0.2.0

expect "pynacha
  'O'
  'MIRA (RENT)'
  'MIRA, RAVI', addenda 'RAVI'
  'MIRA AND RAVI HOUSEHOL'
  of 2 payments 1, total 1250, returned 1,250.00
  0.125 2.675 are 12 268
carta-ach
  'O'
  'MIRA'
  'MIRA, RAVI', addenda 'RAVI'
  'MIRA AND RAVI HOUSEHOL'
  ValueError
  0.125 2.675 are 12 268
achkit
  payer '0009123456'
  \"O'NEIL\", trace 123456780000001
  'MIRA', trace 123456780000001
  {'ok': True, 'errors': []}" \
  "$(python - <<'P'
from datetime import date, datetime

from ach.builder import AchFile as Carta
from achkit import AchFile, validate
from pyNacha.builder import AchFile as Nacha

def written(kind, *payments):
    file = kind("A", dict(immediate_dest="123456780", immediate_org="123456780", immediate_dest_name="BANK", immediate_org_name="HOUSEHOLD",
                          company_id="1234567890", trace_num="12345678"))
    left = file.add_batch("PPD", [dict(type="22", routing_number="123456780", account_number="0012345678", amount=amount, name=name, **more)
                                  for amount, name, more in payments], eff_ent_date=date(2026, 2, 2))
    return left or [], file.render_to_string().splitlines()

def names(kind, name, **more):
    _, lines = written(kind, ("12.50", name, more))
    print("  " + ", addenda ".join(repr(line[54:76].rstrip() if line[0] == "6" else line[3:83].rstrip()) for line in lines if line[0] in "67"))

for title, kind in ("pynacha", Nacha), ("carta-ach", Carta):
    print(title)
    names(kind, "O'Neil")
    names(kind, "Mira (rent)")
    names(kind, "Mira, Ravi", addenda=[{"payment_related_info": "Ravi's rent"}])
    names(kind, "Mira and Ravi household")
    try:
        left, lines = written(kind, ("12.50", "Mira", {}), ("1,250.00", "Ravi", {}))
        control = next(line for line in lines if line[0] == "9")
        print(f"  of 2 payments {sum(line[0] == '6' for line in lines)}, total {int(control[43:55])}, returned", *(payment["amount"] for payment, _ in left))
    except ValueError as error:
        print(f"  {type(error).__name__}")
    print("  0.125 2.675 are", *(int(line[29:39]) for line in written(kind, ("0.125", "Mira", {}), ("2.675", "Ravi", {}))[1] if line[0] == "6"))
print("achkit")
file = AchFile.create(origin_dfi="123456780", company_id="9ABC123456", destination_name="BANK", origin_name="HOUSEHOLD", creation_date=datetime(2026, 2, 2))
for day, name in ("2026-02-03", "O'Neil"), ("2026-02-04", "Mira"):
    file.batch("PPD", "RENT", day).credit(name, "123456780", "0012345678", 1250)
lines = file.render().splitlines()
print(f"  payer {lines[1][40:50]!r}")
print("\n".join(f"  {line[54:76].rstrip()!r}, trace {line[79:]}" for line in lines if line[0] == "6"))
print(f"  {validate(file.render())}")
P
)"
