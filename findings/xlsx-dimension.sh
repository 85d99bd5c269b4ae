#!/usr/bin/env bash
# openpyxl reads one cell of a whole sheet when it reads row by row and the file's writer left the used range at A1.
#
# Guess: <dimension ref="A1"/> is a hint, as ECMA-376 has it, and every row of the sheet is read.
# Seen: openpyxl 3.1.5 with read_only=True, the way that is meant for large files, reads the first cell and nothing else; the same call without it
# reads all. A program that writes a sheet as a stream cannot know its range at the beginning.
# python-calamine 0.9.1 and xlsx2csv 0.8.6 read all.
# So a reader goes by the rows and cells that are there.
source "$(dirname "$0")/common.bash"
python_packages openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6

expect "openpyxl 6 cells
openpyxl with read_only 1 cells
calamine 6 cells
xlsx2csv 6 cells" "$(cd "$folder" && python - <<'P'
import csv
import io
import re
import zipfile
import openpyxl
import python_calamine
import xlsx2csv

book = openpyxl.Workbook()
for row in (("Date", "Text", "Amount"), ("2026-11-27", "Milk", -50)):
    book.active.append(row)
book.save("a.xlsx")
with zipfile.ZipFile("a.xlsx") as old, zipfile.ZipFile("b.xlsx", "w") as new:
    for name in old.namelist():
        part = old.read(name)
        if name == "xl/worksheets/sheet1.xml":
            part, changed = re.subn(rb'<dimension ref="A1:C2" ?/>', b'<dimension ref="A1"/>', part)
            assert changed == 1
        new.writestr(name, part)

def count(rows):
    return sum(cell not in (None, "") for row in rows for cell in row)

print("openpyxl", count(openpyxl.load_workbook("b.xlsx").active.iter_rows(values_only=True)), "cells")
print("openpyxl with read_only", count(openpyxl.load_workbook("b.xlsx", read_only=True).active.iter_rows(values_only=True)), "cells")
print("calamine", count(python_calamine.CalamineWorkbook.from_path("b.xlsx").get_sheet_by_index(0).to_python()), "cells")
written = io.StringIO()
xlsx2csv.Xlsx2csv("b.xlsx", outputencoding="utf-8").convert(written)
print("xlsx2csv", count(csv.reader(io.StringIO(written.getvalue()))), "cells")
P
)"
