#!/usr/bin/env bash
# A monthly rule of three times gives four days in one reader of iCalendar, when it begins on a day that is not the rule's.
#
# Guess: with DTSTART on the 15th and BYMONTHDAY=1;COUNT=3 the 15th is the first of the three, as RFC 5545 counts DTSTART, or there are three
# firsts of the month.
# Seen: recurring-ical-events 3.8.2 gives the 15th and three firsts of the month, four days; dateutil 2.9.0 gives the three alone.
# The same holds for the first Monday of each month. RFC 5545 leaves such a rule undefined, and says that DTSTART should be of the rule.
# So a calendar that is written begins on the first day that its rule gives.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0 icalendar==7.3.2 recurring-ical-events==3.8.2

expect "BYMONTHDAY=1 dateutil 02-01 03-01 04-01
BYMONTHDAY=1 recurring-ical-events 01-15 02-01 03-01 04-01
BYDAY=1MO dateutil 02-02 03-02 04-06
BYDAY=1MO recurring-ical-events 01-15 02-02 03-02 04-06
BYMONTHDAY=15 dateutil 01-15 02-15 03-15
BYMONTHDAY=15 recurring-ical-events 01-15 02-15 03-15" "$(python - <<'P'
import datetime
import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

def by_dateutil(rule):
    return [day.date() for day in rrulestr(rule, dtstart=datetime.datetime(2026, 1, 15))]

def by_recurring(rule):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:rent", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
             "DTSTART;VALUE=DATE:20260115", f"RRULE:{rule}", "SUMMARY:Rent", "END:VEVENT", "END:VCALENDAR", ""]
    calendar = icalendar.Calendar.from_ical("\r\n".join(lines))
    return [event["DTSTART"].dt for event in recurring_ical_events.of(calendar).between((2026, 1, 1), (2027, 1, 1))]

for part in ("BYMONTHDAY=1", "BYDAY=1MO", "BYMONTHDAY=15"):
    for reader, days in (("dateutil", by_dateutil), ("recurring-ical-events", by_recurring)):
        print(part, reader, *(day.strftime("%m-%d") for day in days(f"FREQ=MONTHLY;{part};COUNT=3")))
P
)"
