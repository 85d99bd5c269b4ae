#!/usr/bin/env bash
# Two readers of .xlsx find an empty file in two valid shapes of the same sheet, and tell no error.
#
# Guess: a sheet in the strict variant of ISO 29500, which spreadsheets offer when saving, and one whose cells have no address, which the schema
# leaves free, are read, or refused with a reason.
# Seen: openpyxl 3.1.5 opens the strict variant as a book without sheets; xlsx2csv 0.8.6 writes no line for cells without addresses.
# python-calamine 0.9.1 reads both.
# So a reader knows both namespaces, counts cells that have no address, and calls a book without a line an error.
source "$(dirname "$0")/common.bash"
python_packages openpyxl==3.1.5 python-calamine==0.9.1 xlsx2csv==0.8.6

expect "plain: openpyxl 2 lines, calamine 2, xlsx2csv 2
strict: openpyxl 0 lines, calamine 2, xlsx2csv 2
without addresses: openpyxl 2 lines, calamine 2, xlsx2csv 0" "$(cd "$folder" && python - <<'P'
import csv
import io
import re
import zipfile
import openpyxl
import python_calamine
import xlsx2csv

def changed(path, change):
    with zipfile.ZipFile("a.xlsx") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name).decode()))

def strict(name, part):
    if not name.startswith(("xl/", "_rels/")):
        return part
    part = part.replace("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
    part = part.replace("http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://purl.oclc.org/ooxml/officeDocument/relationships")
    return part.replace("<workbook ", '<workbook conformance="strict" ') if name == "xl/workbook.xml" else part

def without_addresses(name, part):
    return re.sub(r'(<(?:c|row)) r="[A-Z]*[0-9]+"', r"\1", part) if name.startswith("xl/worksheets/") else part

def by_openpyxl(path):
    return [row for sheet in openpyxl.load_workbook(path).worksheets for row in sheet.iter_rows(values_only=True)]

def by_xlsx2csv(path):
    written = io.StringIO()
    xlsx2csv.Xlsx2csv(path, outputencoding="utf-8").convert(written)
    return list(csv.reader(io.StringIO(written.getvalue())))

book = openpyxl.Workbook()
for row in (("Date", "Text", "Amount"), ("2026-11-27", "Milk", -50)):
    book.active.append(row)
book.save("a.xlsx")
changed("plain.xlsx", lambda name, part: part)
changed("strict.xlsx", strict)
changed("without addresses.xlsx", without_addresses)
for path in ("plain.xlsx", "strict.xlsx", "without addresses.xlsx"):
    counts = (len([row for row in rows if any(row)]) for rows in (
        by_openpyxl(path), python_calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(), by_xlsx2csv(path)))
    print("{}: openpyxl {} lines, calamine {}, xlsx2csv {}".format(path.removesuffix(".xlsx"), *counts))
P
)"
