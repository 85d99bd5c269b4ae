#!/usr/bin/env bash
# Rent that was paid on 30 November in HomeBank is one of 2 December once Skrooge has read its file.
#
# Guess: Skrooge, which reads HomeBank's files, has the days and the splits that HomeBank has.
# Seen: HomeBank writes a day as GLib's number of it, which counts 1 January of the year 1 as 1, as Python's date.toordinal() does. Skrooge 2.29.0 (Debian's,
# skroogeconvert) is two days later with each, so the last days of a month are of the next. A payment whose two categories have parts of it
# (scat, samt) has no category. HomeBank 5.6.2 itself opens the file below with 22.50 for food and 20.00 for home. No error is told.
# So of two programs' days the first and the last are compared after an import, and not the sums alone.
source "$(dirname "$0")/common.bash"
skrooge_packages
number() { python3 -c 'import datetime, sys; print(datetime.date.fromisoformat(sys.argv[1]).toordinal())' "$1"; }
cat >"$folder/home.xhb" <<X
<?xml version="1.0"?>
<homebank v="1.4" d="050504">
<properties title="Home" curr="1" auto_smode="0" auto_weekday="1"/>
<cur key="1" flags="0" iso="EUR" name="Euro" symb="€" syprf="0" dchar="," gchar="." frac="2" rate="1" mdate="0"/>
<account key="1" flags="0" pos="1" type="1" curr="1" name="Bank" initial="1000" minimum="0"/>
<pay key="1" name="Cafe"/>
<pay key="2" name="Landlord"/>
<cat key="1" name="Food"/>
<cat key="2" name="Home"/>
<ope date="$(number 2026-02-27)" amount="-12.5" account="1" paymode="0" payee="1" category="1"/>
<ope date="$(number 2026-11-30)" amount="-30" account="1" paymode="0" payee="2" flags="256" scat="1||2" samt="-10||-20" smem="a||b"/>
</homebank>
X
skrooge "$folder/home.xhb" "$folder/home.csv"

expect "2026-03-01 Bank -12.50 Cafe, category Food
2026-12-02 Bank -30.00 Landlord, category none" "$(python3 - "$folder/home.csv" <<'P'
import csv
import sys

for line in csv.DictReader(open(sys.argv[1]), delimiter=";"):
    if line["date"] != "0000-00-00":
        print(line["date"], line["account"], line["amount"], f"{line['payee'] or 'nobody'},", f"category {line['category'] or 'none'}")
P
)"
