#!/usr/bin/env bash
# Readers of dates take amounts for days: 12.50 is a time of today in one and the 12th of this month in the other.
#
# Guess: an amount such as 12.50 or 0.00, and a bare 26, are no dates, so a column of dates is the one whose cells all parse.
# Seen: dateparser 1.5.0 takes 12.50 for 12:50 of today, 0.00 for midnight, 26 for the 26th of this month and APR-26 for the 26th of April of
# this year. python-dateutil 2.9.0 takes 12.50 for the 12th of this month, and 26 and APR-26 as dateparser does.
# dateparser's STRICT_PARSING refuses all four.
# So a column of dates is found by shapes of our own, and a month's name with two digits is a month with a year.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0 dateparser==1.5.0

expect "12.50: dateparser 2026-11-28 12:50:00, strict None, dateutil 2026-11-12 00:00:00
0.00: dateparser 2026-11-28 00:00:00, strict None, dateutil None
26: dateparser 2026-11-26 00:00:00, strict None, dateutil 2026-11-26 00:00:00
APR-26: dateparser 2026-04-26 00:00:00, strict None, dateutil 2026-04-26 00:00:00
1,234.50: dateparser None, strict None, dateutil None" "$(python - <<'P'
import datetime
import dateparser
import dateutil.parser
today = datetime.datetime(2026, 11, 28)

def by_dateutil(text):
    try:
        return dateutil.parser.parse(text, default=today)
    except ValueError:
        return None

for text in ("12.50", "0.00", "26", "APR-26", "1,234.50"):
    first = dateparser.parse(text, settings={"RELATIVE_BASE": today})
    strict = dateparser.parse(text, settings={"RELATIVE_BASE": today, "STRICT_PARSING": True})
    print(f"{text}: dateparser {first}, strict {strict}, dateutil {by_dateutil(text)}")
P
)"
