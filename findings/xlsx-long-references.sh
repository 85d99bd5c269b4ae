#!/usr/bin/env bash
# A long reference that stands in .xlsx as a number has other last digits in each reader.
#
# Guess: a reference of 18 digits in a cell of numbers comes out as it stands in the file, or as a float that shows that digits are missing.
# Seen: the file has 612345678901234567. openpyxl 3.1.5 gives just that; python-calamine 0.9.1 gives the float 6.123456789012346e+17;
# xlsx2csv 0.8.6 writes 612345678901234600, which looks like a reference and is another one. With 16 digits, 9007199254740993 becomes ...992.
# openpyxl itself writes no more than 16 digits of such a number. 12 digits, as UPI has them, are the same everywhere.
# So a number of more than 15 digits is read from the file's own text, and two readings of one bank's file are compared by other fields.
source "$(dirname "$0")/common.bash"
python_packages openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6

expect "openpyxl 612345678901234567 9007199254740993 612345678901
calamine 6.123456789012346e+17 9007199254740992.0 612345678901.0
xlsx2csv 612345678901234600 9007199254740992 612345678901
written by openpyxl 6.123456789012346e+17 9007199254740992 612345678901" "$(cd "$folder" && python - <<'P'
import io
import zipfile
import openpyxl
import python_calamine
import xlsx2csv

numbers = (612345678901234567, 9007199254740993, 612345678901)
book = openpyxl.Workbook()
book.active.append((1, 2, 3))
book.save("a.xlsx")
with zipfile.ZipFile("a.xlsx") as old, zipfile.ZipFile("b.xlsx", "w") as new:
    for name in old.namelist():
        part = old.read(name).decode()
        if name == "xl/worksheets/sheet1.xml":
            for place, number in enumerate(numbers, 1):
                part = part.replace(f"<v>{place}</v>", f"<v>{number}</v>")
        new.writestr(name, part)
print("openpyxl", *next(openpyxl.load_workbook("b.xlsx").active.iter_rows(values_only=True)))
print("calamine", *python_calamine.CalamineWorkbook.from_path("b.xlsx").get_sheet_by_index(0).to_python()[0])
written = io.StringIO()
xlsx2csv.Xlsx2csv("b.xlsx", outputencoding="utf-8").convert(written)
print("xlsx2csv", *written.getvalue().strip().split(","))
book.active.append(numbers)
book.save("c.xlsx")
print("written by openpyxl", *list(openpyxl.load_workbook("c.xlsx").active.iter_rows(values_only=True))[-1])
P
)"
