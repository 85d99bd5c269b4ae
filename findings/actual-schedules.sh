#!/usr/bin/env bash
# A rent on the 1st, or on the working day before, has no next date when it is asked for on a Saturday, and three payments may be six, in a client of Actual.
#
# Guess: rent on the 31st is on the last day of a shorter month.
# Expected: asked on Saturday, 31 October 2026, for the next date, the schedule says 1 December, since Sunday's was moved to Friday; and "on the 15th and
# the last Friday, 3 times" is three dates.
# Seen: actualpy 0.22.4 says on that Saturday and Sunday that there is no next date (an empty list for one, and one date of two), and finds a payment
# of that Saturday not to be near the schedule, though it is a day late. Rent on the 31st leaves out February, April and June, which "every month on
# the 31st" does not say. The 15th and the last Friday are three times each, while the 1st and the 15th are three dates together.
# So a number of dates is asked for with some to spare, "last day" is written as such, and what ends after a number is counted.
source "$(dirname "$0")/common.bash"
python_packages actualpy==0.22.4

expect "asked on Fri 2026-10-30: 2026-10-30
asked on Sat 2026-10-31: nothing; for two: 2026-12-01
asked on Sun 2026-11-01: nothing; for two: 2026-12-01
asked on Mon 2026-11-02: 2026-12-01
paid on Sat 2026-10-31 is near the schedule: False
Every month on the 31st: 01-31 03-31 05-31 07-31
Every month on the last day: 01-31 02-28 03-31 04-30
Every month on the 15th, last Friday, 3 times: 01-15 01-30 02-15 02-27 03-15 03-27
Every month on the 15th, 1st, 3 times: 01-01 01-15 02-01" "$(python - <<'P'
from datetime import date

from actual.schedules import Pattern, Schedule

rent = Schedule(start=date(2026, 1, 1), skipWeekend=True, weekendSolveMode="before")
for day in (date(2026, 10, 30), date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 2)):
    one, two = ([str(found) for found in rent.xafter(day, count)] for count in (1, 2))
    print(f"asked on {day:%a} {day}:", *(one or [f"nothing; for two: {' '.join(two)}"]))
saturday = date(2026, 10, 31)
print(f"paid on {saturday:%a} {saturday} is near the schedule:", rent.is_approx(saturday))

three = {"endMode": "after_n_occurrences", "endOccurrences": 3}
for schedule, count in (
    (Schedule(start=date(2026, 1, 31)), 4),
    (Schedule(start=date(2026, 1, 31), patterns=[Pattern(value=-1, type="day")]), 4),
    (Schedule(start=date(2026, 1, 1), patterns=[Pattern(value=15, type="day"), Pattern(value=-1, type="FR")], **three), 9),
    (Schedule(start=date(2026, 1, 1), patterns=[Pattern(value=15, type="day"), Pattern(value=1, type="day")], **three), 9),
):
    print(f"{schedule}:", *(f"{found:%m-%d}" for found in schedule.xafter(date(2026, 1, 1), count)))
P
)"
