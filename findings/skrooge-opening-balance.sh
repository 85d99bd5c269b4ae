#!/usr/bin/env bash
# What an account had on 26 November is dated today in each file that Skrooge writes for other programs, behind the payments; and a fee of 4.95- is none.
#
# Guess: the opening balance of a bank's file has its day or the first payment's; ledger and hledger read what Skrooge writes for ledger; and in CSV (4.95)
# and 4.95- are -4.95, or refused.
# Seen: skroogeconvert of Skrooge 2.29.0 (Debian's) keeps an opening balance without a day (0000-00-00 in its CSV) and writes it into QIF and ledger files
# under the day of the export. Of MT940's field 60F:C261126 nothing but the sum is left; an account that is read elsewhere begins with debts.
# A file without a currency, as QIF and CSV are, has the unit "Unit for import", which its ledger file quotes in one line of a transaction and not in the
# other, so ledger 3.3.0 and hledger 1.25 refuse it. Of its CSV (4.95) is 4.95, 4.95- is 0.00, and -7.00 with U+2212 is 7.00. None is an error.
# So what goes through it is compared by the balance of each day, with a currency set before the export.
source "$(dirname "$0")/common.bash"
skrooge_packages 'ledger=3.3.0*' 'hledger=1.25*' libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-regex1.74.0 libboost-python1.74.0 libgpgme11 libgpgmepp6 \
  libpython3.11
cat >"$folder/bank.sta" <<'M'
:20:START
:25:37040044/0532013000
:28C:1/1
:60F:C261126EUR1000,00
:61:2611271127D12,50NTRFNONREF
:86:Coffee
:62F:C261127EUR987,50
-
M
cat >"$folder/bank.csv" <<'C'
date,amount,payee
2026-04-13,"1,234.50",Salary
2026-04-14,(4.95),Fee
2026-04-15,4.95-,Second fee
2026-04-16,−7.00,Third fee
C
skrooge "$folder/bank.sta" "$folder/bank.qif"
skrooge "$folder/bank.sta" "$folder/bank.ledger"
skrooge "$folder/bank.csv" "$folder/read.csv"
skrooge "$folder/bank.csv" "$folder/csv.ledger"
read_by() { if "$@" balance >"$folder/balance" 2>&1; then echo read; else echo refused; fi; }

expect "QIF: Dtoday T1000, D2026-11-27 T-12.5
ledger: today 1000.00, 2026/11/27 -12.50
Salary 1234.50, Fee 4.95, Second fee 0.00, Third fee 7.00
ledger of MT940: ledger read, hledger read
ledger of CSV: ledger refused, hledger refused" "$(
  today=$(date +%F)
  echo "QIF: $(grep -A1 '^D20' "$folder/bank.qif" | grep '^[DT]' | paste -d' ' - - | paste -sd, | sed "s/,/, /; s/D$today/Dtoday/")"
  echo "ledger: $(grep -E '^20|^  Account' "$folder/bank.ledger" | sed -E 's/ .*€/ /; s/^ +//; s/ +$//' | awk '{ print $1 }' | paste -d' ' - - | paste -sd, | sed "s/,/, /; s|${today//-//}|today|")"
  python3 - "$folder/read.csv" <<'P'
import csv
import sys

print(", ".join(f"{line['payee']} {line['amount']}" for line in csv.DictReader(open(sys.argv[1]), delimiter=";")))
P
  echo "ledger of MT940: ledger $(read_by ledger -f "$folder/bank.ledger"), hledger $(LC_ALL=C.UTF-8 read_by hledger -f "$folder/bank.ledger")"
  echo "ledger of CSV: ledger $(read_by ledger -f "$folder/csv.ledger"), hledger $(LC_ALL=C.UTF-8 read_by hledger -f "$folder/csv.ledger")"
)"
