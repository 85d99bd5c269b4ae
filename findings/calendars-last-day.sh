#!/usr/bin/env bash
# Rent on the 31st, else on the last day: the way that RFC 7529 has for it is read by none of the common readers of iCalendar.
#
# Guess: dateutil ignores SKIP=BACKWARD, and recurring-ical-events moves the date to the 28th, since icalendar, which it reads with, parses
# RSCALE and SKIP.
# Seen: dateutil 2.9.0 refuses the rule for its parameter RSCALE; recurring-ical-events 3.8.2 refuses it, too. Without SKIP both leave out
# February, April and June.
# BYMONTHDAY=28,29,30,31;BYSETPOS=-1 (RFC 5545) gives the last day of each month in both.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0 icalendar==7.3.2 recurring-ical-events==3.8.2

expect "plain dateutil 01-31 03-31 05-31 07-31
plain recurring-ical-events 01-31 03-31 05-31 07-31
RFC 7529 dateutil refuses
RFC 7529 recurring-ical-events refuses
BYSETPOS dateutil 01-31 02-28 03-31 04-30
BYSETPOS recurring-ical-events 01-31 02-28 03-31 04-30" "$(python - <<'P'
import datetime
import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

def by_dateutil(rule):
    return [day.date() for day in rrulestr(rule, dtstart=datetime.datetime(2026, 1, 31))]

def by_recurring(rule):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:rent", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
             "DTSTART;VALUE=DATE:20260131", f"RRULE:{rule}", "SUMMARY:Rent", "END:VEVENT", "END:VCALENDAR", ""]
    calendar = icalendar.Calendar.from_ical("\r\n".join(lines))
    return [event["DTSTART"].dt for event in recurring_ical_events.of(calendar).between((2026, 1, 1), (2027, 1, 1))]

for name, rule in (("plain", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4"),
                   ("RFC 7529", "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD;COUNT=4"),
                   ("BYSETPOS", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4")):
    for reader, days in (("dateutil", by_dateutil), ("recurring-ical-events", by_recurring)):
        try:
            print(name, reader, *(day.strftime("%m-%d") for day in days(rule)))
        except ValueError:
            print(name, reader, "refuses")
P
)"
