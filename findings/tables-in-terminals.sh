#!/usr/bin/env bash
# Two amounts over a million, five rupees apart, are one in tabulate's table, and references lose their zeros or digits in three others.
#
# Guess: a cell that is given as text, 1234567.50 or 0012, is shown as it is, and a Decimal with all its digits.
# Seen: tabulate 0.10.0 makes numbers of texts and shows six digits: 1234567.50 and 1234572.25 are 1.23457e+06, as texts and as Decimals, and 12.50 is 12.5.
# texttable 1.7.2 shows 1234567.500, 12 for the reference 0012 and 6.123e+17 for one of 18 digits; beautifultable 1.1.0 has 12 and 1234567.5; agate 1.14.2,
# which draws csvlook's tables, has 12 and, where another cell of the column has four decimals, 1,234,567.500 and an ellipsis. None of this is an error.
# prettytable 3.18.0, columnar 1.4.1, terminaltables 3.1.10 and rich 15.0.0 show texts as they are.
# So amounts and references are handed over as text to a table that leaves texts alone (tabulate: disable_numparse; texttable: set_cols_dtype "t"; csvlook -I).
source "$(dirname "$0")/common.bash"
python_packages tabulate==0.10.0 texttable==1.7.2 beautifultable==1.1.0 agate==1.14.2 prettytable==3.18.0 Columnar==1.4.1 terminaltables==3.1.10 rich==15.0.0

cat >"$folder/tables.py" <<'P'
import contextlib
import io
import re
import sys
from decimal import Decimal

import agate
import beautifultable
import columnar
import prettytable
import rich.console
import rich.table
import tabulate
import terminaltables
import texttable

heads = ["Reference", "What", "Amount"]
rows = [["0012", "Rent", "1234567.50"], ["0013", "Rent", "1234572.25"], ["612345678901234567", "Milk", "12.50"]]

def by_texttable(*kinds):
    table = texttable.Texttable()
    if kinds:
        table.set_cols_dtype(kinds)
    table.add_rows([heads, *rows])
    return table.draw()

def by_beautifultable():
    table = beautifultable.BeautifulTable()
    table.columns.header = heads
    for row in rows:
        table.rows.append(row)
    return str(table)

def by_prettytable():
    table = prettytable.PrettyTable(heads)
    table.add_rows(rows)
    return str(table)

def by_rich():
    table = rich.table.Table(*heads)
    for row in rows:
        table.add_row(*row)
    out = io.StringIO()
    rich.console.Console(file=out, width=80).print(table)
    return out.getvalue()

def by_agate(rows):
    out = io.StringIO()
    agate.Table.from_csv(io.StringIO("\n".join(map(",".join, [heads, *rows])))).print_table(output=out)
    return out.getvalue()

tables = {
    "tabulate": lambda: tabulate.tabulate(rows, headers=heads),
    "tabulate, Decimals": lambda: tabulate.tabulate([[reference, what, Decimal(amount)] for reference, what, amount in rows], headers=heads),
    "tabulate, disable_numparse": lambda: tabulate.tabulate(rows, headers=heads, disable_numparse=True),
    "texttable": by_texttable,
    "texttable, t": lambda: by_texttable("t", "t", "t"),
    "beautifultable": by_beautifultable,
    "agate": lambda: by_agate(rows[:2]),
    "agate, four decimals": lambda: by_agate([*rows[:2], ["0014", "Interest", "0.1234"]]),
    "prettytable": by_prettytable,
    "columnar": lambda: columnar.columnar(rows, heads, no_borders=True),
    "terminaltables": lambda: terminaltables.AsciiTable([heads, *rows]).table,
    "rich": by_rich,
}
for name, draw in tables.items():
    cells = [re.findall(r"[\w.+,…]*\d[\w.+,…]*", line) for line in draw().splitlines()]
    print(f"{name}:", "; ".join(" ".join(line) for line in cells if line))
P
expect "tabulate: 0012 1.23457e+06; 0013 1.23457e+06; 612345678901234567 12.5
tabulate, Decimals: 0012 1.23457e+06; 0013 1.23457e+06; 612345678901234567 12.5
tabulate, disable_numparse: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50
texttable: 12 1234567.500; 13 1234572.250; 6.123e+17 12.500
texttable, t: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50
beautifultable: 12 1234567.5; 13 1234572.25; 612345678901234567 12.5
agate: 12 1,234,567.50; 13 1,234,572.25
agate, four decimals: 12 1,234,567.500…; 13 1,234,572.250…; 14 0.123…
prettytable: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50
columnar: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50
terminaltables: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50
rich: 0012 1234567.50; 0013 1234572.25; 612345678901234567 12.50" "$(python "$folder/tables.py")"
