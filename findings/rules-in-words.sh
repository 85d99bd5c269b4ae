#!/usr/bin/env bash
# A rent on the last day, the last Friday or the first Monday is "Every month" in the words of rrule-humanize, and an allowance on working days is "daily" in django-recurrence's.
#
# Guess: rrule-humanize, django-recurrence and recurrent name each part of a rule (RFC 5545) that moves its dates, or raise.
# Seen: rrule-humanize 0.1.0 leaves days from the end of a month and numbered weekdays out, so "1,-1" is the 1st; "weekly" without a beginning is on the weekday of today.
# django-recurrence 1.14 (to_text) reads BYSETPOS as one for each weekday: the last working day is five days. It leaves the weekdays of a daily rule out, as recurrent
# 0.4.1 does (format), and of Friday the 13th it says the 13th, as recurrent does, with "13rd". Neither says in which month a daily rule is. None of it is an error.
# So the next dates of a rule are shown beside its words, or in their place.
source "$(dirname "$0")/common.bash"
python_packages rrule-humanize==0.1.0 django-recurrence==1.14 django==5.2.8 recurrent==0.4.1 python-dateutil==4.0.0 setuptools==80.9.0

expect "MONTHLY;BYMONTHDAY=-1
  Every month | monthly, on the last | last of every month
MONTHLY;BYMONTHDAY=1,-1
  Every month, on the 1st | monthly, on the 1st, last | 1st and last of every month
MONTHLY;BYDAY=-1FR
  Every month | monthly, on the last Friday | last Fri of every month
YEARLY;BYMONTH=4,10;BYDAY=1MO
  Every year, in April and October | annually, each April, October, on the first Monday | every 1st Mon in Apr or Oct
MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
  Every month, on Monday, Tuesday, Wednesday, Thursday and Friday, on the last occurrence | \
monthly, on the last Monday, last Tuesday, last Wednesday, last Thursday, last Friday | for the last instance of Mon and Tue and Wed and Thu and Fri of every month
DAILY;BYDAY=MO,TU,WE,TH,FR
  Every day, on Monday, Tuesday, Wednesday, Thursday and Friday | daily | daily
DAILY;BYMONTH=1
  Every day, in January | daily | daily
MONTHLY;BYDAY=FR;BYMONTHDAY=13
  Every month, on Friday, on the 13th | monthly, on the 13th | 13rd of every month
YEARLY;BYYEARDAY=-1
  Every year, on the -1th day of the year | annually | every year on the last day
weekly, without a beginning: the weekday of today" \
  "$(python - <<'P'
import datetime

import django
from django.conf import settings

settings.configure(USE_TZ=False, USE_I18N=False)
django.setup()

import recurrence
import recurrent
from rrule_humanize import humanize

for rule in ("MONTHLY;BYMONTHDAY=-1", "MONTHLY;BYMONTHDAY=1,-1", "MONTHLY;BYDAY=-1FR", "YEARLY;BYMONTH=4,10;BYDAY=1MO", "MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
             "DAILY;BYDAY=MO,TU,WE,TH,FR", "DAILY;BYMONTH=1", "MONTHLY;BYDAY=FR;BYMONTHDAY=13", "YEARLY;BYYEARDAY=-1"):
    print(rule)
    print(" ", " | ".join((humanize("FREQ=" + rule), recurrence.deserialize("RRULE:FREQ=" + rule).rrules[0].to_text(), recurrent.format("RRULE:FREQ=" + rule))))
# A run over midnight may be told either day.
days = {(datetime.datetime.now() + datetime.timedelta(days=days)).strftime("%A") for days in (0, -1, 1)}
said = humanize("FREQ=WEEKLY")
print("weekly, without a beginning:", "the weekday of today" if said.removeprefix("Every week, on ") in days else said)
P
)"
