#!/usr/bin/env bash
# Rent of the last day of each quarter is due on 1 May, and on the first from then on; and the first rent, which was called off, is due: a reader of iCalendar
# in PHP.
#
# Guess: a rule by months from 31 January leaves out those without a 31st; EXDATE takes any date away, the first one too; and the last Friday of a year is that.
# Seen: php-sabre-vobject 2.1.7 (Debian's, which is years behind) counts the 31st of April on to 1 May, and is on the first in July and October, too
# (YEARLY;BYMONTH=1,4,7,10); MONTHLY;INTERVAL=3 leaves April out as RFC 5545 has it. EXDATE of the first date and RDATE are passed over, and so are a
# place in the year (BYDAY=-1FR, which is 25 December each year, whatever weekday that is) and BYWEEKNO. A job of each night at 02:30 is at 03:30 for good
# after the night on which the clocks go forward. Nothing of it is an error. dateutil 2.9.0 gives what the RFC says, but for that night.
# So a series begins with a date that takes place, a quarter is MONTHLY;INTERVAL=3 with BYMONTHDAY=-1, and added dates are events of their own.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0
debian_packages 'php8.2-cli=8.2.36*' 'php8.2-common=8.2.36*' 'php8.2-mbstring=8.2.36*' 'php8.2-xml=8.2.36*' 'php-sabre-vobject=2.1.7*' libonig5 libsodium23 libargon2-1 \
  2>"$folder/unsandboxed"
cat >"$folder/series" <<'S'
quarters by months|20260131T090000|RRULE:FREQ=YEARLY;BYMONTH=1,4,7,10
every three months|20260131T090000|RRULE:FREQ=MONTHLY;INTERVAL=3
last day of the quarter|20260131T090000|RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1
first rent called off|20260101T090000|RRULE:FREQ=MONTHLY|EXDATE;TZID=Europe/Berlin:20260101T090000
one more on the 15th|20260101T090000|RRULE:FREQ=MONTHLY|RDATE;TZID=Europe/Berlin:20260115T090000
last Friday of the year|20261225T090000|RRULE:FREQ=YEARLY;BYDAY=-1FR
each night|20260328T023000|RRULE:FREQ=DAILY
S
cat >"$folder/series.php" <<'P'
<?php
spl_autoload_register(function ($name) { require "$_SERVER[LIBRARY]/" . str_replace("\\", "/", $name) . ".php"; });
foreach (file("$_SERVER[FOLDER]/series", FILE_IGNORE_NEW_LINES) as $line) {
  [$name, $start, $rest] = explode("|", $line, 3);
  $lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Home//EN", "BEGIN:VEVENT", "UID:rent", "DTSTAMP:20260101T000000Z",
    "DTSTART;TZID=Europe/Berlin:$start", ...explode("|", $rest), "END:VEVENT", "END:VCALENDAR", ""];
  $dates = new Sabre\VObject\RecurrenceIterator(Sabre\VObject\Reader::read(implode("\r\n", $lines)), "rent");
  for ($found = []; count($found) < 4; $dates->next()) $found[] = $dates->getDtStart()->format("Y-m-d\TH:i");
  echo "$name ", implode(" ", $found), "\n";
}
P

expect "quarters by months 2026-01-31T09:00 2026-05-01T09:00 2026-07-01T09:00 2026-10-01T09:00
every three months 2026-01-31T09:00 2026-07-31T09:00 2026-10-31T09:00 2027-01-31T09:00
last day of the quarter 2026-01-31T09:00 2026-04-30T09:00 2026-07-31T09:00 2026-10-31T09:00
first rent called off 2026-01-01T09:00 2026-02-01T09:00 2026-03-01T09:00 2026-04-01T09:00
one more on the 15th 2026-01-01T09:00 2026-02-01T09:00 2026-03-01T09:00 2026-04-01T09:00
last Friday of the year 2026-12-25T09:00 2027-12-25T09:00 2028-12-25T09:00 2029-12-25T09:00
each night 2026-03-28T02:30 2026-03-29T03:30 2026-03-30T03:30 2026-03-31T03:30
dateutil: quarters by months 2026-01-31 2026-07-31 2026-10-31 2027-01-31
dateutil: first rent called off 2026-02-01 2026-03-01 2026-04-01 2026-05-01
dateutil: last Friday of the year 2026-12-25 2027-12-31 2028-12-29 2029-12-28" "$(
  extensions=("$folder"/debian/usr/lib/php/2*)
  LIBRARY="$folder/debian/usr/share/php" FOLDER="$folder" php8.2 -n -d display_errors=0 -d extension_dir="${extensions[0]}" -d extension=ctype.so -d extension=iconv.so \
    -d extension=mbstring.so -d extension=xml.so "$folder/series.php"
  python - "$folder/series" <<'P'
import sys
from itertools import islice

from dateutil.rrule import rrulestr

for line in open(sys.argv[1]):
    name, start, *lines = line.strip().split("|")
    if name in ("quarters by months", "first rent called off", "last Friday of the year"):
        dates = rrulestr("\n".join([f"DTSTART;TZID=Europe/Berlin:{start}", *lines]))
        print(f"dateutil: {name}", *(date.date() for date in islice(dates, 4)))
P
)"
