#!/usr/bin/env bash
# A writer of payment files takes the payments of all accounts from the first one, and on the first one's day; its own sample does so.
#
# Guess: it reckons the number of payments and their sum by itself, and refuses 12,50 and 12.345.
# Expected: a row that names another payer, account and day is a payment of that account on that day, or is refused.
# Seen: pain001 0.0.74 reckons and refuses as guessed. It reads debtor_name, debtor_account_IBAN and requested_execution_date of each row, checks
# them, and writes one block of payments with those of the first row: of the four rows of its own template.csv, by four payers for four days,
# Acme Corp pays all 900.00 on the first day. The file passes the schema, and the exit code is 0.
# 1e3 is read as 1000, and the control sum adds up euros and dollars (which ISO 20022 has so).
# So what was written is read back and compared by payer, account, day and amount, and a file for a bank holds the payments of one account alone.
source "$(dirname "$0")/common.bash"
python_packages pain001==0.0.74

expect "rows:
  Acme Corp DE07512108001245126162 2023-03-12 150 to Global Tech
  Brown Industries DE44500105175407324931 2023-03-14 300 to Green Energy
  Alpha Electronics DE61500105175711000100 2023-03-13 250 to Beta Chemicals
  Zeta Services DE15120933300112345608 2023-03-15 200 to Theta Solutions
exit code 0, 1 block, says 4 payments of 900.00
  Acme Corp DE07512108001245126162 2023-03-12 150.00 to Global Tech
  Acme Corp DE07512108001245126162 2023-03-12 300.00 to Green Energy
  Acme Corp DE07512108001245126162 2023-03-12 250.00 to Beta Chemicals
  Acme Corp DE07512108001245126162 2023-03-12 200.00 to Theta Solutions
12,50: exit code 1
12.345: exit code 1
1e3: exit code 0" "$(cd "$folder" && python - <<'P'
import csv
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ET

import pain001

template = pathlib.Path(pain001.__file__).parent / "templates/pain.001.001.03/template.csv"
rows = list(csv.DictReader(template.open()))
print("rows:")
for row in rows:
    print(" ", row["debtor_name"], row["debtor_account_IBAN"], row["requested_execution_date"], row["payment_amount"], "to", row["creditor_name"])

def write(name, rows):
    with open(f"{name}.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    folder = pathlib.Path(name)
    folder.mkdir()
    arguments = ["generate", "-t", "pain.001.001.03", "-d", f"{name}.csv", "-o", name]
    code = subprocess.run([pathlib.Path(sys.executable).parent / "pain001", *arguments], capture_output=True).returncode
    return code, list(folder.glob("*.xml"))

code, files = write("own", rows)
space = "{urn:iso:std:iso:20022:tech:xsd:pain.001.001.03}"
start = ET.parse(files[0]).getroot().find(f"{space}CstmrCdtTrfInitn")
def text(element, path):
    return element.findtext("/".join(space + name for name in path.split("/")))
blocks = start.findall(f"{space}PmtInf")
print(f"exit code {code}, {len(blocks)} block, says {text(start, 'GrpHdr/NbOfTxs')} payments of {text(start, 'GrpHdr/CtrlSum')}")
for block in blocks:
    for payment in block.findall(f"{space}CdtTrfTxInf"):
        print(" ", text(block, "Dbtr/Nm"), text(block, "DbtrAcct/Id/IBAN"), text(block, "ReqdExctnDt"), text(payment, "Amt/InstdAmt"), "to",
              text(payment, "Cdtr/Nm"))
for amount in ("12,50", "12.345", "1e3"):
    print(f"{amount}: exit code", write(amount, [rows[0] | {"payment_amount": amount}])[0])
P
)"
