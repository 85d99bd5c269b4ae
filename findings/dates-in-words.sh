#!/usr/bin/env bash
# "The 5th" is 31 May to one reader of dates, "15th of March" is 1 March to another, and "Friday" is the last one to the first and the next one to the second.
#
# Guess: "in 1 month" from 31 January is 28 February, "end of month" is the month's end or nothing, and "Rs 450 tomorrow" is tomorrow.
# Expected besides: a day and a month are taken together or refused, and where a word may be of the past or the future both readers agree.
# Seen, on Saturday, 31 January 2026: dateparser 1.5.0 takes "the 5th" and a bare 5 for May and gives it the day of today; "5 days" is in the past, as "Friday"
# is. parsedatetime 2.6 drops the day of "15th of March", and has 5 days and Friday in the future, but "this Friday" yesterday, which the other has in
# six days. "Next month" is the 1st to it and the last day to the other. "Rs 450 tomorrow" is ten to five of tomorrow, and half a month is a month.
# The guess about "in 1 month" was right.
# So a day that was made of words is shown as a date before it is booked.
source "$(dirname "$0")/common.bash"
python_packages dateparser==1.5.0 parsedatetime==2.6

expect "in 1 month: dateparser 02-28, parsedatetime 02-28
March 15: dateparser 03-15, parsedatetime 03-15
15th of March: dateparser 03-15, parsedatetime 03-01
the 5th: dateparser 05-31, parsedatetime None
5 days: dateparser 01-26, parsedatetime 02-05
Friday: dateparser 01-30, parsedatetime 02-06
this Friday: dateparser 02-06, parsedatetime 01-30
next month: dateparser 02-28, parsedatetime 02-01
end of month: dateparser None, parsedatetime 01-31
half a month: dateparser None, parsedatetime 02-28
Rs 450 tomorrow: dateparser None, parsedatetime 02-01 04:50" "$(python - <<'P'
import datetime
import dateparser
import parsedatetime

now = datetime.datetime(2026, 1, 31, 10, 0)
reader = parsedatetime.Calendar()

def by_parsedatetime(words):
    found, what = reader.parse(words, now.timetuple())
    return datetime.datetime(*found[:5]) if what else None

def show(day):
    return day and f"{day:%m-%d}" + (f" {day:%H:%M}" if (day.hour, day.minute) not in ((0, 0), (9, 0), (10, 0)) else "")

for words in ("in 1 month", "March 15", "15th of March", "the 5th", "5 days", "Friday", "this Friday", "next month", "end of month", "half a month", "Rs 450 tomorrow"):
    print(f"{words}: dateparser {show(dateparser.parse(words, languages=['en'], settings={'RELATIVE_BASE': now}))}, parsedatetime {show(by_parsedatetime(words))}")
P
)"
