#!/usr/bin/env bash
# A payment of Saturday, 31 January, is February's where pandas sums by business months, and two-month sums begin with January alone; rent from the 31st on
# goes on on the 28th.
#
# Guess: date_range from 31 January by DateOffset(months=1) has the last days of the months, as adding n months to the first day has.
# Expected: what is summed by months lies in its month, whatever the day of the week, and "2ME" pairs January with February.
# Seen: pandas 3.1.1 ends a business month (BME) with its last working day, so Saturday 31 January is in the month that ends on
# 27 February. A sum over two months (2ME) is named by its last day and begins with a single month, so from January on there are January, February with
# March, and so on; over two quarters (2QE) it is the same. date_range adds the month to the day it found last: 31 January, 28 February, 28 March.
# So money is summed by days within a month, months are paired by hand, and dates of a series are reckoned from the first one.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1

expect "ME: 01-31=21 02-28=300 03-31=0 04-30=4000
BME: 01-30=1 02-27=20 03-31=300 04-30=4000
2ME: 01-31=21 03-31=300 05-31=4000
QE: 03-31=321 06-30=4000
2QE: 03-31=321 09-30=4000
series: 01-31 02-28 03-28 04-28
one by one: 01-31 02-28 03-31 04-30" "$(python - <<'P'
import pandas

def show(name, sums):
    print(f"{name}:", *(f"{day:%m-%d}={amount}" for day, amount in sums.items()))

paid = pandas.Series([1, 20, 300, 4000], index=pandas.to_datetime(["2026-01-30", "2026-01-31", "2026-02-28", "2026-04-10"]))
for frequency in ("ME", "BME", "2ME", "QE", "2QE"):
    show(frequency, paid.resample(frequency).sum())
print("series:", *(f"{day:%m-%d}" for day in pandas.date_range("2026-01-31", periods=4, freq=pandas.DateOffset(months=1))))
print("one by one:", *(f"{pandas.Timestamp(2026, 1, 31) + pandas.DateOffset(months=months):%m-%d}" for months in range(4)))
P
)"
