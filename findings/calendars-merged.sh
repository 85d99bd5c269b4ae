#!/usr/bin/env bash
# Of one rent in two calendars, the older one and the one that was raised, a merger keeps both; of two bills that bear the same id it keeps one; and pocket
# money at nine moves by hours.
#
# Guess: of two versions of an event the one with the higher SEQUENCE is kept; two events of two calendars that bear one UID are both kept; of two
# VTIMEZONE with the same name and other rules the first one wins without a word.
# Seen: mergecal 0.5.0 takes two events for one when UID, SEQUENCE and RECURRENCE-ID are equal, whatever else they have, and for two otherwise. So the rent
# that was changed (SEQUENCE 1) stands there twice, at 900 and at 950, and of two with UID 1 the second is gone. The guess about zones was right: what
# "Home" was in the first calendar it is for the second, too, where nine in Berlin becomes nine in India. None of this is an error.
# So who merges calendars takes the latest SEQUENCE of each UID, and an id names its calendar.
source "$(dirname "$0")/common.bash"
python_packages mergecal==0.5.0 icalendar==7.3.2

expect "raised: Rent 900 2026-03-01, Rent 950 2026-03-03
one id: Rent 2026-03-01
zones: Delhi 2026-03-01 09:00:00+05:30, Berlin 2026-03-01 09:00:00+05:30" "$(python - <<'P'
import icalendar
from mergecal import merge_calendars

def calendar(*event, zone=None):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:home"]
    if zone:
        lines += ["BEGIN:VTIMEZONE", "TZID:Home", "BEGIN:STANDARD", "DTSTART:19700101T000000", f"TZOFFSETFROM:{zone}", f"TZOFFSETTO:{zone}",
                  "END:STANDARD", "END:VTIMEZONE"]
    lines += ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", *event, "END:VEVENT", "END:VCALENDAR", ""]
    return icalendar.Calendar.from_ical("\r\n".join(lines))

def show(name, *calendars):
    merged = icalendar.Calendar.from_ical(merge_calendars(list(calendars)).to_ical())
    print(f"{name}:", ", ".join(f"{event['SUMMARY']} {event['DTSTART'].dt}" for event in merged.walk("VEVENT")))

show("raised", calendar("UID:rent", "SEQUENCE:0", "DTSTART;VALUE=DATE:20260301", "SUMMARY:Rent 900"),
     calendar("UID:rent", "SEQUENCE:1", "DTSTART;VALUE=DATE:20260303", "SUMMARY:Rent 950"))
show("one id", calendar("UID:1", "DTSTART;VALUE=DATE:20260301", "SUMMARY:Rent"), calendar("UID:1", "DTSTART;VALUE=DATE:20260305", "SUMMARY:Electricity"))
show("zones", calendar("UID:a", "DTSTART;TZID=Home:20260301T090000", "SUMMARY:Delhi", zone="+0530"),
     calendar("UID:b", "DTSTART;TZID=Home:20260301T090000", "SUMMARY:Berlin", zone="+0100"))
P
)"
