#!/usr/bin/env bash
# A calendar in the terminal makes rent on each working day of "the last working day of the month", and says that it left nothing out.
#
# Guess: calcurse imports a monthly rule with its parts, or says what it left out and ends with another code than 0.
# Seen: calcurse 4.7.1 (Debian's) passes over BYSETPOS: the last working day is all of them, and the last of the 28th to the 31st, the way that RFC 5545
# has for a rent on the 31st, is up to four days a month. A date that was moved (RECURRENCE-ID) stays where it was, beside the new one; an added date
# (RDATE) is not there; a cancelled one is there. Each import ends with 0, and reports "0 skipped". BYMONTHDAY=-1, EXDATE and COUNT are right.
# BYDAY=-1FR is refused with 1.
# So a rule that is written has no BYSETPOS where there is another way (BYMONTHDAY=-1), a date that is moved is an EXDATE and an event of its own,
# and dates of a household are given out one by one as well.
source "$(dirname "$0")/common.bash"
debian_packages 'calcurse=4.7.1*' libncursesw6 libtinfo6
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$folder/debian/lib/x86_64-linux-gnu"

event() { printf '%s\n' BEGIN:VEVENT UID:rent DTSTAMP:20260101T000000Z "$@" END:VEVENT; }
# imported NAME EVENT: how the import ends, and which days of February to April it has.
imported() {
  local days code=0
  rm -rf "$folder/calendar" && mkdir "$folder/calendar"
  printf '%s\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//rent//EN "$2" END:VCALENDAR >"$folder/rent.ics"
  calcurse -D "$folder/calendar" -i "$folder/rent.ics" >"$folder/report" 2>&1 || code=$?
  days=$(calcurse -D "$folder/calendar" --input-datefmt 4 --output-datefmt '%m-%d' -Q --from 2026-02-01 --to 2026-04-30 |
    awk '/^[0-9]/ { day = substr($1, 1, 5) } / rent/ { print day }' | paste -sd ' ')
  [ "${#days}" -le 60 ] || days="$(wc -w <<<"$days") days"
  echo "$1: $code, $(grep -o '[0-9]* skipped' "$folder/report"); $days"
}
start=DTSTART\;VALUE=DATE
expect "the last day: 0, 0 skipped; 02-28 03-31 04-30
the last working day: 0, 0 skipped; 64 days
the last of the 28th to the 31st: 0, 0 skipped; 02-28 03-28 03-29 03-30 03-31 04-28 04-29 04-30
moved from 10 to 12 March: 0, 0 skipped; 02-10 03-10 03-12 04-10
once more on 20 February: 0, 0 skipped; 
cancelled: 0, 0 skipped; 02-20" "$(
  imported "the last day" "$(event $start:20260131 SUMMARY:rent "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1")"
  imported "the last working day" "$(event $start:20260130 SUMMARY:rent "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")"
  imported "the last of the 28th to the 31st" "$(event $start:20260131 SUMMARY:rent "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")"
  imported "moved from 10 to 12 March" "$(event $start:20260110 SUMMARY:rent "RRULE:FREQ=MONTHLY"
    event "RECURRENCE-ID;VALUE=DATE:20260310" $start:20260312 SUMMARY:rent)"
  imported "once more on 20 February" "$(event $start:20260115 SUMMARY:rent "RDATE;VALUE=DATE:20260220")"
  imported "cancelled" "$(event $start:20260220 SUMMARY:rent STATUS:CANCELLED)"
)"
