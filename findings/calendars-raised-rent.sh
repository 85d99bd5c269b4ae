#!/usr/bin/env bash
# Rent of 900 that is 950 "from March on" is 950 for good in one reader of iCalendar, in March alone in another, and never in a third.
#
# Guess: readers that know RECURRENCE-ID either apply RANGE=THISANDFUTURE (RFC 5545 section 3.2.13) or refuse it; and an added date (RDATE) is a date to
# each that reads rules.
# Seen: recurring-ical-events 3.8.2 has 950 on the 3rd from March on, as the RFC says. icalevents 0.3.1 has it in March and then 900 on the 1st again,
# and passes over RDATE. vobject 0.9.9 (getrruleset) knows neither change, but the added date. None of this is an error.
# So a change for good is written as a series of its own: the old one ends by UNTIL, and the new one has another UID.
source "$(dirname "$0")/common.bash"
python_packages icalendar==7.3.2 recurring-ical-events==3.8.2 icalevents==0.3.1 vobject==0.9.9

cat >"$folder/series.py" <<'P'
import datetime
import icalendar
import recurring_ical_events
import vobject
from icalevents import icalevents

rent = ["UID:1", "DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20260102", "RRULE:FREQ=MONTHLY;COUNT=5", "SUMMARY:900"]
march = ["UID:1", "DTSTART;VALUE=DATE:20260303", "DTEND;VALUE=DATE:20260304", "SUMMARY:950"]

def show(name, *events):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:rent"]
    for event in events:
        lines += ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", *event, "END:VEVENT"]
    text = "\r\n".join([*lines, "END:VCALENDAR", ""])
    dates = [(event["DTSTART"].dt, event["SUMMARY"]) for event in
             recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 1, 1), (2027, 1, 1))]
    say(name, "recurring-ical-events", dates)
    found = icalevents.events(string_content=text.encode(), start=datetime.date(2026, 1, 1), end=datetime.date(2026, 12, 31))
    say(name, "icalevents", [(event.start, event.summary) for event in found])
    vobjects = [(day, event.summary.value) for event in vobject.readOne(text).vevent_list for day in event.getrruleset(True) or []]
    say(name, "vobject", vobjects)

def say(name, reader, dates):
    print(f"{name}, {reader}:", *(f"{day:%m-%d} {amount}" for day, amount in sorted(dates)), sep="  ")

show("March alone", rent, [*march, "RECURRENCE-ID;VALUE=DATE:20260301"])
show("from March on", rent, [*march, "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260301"])
show("one more", [*rent, "RDATE;VALUE=DATE:20260215"])
show("two series", [*rent[:3], "RRULE:FREQ=MONTHLY;UNTIL=20260228", "SUMMARY:900"], ["UID:2", *march[1:], "RRULE:FREQ=MONTHLY;COUNT=3"])
P
expect "March alone, recurring-ical-events:  01-01 900  02-01 900  03-03 950  04-01 900  05-01 900
March alone, icalevents:  01-01 900  02-01 900  03-03 950  04-01 900  05-01 900
March alone, vobject:  01-01 900  02-01 900  03-01 900  04-01 900  05-01 900
from March on, recurring-ical-events:  01-01 900  02-01 900  03-03 950  04-03 950  05-03 950
from March on, icalevents:  01-01 900  02-01 900  03-03 950  04-01 900  05-01 900
from March on, vobject:  01-01 900  02-01 900  03-01 900  04-01 900  05-01 900
one more, recurring-ical-events:  01-01 900  02-01 900  02-15 900  03-01 900  04-01 900  05-01 900
one more, icalevents:  01-01 900  02-01 900  03-01 900  04-01 900  05-01 900
one more, vobject:  01-01 900  02-01 900  02-15 900  03-01 900  04-01 900  05-01 900
two series, recurring-ical-events:  01-01 900  02-01 900  03-03 950  04-03 950  05-03 950
two series, icalevents:  01-01 900  02-01 900  03-03 950  04-03 950  05-03 950
two series, vobject:  01-01 900  02-01 900  03-03 950  04-03 950  05-03 950" "$(python "$folder/series.py")"
