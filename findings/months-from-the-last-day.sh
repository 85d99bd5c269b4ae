#!/usr/bin/env bash
# In months from the 31st on, as a salary on the last day makes them, the days from 28 to 30 March belong to no month in arrow and polars: what was paid
# on them is in no sum.
#
# Expected: months that begin on 31 January follow each other without a gap, and the sums of them add up to the sum of all.
# Guess: arrow gives 31 January, 28 February and 31 March as firsts.
# Seen: it does so, and ends each month a day before the same day of the next month: from 28 February to 27 March, and then from 31 March on.
# arrow 1.4.0 (span_range and interval with exact=True) leaves 28, 29 and 30 March out, 30 May, 30 July and so on. polars 2.1.0 (group_by_dynamic with
# every="1mo", start_by="datapoint") drops the payments of these days, as soon as the first one is of a 29th, 30th or 31st. Neither says so.
# Issue 1185 of arrow, which is open, tells the same of arrow.
# So a month's end is the next month's beginning, and a report's sums are compared with the sum of what they are of.
source "$(dirname "$0")/common.bash"
python_packages arrow==1.4.0 polars==2.1.0

expect "arrow: 01-31/02-27 02-28/03-27 03-31/04-29 04-30/05-29 05-31/06-14
polars: 01-31:28 02-28:28 03-31:30 04-30:30
polars, all months together: 116 of 120" "$(python - <<'P'
import datetime
import arrow
import polars

spans = arrow.Arrow.span_range("month", arrow.get(2026, 1, 31), arrow.get(2026, 6, 15), exact=True)
print("arrow:", *(f"{begin:MM-DD}/{end:MM-DD}" for begin, end in spans))
days = [datetime.date(2026, 1, 31) + datetime.timedelta(day) for day in range(120)]
spent = polars.DataFrame({"day": days, "amount": [1] * 120})
months = spent.group_by_dynamic("day", every="1mo", start_by="datapoint").agg(polars.col("amount").sum())
print("polars:", *(f"{day:%m-%d}:{amount}" for day, amount in months.iter_rows()))
print("polars, all months together:", months["amount"].sum(), "of", spent["amount"].sum())
P
)"
