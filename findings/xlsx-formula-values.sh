#!/usr/bin/env bash
# The total of a sheet, 550 when it is opened, is 0 or nothing for what reads the file.
#
# Expected: a formula that no spreadsheet has reckoned yet is read as empty, or as the formula.
# Seen: XlsxWriter 3.3.1 stores 0 beside each formula, and openpyxl 3.1.5 (data_only), python-calamine 0.9.1, xlsx2csv 0.8.6 and
# pandas 3.1.1 read 0. openpyxl stores nothing beside it: calamine and pandas then leave the row out, xlsx2csv writes an
# empty text. Without data_only openpyxl gives the text of the formula.
# So an export has numbers where it has totals, and an import adds up lines and believes no total.
source "$(dirname "$0")/common.bash"
python_packages openpyxl==3.1.5 XlsxWriter==3.3.1 python-calamine==0.9.1 xlsx2csv==0.8.6 pandas==3.1.1
expect "written by openpyxl: openpyxl [100, 450, '=SUM(A1:A2)'], openpyxl data_only [100, 450, None], calamine [100.0, 450.0], xlsx2csv 100,450,\"\", pandas [100, 450]
written by XlsxWriter: openpyxl [100, 450, '=SUM(A1:A2)'], openpyxl data_only [100, 450, 0], calamine [100.0, 450.0, 0.0], xlsx2csv 100,450,0, pandas [100, 450, 0]" "$(cd "$folder" && python - <<'P'
import io
import openpyxl
import pandas
import python_calamine
import xlsx2csv
import xlsxwriter
book = openpyxl.Workbook()
for cell in (100, 450, "=SUM(A1:A2)"):
    book.active.append([cell])
book.save("openpyxl.xlsx")
book = xlsxwriter.Workbook("XlsxWriter.xlsx")
book.add_worksheet().write_column(0, 0, (100, 450, "=SUM(A1:A2)"))
book.close()
for writer in ("openpyxl", "XlsxWriter"):
    file = f"{writer}.xlsx"
    formulas, values = ([cell.value for cell in openpyxl.load_workbook(file, data_only=only).active["A"]] for only in (False, True))
    calamine = [row[0] for row in python_calamine.CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()]
    text = io.StringIO()
    xlsx2csv.Xlsx2csv(file).convert(text)
    frame = pandas.read_excel(file, header=None, engine="openpyxl")[0].tolist()
    print(f"written by {writer}: openpyxl {formulas}, openpyxl data_only {values}, calamine {calamine}, "
          f"xlsx2csv {','.join(text.getvalue().split())}, pandas {frame}")
P
)"
