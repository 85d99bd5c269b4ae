#!/usr/bin/env bash
# Three packages for Nepal's calendar (Bikram Sambat) have different days for May 2025, and for 212 days from June 2027 on.
#
# Guess: the three agree on each day of 2083, the year that begins in April 2026.
# Seen: nepali-datetime 1.0.8.5, bikram 2.1.4 and bikram-sambat 0.2.0 do, and on 2081. In 2082 the first has 14 May 2025 as the last of the
# first month, and bikram as the first of the second: 64 days differ. In 2084 there are 212 such days, on the first of which
# the third is a day behind; in 2088 each day differs that was asked.
# So rent that is due by Nepal's months is kept as the days that both sides see, not reckoned by a table years ahead.
source "$(dirname "$0")/common.bash"
python_packages nepali-datetime==1.0.8.5 bikram==2.1.4 bikram-sambat==0.2.0

cat >"$folder/days.py" <<'P'
import datetime

import bikram_sambat
import nepali_datetime
from bikram import samwat

def days(day):
    one = nepali_datetime.date.from_datetime_date(day)
    two = samwat.from_ad(day)
    three = bikram_sambat.date.fromgregorian(day)
    return [f"{date.year}-{date.month:02}-{date.day:02}" for date in (one, two, three)]

differ = {}
day = datetime.date(2024, 4, 14)
while day < datetime.date(2032, 1, 1):
    of_packages = days(day)
    if len(set(of_packages)) > 1:
        differ.setdefault(of_packages[0][:4], []).append((day, of_packages))
    day += datetime.timedelta(1)
for year in ("2081", "2082", "2083", "2084", "2085", "2086", "2087", "2088"):
    found = differ.get(year, [])
    print(year, len(found), "days differ", *([found[0][0], *found[0][1]] if found else []))
P
expect "2081 0 days differ
2082 64 days differ 2025-05-14 2082-01-31 2082-02-01 2082-01-31
2083 0 days differ
2084 212 days differ 2027-06-15 2084-03-01 2084-03-01 2084-02-32
2085 93 days differ 2028-04-13 2085-01-01 2085-01-01 2084-12-31
2086 154 days differ 2029-05-14 2086-02-01 2086-02-01 2086-01-31
2087 182 days differ 2030-08-17 2087-05-01 2087-05-01 2087-04-32
2088 261 days differ 2031-04-15 2088-01-01 2087-12-30 2088-01-02" "$(python "$folder/days.py")"
