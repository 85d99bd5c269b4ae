#!/usr/bin/env bash
# Of a bank's file with two columns "Amount" half of the readers in Python book the dollars that were ordered, half the euros.
#
# Expected: a second column of the same name is refused, or kept under another name.
# Seen: csv.DictReader of Python 3.11, petl 1.7.30 (dicts) and tablib 3.10.0 (dict) keep the last one and drop the first without
# a word. pandas 3.1.1, polars 2.1.0 and agate 1.14.2, on which csvkit stands, call the second Amount.1, Amount_duplicated_0 and
# Amount_2, so that Amount is the first; agate alone warns.
# So columns are counted and not only named, and an import shows both and asks.
source "$(dirname "$0")/common.bash"
python_packages petl==1.7.30 tablib==3.10.0 pandas==3.1.1 polars==2.1.0 agate==1.14.2
printf 'Date,Amount,Currency,Amount,Currency\n2026-04-03,-50.00,USD,-46.12,EUR\n' >"$folder/bank.csv"
expect "csv.DictReader: Amount -46.12, Currency EUR
petl: Amount -46.12, Currency EUR
tablib: Amount -46.12, Currency EUR
pandas: Amount -50.0, Currency USD, Amount.1 -46.12, Currency.1 EUR
polars: Amount -50.0, Currency USD, Amount_duplicated_0 -46.12, Currency_duplicated_0 EUR
agate: Amount -50.00, Currency USD, Amount_2 -46.12, Currency_2 EUR" "$(cd "$folder" && python - <<'P'
import csv
import agate
import pandas
import petl
import polars
import tablib
with open("bank.csv") as file:
    dictreader = next(csv.DictReader(file))
with open("bank.csv") as file:
    by_tablib = tablib.Dataset().load(file, format="csv").dict[0]
for name, row in (("csv.DictReader", dictreader), ("petl", next(iter(petl.dicts(petl.fromcsv("bank.csv"))))), ("tablib", by_tablib),
                  ("pandas", pandas.read_csv("bank.csv").iloc[0].to_dict()), ("polars", polars.read_csv("bank.csv").to_dicts()[0]),
                  ("agate", dict(agate.Table.from_csv("bank.csv").rows[0]))):
    print(f"{name}:", ", ".join(f"{column} {value}" for column, value in row.items() if column != "Date"))
P
)"
