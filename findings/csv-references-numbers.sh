#!/usr/bin/env bash
# Two payments have one reference when pyarrow, csvkit or sqlite-utils has read them, and 0012 is 12: a column of digits is one of numbers.
#
# Guess: sqlite-utils and Miller keep a reference with zeros in front, DuckDB, polars, pyarrow and csvkit do not; 20 digits are kept by all.
# Seen: DuckDB 2.0.1 keeps the zeros, and so does Miller 6.6.0 (Debian's); pandas 3.1.1, polars 2.1.0, pyarrow 26.0.1, sqlite-utils 4.2.1 and csvkit 2.2.0
# have 12. 20 digits are a float in pyarrow, sqlite-utils (in a column that it calls INTEGER) and csvkit's csvjson, so two payments whose numbers end
# with 01 and 02 are one. csvkit's csvsort writes all digits of the same column. None of this is a warning.
# So a bank's file is read as text (dtype=str, all_varchar, --no-inference, --no-detect-types), and amounts alone are made numbers.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1 duckdb==2.0.1 sqlite-utils==4.2.1 csvkit==2.2.0
debian_packages 'miller=6.6.0*'

printf '%s\n' reference,payment,amount 0012,61234567890123456701,0.10 0013,61234567890123456702,0.20 >"$folder/bank.csv"
cat >"$folder/read.py" <<'P'
import csv
import io
import json
import subprocess
import sys

import duckdb
import pandas
import polars
import pyarrow.csv

file, programs = sys.argv[1], sys.argv[2]

def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout

def show(name, lines):
    lines = [list(map(str, line)) for line in lines]
    one = ", one payment" if lines[0][1] == lines[1][1] else ""
    print(f"{name}: {lines[0][0]}, {lines[0][1]}{one}")

show("pandas", [row[1:] for row in pandas.read_csv(file).itertuples()])
show("polars", polars.read_csv(file).rows())
show("pyarrow", [list(row.values()) for row in pyarrow.csv.read_csv(file).to_pylist()])
show("DuckDB", duckdb.read_csv(file).fetchall())
run(f"{programs}/sqlite-utils", "insert", f"{file}.db", "bank", file, "--csv")
show("sqlite-utils", [list(row.values()) for row in json.loads(run(f"{programs}/sqlite-utils", "rows", f"{file}.db", "bank"))])
show("csvkit's csvjson", [list(row.values()) for row in json.loads(run(f"{programs}/csvjson", file))])
show("csvkit's csvsort", list(csv.reader(io.StringIO(run(f"{programs}/csvsort", "-c", "amount", file))))[1:])
show("csvkit's csvjson --no-inference", [list(row.values()) for row in json.loads(run(f"{programs}/csvjson", "--no-inference", file))])
show("Miller", [list(row.values()) for row in json.loads(run("mlr", "--icsv", "--ojson", "cat", file))])
P
expect "pandas: 12, 61234567890123456701
polars: 12, 61234567890123456701
pyarrow: 12, 6.123456789012346e+19, one payment
DuckDB: 0012, 61234567890123456701
sqlite-utils: 12, 6.123456789012346e+19, one payment
csvkit's csvjson: 12.0, 6.123456789012346e+19, one payment
csvkit's csvsort: 12, 61234567890123456701
csvkit's csvjson --no-inference: 0012, 61234567890123456701
Miller: 0012, 61234567890123456701" "$(python "$folder/read.py" "$folder/bank.csv" "$folder/venv/bin")"
