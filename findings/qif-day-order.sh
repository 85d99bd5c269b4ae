#!/usr/bin/env bash
# In one QIF file a reader takes 12/11/2026 for the 11th of December and 13/11/2026 for the 13th of November.
#
# Guess: a date that the chosen order of day and month does not fit is an error, or the file's other dates settle the order.
# Seen: quiffen 4.0.1 reads month first unless told otherwise, and turns the order round for each date by itself where the month would be past
# 12: a day-first file loses no line and has the wrong month on twelve days of each month. Told day first, it does the same with 11/13/2026.
# So the order is settled from all dates of a file, and a date that does not fit is an error of its line.
source "$(dirname "$0")/common.bash"
python_packages quiffen==4.0.1

expect "month first: 12/11/2026 2026-12-11
month first: 13/11/2026 2026-11-13
day first: 11/12/2026 2026-12-11
day first: 11/13/2026 2026-11-13" "$(cd "$folder" && python - <<'P'
from quiffen import Qif
for order, dates in (("month first", ("12/11/2026", "13/11/2026")), ("day first", ("11/12/2026", "11/13/2026"))):
    with open("a.qif", "w") as file:
        file.write("!Type:Bank\n" + "".join(f"D{date}\nT-12.50\nPShop\n^\n" for date in dates))
    account, = Qif.parse("a.qif", day_first=order == "day first").accounts.values()
    for date, entry in zip(dates, list(account.transactions.values())[0]):
        print(f"{order}: {date}", entry.date.date())
P
)"
