#!/usr/bin/env bash
# beancount's importer takes a refund for a duplicate of the purchase, and a purchase for a duplicate of another shop's.
#
# Guess: a new entry is a duplicate when day, account, amount and payee are those of one that is there; of two equal new coffees beside one that
# is there, one is a duplicate.
# Seen: beangulp 0.2.0 compares amounts without their sign, within 5 %, within two days, and looks at no payee and no text. +20.00 back from the
# shop and 20.90 at the market are duplicates of 20.00 at the shop; both coffees are duplicates of the one.
# What is a duplicate is written as a comment, so it is easily lost.
# So likeness only asks, sign and payee count, and one entry that is there answers for one new line.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beangulp==0.2.0

cd "$folder"
cat >importer.py <<'P'
import beangulp
from beangulp.importers import csvbase

class Bank(csvbase.Importer):
    date = csvbase.Date("Date")
    payee = csvbase.Column("Payee")
    narration = csvbase.Column("Text")
    amount = csvbase.Amount("Amount")

    def identify(self, path):
        return path.endswith(".csv")

beangulp.Ingest([Bank("Assets:Bank", "EUR")])()
P
cat >there.beancount <<'B'
2026-01-01 open Assets:Bank
2026-01-01 open Expenses:All
2026-11-26 * "Shop" "Shoes"
  Assets:Bank  -20.00 EUR
  Expenses:All
2026-11-26 * "Cafe" "Coffee"
  Assets:Bank  -2.50 EUR
  Expenses:All
B
mkdir downloads
cat >downloads/bank.csv <<'C'
Date,Payee,Text,Amount
2026-11-26,Cafe,Coffee,-2.50
2026-11-26,Cafe,Coffee,-2.50
2026-11-27,Market,Vegetables,-20.90
2026-11-27,Kiosk,Paper,-21.10
2026-11-28,Shop,Shoes back,20.00
C
python importer.py extract -e there.beancount downloads >read 2>/dev/null
expect '; 2026-11-26 * "Cafe" "Coffee"
; 2026-11-26 * "Cafe" "Coffee"
; 2026-11-27 * "Market" "Vegetables"
2026-11-27 * "Kiosk" "Paper"
; 2026-11-28 * "Shop" "Shoes back"' "$(grep -E '^(; )?2026' read)"
