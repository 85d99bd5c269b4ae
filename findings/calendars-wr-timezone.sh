#!/usr/bin/env bash
# One line at the head of a calendar, X-WR-TIMEZONE, moves a series of Thursdays by a day, adds a date to it, and brings back one that was called off.
#
# Guess: an event in UTC is the same instant with that line, and is only shown in its zone; one without a zone is taken for one of that zone.
# Seen: both is so for the first date. But recurring-ical-events 3.8.2, which reads the line by x-wr-timezone 2.0.1, moves the first date into the zone and
# leaves the rule as it was: each Thursday at 20:00 UTC is Friday 16 January, 1:30 in India, and then each Thursday at 1:30, a day early, and of three times
# there are four. In Berlin a monthly series at 8:00 UTC is at 7:00 UTC from April on, and the date of April that EXDATE takes away, at 8:00 UTC, stays.
# Without the line, and with days that have no time, all dates are right. Calendars write that line beside series with zones of their own, and a program may write both.
# So a series is written with its zone (TZID) or by days, and its first dates are compared with what the sender sees.
source "$(dirname "$0")/common.bash"
python_packages icalendar==7.3.2 recurring-ical-events==3.8.2 x-wr-timezone==2.0.1

expect "Thursdays: 01-15T20:00 01-22T20:00 01-29T20:00
Thursdays, Asia/Kolkata: 01-15T20:00 01-21T20:00 01-28T20:00 02-04T20:00
monthly: 01-15T08:00 02-15T08:00 03-15T08:00
monthly, Europe/Berlin: 01-15T08:00 02-15T08:00 03-15T08:00 04-15T07:00
days: 01-15 02-15 03-15
days, Europe/Berlin: 01-15 02-15 03-15" "$(python - <<'P'
import datetime
import icalendar
import recurring_ical_events

def dates(zone, *event):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:home", *([f"X-WR-TIMEZONE:{zone}"] if zone else []), "BEGIN:VEVENT", "UID:1",
             "DTSTAMP:20260101T000000Z", *event, "SUMMARY:Rent", "END:VEVENT", "END:VCALENDAR", ""]
    calendar = icalendar.Calendar.from_ical("\r\n".join(lines))
    for found in sorted(date["DTSTART"].dt for date in recurring_ical_events.of(calendar).between((2026, 1, 1), (2026, 7, 1))):
        yield f"{found.astimezone(datetime.timezone.utc):%m-%dT%H:%M}" if isinstance(found, datetime.datetime) else f"{found:%m-%d}"

for name, zone, event in (("Thursdays", "Asia/Kolkata", ("DTSTART:20260115T200000Z", "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3")),
                          ("monthly", "Europe/Berlin", ("DTSTART:20260115T080000Z", "RRULE:FREQ=MONTHLY;COUNT=4", "EXDATE:20260415T080000Z")),
                          ("days", "Europe/Berlin", ("DTSTART;VALUE=DATE:20260115", "RRULE:FREQ=MONTHLY;COUNT=4", "EXDATE;VALUE=DATE:20260415"))):
    print(f"{name}:", *dates(None, *event))
    print(f"{name}, {zone}:", *dates(zone, *event))
P
)"
