#!/usr/bin/env bash
# "The first working day of each month" is the 1st, "every last Friday" is each Friday, and "every day for 10 days" is 10 January, for a reader of
# recurrences as people say them.
#
# Guess: "first working day of each month" is BYSETPOS=1 or is refused, "every quarter" is three months, "twice a month" is refused.
# Expected besides: an exception is for good, and ten days are ten.
# Seen: recurrent 0.4.1 drops the words that it does not know and makes a rule of the others. "Every month on the last weekday" is the last Monday.
# "Every weekday except Friday" leaves out the next Friday alone. "Every day for 10 days" is the 10th day of each year (BYYEARDAY). "Annually on April 1" is
# one date, though "yearly on April 1" is a rule. It gives None for "every quarter", "quarterly", "fortnightly" and "twice a month".
# So a rule that was made of words is shown as its next dates before it is kept.
source "$(dirname "$0")/common.bash"
python_packages recurrent==0.4.1 python-dateutil==2.9.0.post0

cat >"$folder/rules.py" <<'P'
import datetime
import itertools
import recurrent
from dateutil.rrule import rrulestr

now = datetime.datetime(2026, 1, 1)
for words in ("3rd of every month", "first working day of each month", "every month on the last weekday", "every last friday",
              "every weekday except friday", "every day for 10 days", "yearly on april 1", "annually on april 1", "every quarter", "twice a month"):
    rule = recurrent.RecurringEvent(now_date=now).parse(words)
    if isinstance(rule, str):
        days = (day.strftime("%m-%d") for day in itertools.islice(rrulestr(rule, dtstart=now), 8 if "except" in words else 3))
        print(f"{words}: {' '.join(days)}")
    else:
        print(f"{words}: {rule and rule.date()}")
P
expect "3rd of every month: 01-03 02-03 03-03
first working day of each month: 01-01 02-01 03-01
every month on the last weekday: 01-26 02-23 03-30
every last friday: 01-02 01-09 01-16
every weekday except friday: 01-01 01-05 01-06 01-07 01-08 01-09 01-12 01-13
every day for 10 days: 01-10 01-10 01-10
yearly on april 1: 04-01 04-01 04-01
annually on april 1: 2026-04-01
every quarter: None
twice a month: None" "$(python "$folder/rules.py")"
