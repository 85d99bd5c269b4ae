#!/usr/bin/env bash
# Whether pandas reads the dates of a bank's file as dates, as other dates or not at all goes by its first line.
#
# Expected: read_csv with parse_dates raises for 03/04/2026 and 13/04/2026 in one column, or takes days first for both.
# Seen: pandas 3.1.1 takes the first date for the rule. With 13/04/2026 above, both are of April, with a warning. With 03/04/2026
# above the column stays text without a word, and so sorts by day of the month; and where no day is past the 12th, 03/04 is the 4th of
# March without a word. With dayfirst=True or a format all are right.
# So a format is always given (date_format), and the column's type is looked at before it is sorted or cut by month.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1
expect "13/04/2026, 03/04/2026: datetime64 2026-04-13, 2026-04-03, warned
13/04/2026, 03/04/2026, dayfirst: datetime64 2026-04-13, 2026-04-03
03/04/2026, 13/04/2026: str 03/04/2026, 13/04/2026
03/04/2026, 13/04/2026, dayfirst: datetime64 2026-04-03, 2026-04-13
03/04/2026, 05/04/2026: datetime64 2026-03-04, 2026-05-04
03/04/2026, 05/04/2026, dayfirst: datetime64 2026-04-03, 2026-04-05" "$(python - <<'P'
import io
import warnings
import pandas
for days in (("13/04/2026", "03/04/2026"), ("03/04/2026", "13/04/2026"), ("03/04/2026", "05/04/2026")):
    for options in ({}, {"dayfirst": True}):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            column = pandas.read_csv(io.StringIO("Date\n" + "\n".join(days)), parse_dates=["Date"], **options).Date
        print(f"{', '.join([*days, *options])}: {str(column.dtype).split('[')[0]} {', '.join(str(day)[:10] for day in column)}"
              f"{', warned' if warned else ''}")
P
)"
