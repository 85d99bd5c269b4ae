#!/usr/bin/env bash
# Nine o'clock in Outlook's calendar is nine o'clock UTC for a reader of iCalendar, though the file says what its zone is.
#
# Guess: a zone with Outlook's name ("India Standard Time") is read as that zone by each reader, by its name or by the
# VTIMEZONE in the file.
# Seen: icalendar 7.3.2, recurring-ical-events 3.8.2 and icalevents 0.3.1 know these names, with a VTIMEZONE or without.
# vobject 0.9.9 goes by the VTIMEZONE and has no zone without it. ics 0.7.3 knows the names of the IANA alone, passes over the
# VTIMEZONE, logs the name and says UTC: five and a half hours off in India.
# So a calendar that is written has names of the IANA and their VTIMEZONE, or days without a time.
source "$(dirname "$0")/common.bash"
python_packages icalendar==7.3.2 recurring-ical-events==3.8.2 icalevents==0.3.1 vobject==0.9.9 ics==0.7.3

cat >"$folder/zones.py" <<'P'
import datetime
import logging

import icalendar
import icalevents.icalevents
import ics
import recurring_ical_events
import vobject

logging.disable()
FIRST, LAST = datetime.datetime(2026, 4, 1), datetime.datetime(2026, 4, 2)
INDIA = ("STANDARD", "16010101T000000", "+0530", "+0530", "")
WINTER = ("STANDARD", "16010101T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\n")
SUMMER = ("DAYLIGHT", "16010101T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\n")

def zone(name, parts):
    parts = "".join(f"BEGIN:{part}\r\nDTSTART:{start}\r\nTZOFFSETFROM:{before}\r\nTZOFFSETTO:{after}\r\n{rule}END:{part}\r\n"
                    for part, start, before, after, rule in parts)
    return f"BEGIN:VTIMEZONE\r\nTZID:{name}\r\n{parts}END:VTIMEZONE\r\n"

def calendar(name, parts):
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//rent//EN\r\n" + (zone(name, parts) if parts else "") +
            f"BEGIN:VEVENT\r\nUID:rent\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID={name}:20260401T090000\r\n"
            f"DTEND;TZID={name}:20260401T093000\r\nSUMMARY:Rent\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

readers = {
    "icalendar": lambda text: icalendar.Calendar.from_ical(text).walk("VEVENT")[0].decoded("dtstart"),
    "recurring-ical-events": lambda text: recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(FIRST, LAST)[0]["DTSTART"].dt,
    "icalevents": lambda text: icalevents.icalevents.events(string_content=text.encode(), start=FIRST.date(), end=LAST.date())[0].start,
    "vobject": lambda text: vobject.readOne(text).vevent.dtstart.value,
    "ics": lambda text: next(iter(ics.Calendar(text).events)).begin.datetime,
}
def told(time):
    return time.astimezone(datetime.timezone.utc).strftime("%H:%M UTC") if time.tzinfo else time.strftime("%H:%M without a zone")

for name, parts in (("Asia/Kolkata", None), ("India Standard Time", None), ("India Standard Time", [INDIA]),
                    ("W. Europe Standard Time", [WINTER, SUMMER])):
    text = calendar(name, parts)
    print(f"{name}{', with VTIMEZONE' if parts else ''}:", ", ".join(f"{reader} {told(read(text))}" for reader, read in readers.items()))
P
expect "Asia/Kolkata: icalendar 03:30 UTC, recurring-ical-events 03:30 UTC, icalevents 03:30 UTC, vobject 03:30 UTC, ics 03:30 UTC
India Standard Time: icalendar 03:30 UTC, recurring-ical-events 03:30 UTC, icalevents 03:30 UTC, vobject 09:00 without a zone, ics 09:00 UTC
India Standard Time, with VTIMEZONE: icalendar 03:30 UTC, recurring-ical-events 03:30 UTC, icalevents 03:30 UTC, vobject 03:30 UTC, ics 09:00 UTC
W. Europe Standard Time, with VTIMEZONE: icalendar 07:00 UTC, recurring-ical-events 07:00 UTC, icalevents 07:00 UTC, vobject 07:00 UTC, ics 09:00 UTC" "$(python "$folder/zones.py")"
