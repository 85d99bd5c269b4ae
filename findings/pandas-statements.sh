#!/usr/bin/env bash
# pandas makes numbers of a statement's dates, moves its columns by one, and finds a letter as its separator.
#
# Guess: thousands="." changes cells that are numbers in groups of three, and 03.04.2026 is none; a separator at the end of each line gives an
# empty last column; sep=None finds | in "Date|Text|Amount".
# Seen: pandas 3.1.1 takes every point out and reads the column of dates as 3042026; with a separator at the end of the lines and none at the end
# of the heading, the dates become the index, and Text has the amounts; sep=None asks the first line alone and finds "t".
# None of this is an error. The last goes back to Python's csv.Sniffer, which gives "t" for such a line and "|" for the whole file.
# So columns are settled from all lines of a file, and a heading that is short by one empty cell is no shift.
source "$(dirname "$0")/common.bash"
export PIP_NO_COMPILE=0  # pip takes this for --no-compile, which spares half of the time.
python_packages pandas==3.1.1

expect "thousands: Date 3042026, Amount -1234.5
separator at the end: index 03/04/2026, Date Rent, Text -5.0, Amount nan
sep=None: Da / e|Tex / |Amoun / Unnamed: 3
csv.Sniffer: first line 't', whole file '|'" "$(python - <<'P'
import csv
import io
import pandas

first = pandas.read_csv(io.StringIO("Date;Text;Amount\n03.04.2026;Rent;-1.234,50\n04.04.2026;Milk;-3,20\n"), sep=";", decimal=",", thousands=".")
print(f"thousands: Date {first.Date[0]}, Amount {first.Amount[0]}")
second = pandas.read_csv(io.StringIO("Date,Text,Amount\n03/04/2026,Rent,-5.00,\n04/04/2026,Milk,-6.00,\n"))
print(f"separator at the end: index {second.index[0]},", ", ".join(f"{name} {second[name].iloc[0]}" for name in second))
third = "Date|Text|Amount\n03/04/2026|Rent|-5.00\n04/04/2026|Milk|-6.00\n"
print("sep=None:", " / ".join(pandas.read_csv(io.StringIO(third), sep=None, engine="python").columns))
sniffed = (repr(csv.Sniffer().sniff(text).delimiter) for text in (third.splitlines()[0], third))
print("csv.Sniffer: first line {}, whole file {}".format(*sniffed))
P
)"
