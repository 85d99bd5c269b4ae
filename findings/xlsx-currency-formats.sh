#!/usr/bin/env bash
# A converter of .xlsx writes the name of the format where the amount was, for rupees and for amounts marked Dr.
#
# Guess: letters in quotation marks or behind a backslash in a cell's number format are text, so a cell formatted as "Rs. "#,##0.00 is a number.
# Seen: openpyxl 3.1.5 and python-calamine 0.9.1 read 46350.5 from each cell. xlsx2csv 0.8.6 takes a d, m, s or y in such words for a date's:
# of "Rs. "#,##0.00 and #,##0.00 "Dr" it writes the format itself, and the amount is gone.
# Letters in brackets, [$USD] or [Red], do it no harm.
# So whether a cell is a date is settled by the format without its quoted, escaped and bracketed parts.
source "$(dirname "$0")/common.bash"
python_packages openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6

expect '"₹"#,##0.00: openpyxl 46350.5, calamine 46350.5, xlsx2csv 46350.5
"Rs. "#,##0.00: openpyxl 46350.5, calamine 46350.5, xlsx2csv "rs. "#,##0.00
#,##0.00 "Dr": openpyxl 46350.5, calamine 46350.5, xlsx2csv #,##0.00 "24r"
#,##0.00\ \D\r: openpyxl 46350.5, calamine 46350.5, xlsx2csv #,##0.00 24r
[$USD] #,##0.00: openpyxl 46350.5, calamine 46350.5, xlsx2csv 46350.5
[Red]-#,##0.00: openpyxl 46350.5, calamine 46350.5, xlsx2csv 46350.5
dd/mm/yyyy: openpyxl 2026-11-24 12:00:00, calamine 2026-11-24 12:00:00, xlsx2csv 24/11/2026' "$(cd "$folder" && python - <<'P'
import csv
import io
import openpyxl
import python_calamine
import xlsx2csv

formats = ('"₹"#,##0.00', '"Rs. "#,##0.00', '#,##0.00 "Dr"', '#,##0.00\\ \\D\\r', '[$USD] #,##0.00', '[Red]-#,##0.00', "dd/mm/yyyy")
book = openpyxl.Workbook()
for row, name in enumerate(formats, 1):
    book.active.cell(row, 1, 46350.5).number_format = name
book.save("a.xlsx")
first = [row[0] for row in openpyxl.load_workbook("a.xlsx").active.iter_rows(values_only=True)]
second = [row[0] for row in python_calamine.CalamineWorkbook.from_path("a.xlsx").get_sheet_by_index(0).to_python()]
written = io.StringIO()
xlsx2csv.Xlsx2csv("a.xlsx", outputencoding="utf-8").convert(written)
third = [row[0] for row in csv.reader(io.StringIO(written.getvalue()))]
for name, *cells in zip(formats, first, second, third):
    print(f"{name}: openpyxl {cells[0]}, calamine {cells[1]}, xlsx2csv {cells[2]}")
P
)"
