#!/usr/bin/env bash
# Two months, one added to the other, are sixty days in pendulum: rent of 31 January is due on 1 April then, and on 31 March when they are "2 months".
#
# Guess: duration(months=1) is unequal to thirty days.
# Expected besides: one month and another one are two, a duration that is stored and read again is the same one, and half of three months is no two months.
# Seen: pendulum 3.3.0 counts a month as thirty days and a year as 365 wherever it reckons with durations: a month equals thirty days and has their hash, and
# twelve months are unequal to a year. Sums, differences, sum() and abs() give days alone, and so does pickle; copy.deepcopy and "* 2" keep the months.
# Half of three months is "2 months", without an error. A date with a duration of months is the last day of a shorter month, as it should be.
# So months are kept as a number, and each date is reckoned from the first one.
source "$(dirname "$0")/common.bash"
python_packages pendulum==3.3.0

expect "2 months: 2 months, so 2026-03-31
month * 2: 2 months, so 2026-03-31
month + month: 8 weeks 4 days, so 2026-04-01
sum of two: 8 weeks 4 days, so 2026-04-01
3 months / 2: 2 months, so 2026-03-31
month: 1 month, so 2026-02-28
copied: 1 month, so 2026-02-28
pickled: 4 weeks 2 days, so 2026-03-02
a month is 30 days: True in a set: 1
12 months are a year: False" "$(python - <<'P'
import copy
import pickle
import pendulum

first = pendulum.date(2026, 1, 31)
month = pendulum.duration(months=1)
for words, duration in (("2 months", pendulum.duration(months=2)), ("month * 2", month * 2), ("month + month", month + month),
                        ("sum of two", sum([month] * 2, pendulum.duration())), ("3 months / 2", pendulum.duration(months=3) / 2),
                        ("month", month), ("copied", copy.deepcopy(month)), ("pickled", pickle.loads(pickle.dumps(month)))):
    print(f"{words}: {duration}, so {first + duration}")
print("a month is 30 days:", month == pendulum.duration(days=30), "in a set:", len({month, pendulum.duration(days=30)}))
print("12 months are a year:", pendulum.duration(months=12) == pendulum.duration(years=1))
P
)"
