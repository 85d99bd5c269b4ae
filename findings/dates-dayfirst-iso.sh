#!/usr/bin/env bash
# dateutil, told that days come first, reads the ISO date 2026-04-03 as the 4th of March.
#
# Guess: dayfirst=True settles 03/04/2026; a date that begins with a year of four digits is year, month, day in any case.
# Seen: python-dateutil 2.9.0 puts day and month of ISO dates the other way round as well, in 2026-04-03 and 20260403; 2026-04-13 stays right, so
# a file mixes both. dateparser 1.5.0 in its locale en-IN reads 03/04/2026 and 2026-04-03 as the 3rd of April, and 20260403 not at all.
# 260403, as MT940 writes days, is the 26th of April 2003 to dateutil, whatever the order.
# So each shape of a date is read by a rule of its own, and the order of day and month is no part of ISO's shapes.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0 dateparser==1.5.0

expect "03/04/2026 dateutil 2026-04-03 dateparser 2026-04-03
2026-04-03 dateutil 2026-03-04 dateparser 2026-04-03
2026-04-13 dateutil 2026-04-13 dateparser 2026-04-13
20260403 dateutil 2026-03-04 dateparser None
260403 dateutil 2003-04-26 dateparser None" "$(python - <<'P'
import dateparser
import dateutil.parser
for text in ("03/04/2026", "2026-04-03", "2026-04-13", "20260403", "260403"):
    second = dateparser.parse(text, locales=["en-IN"])
    print(text, "dateutil", dateutil.parser.parse(text, dayfirst=True).date(), "dateparser", second and second.date())
P
)"
