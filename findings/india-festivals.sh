#!/usr/bin/env bash
# One package has two dates for the same festival of India: those of the country and those of its stock exchange.
#
# Guess: holidays gives Eid al-Adha, Holi and Diwali on one day each, whichever of its Indian calendars is asked.
# Seen: holidays 0.109 has Eid al-Adha 2026 on 27 May for the country, which is the day by Umm al-Qura (hijridate 2.6.0), and on 28 May for the
# exchange, which is the day it was kept in India; Holi 2026 on 4 and 3 March; Diwali 2025 on 20 and 21 October.
# So a table of festivals says whose days it has.
source "$(dirname "$0")/common.bash"
python_packages holidays==0.109 hijridate==2.6.0

expect "Umm al-Qura 2026-05-27
Eid al-Adha 2026: country 2026-05-27, exchange 2026-05-28
Holi 2026: country 2026-03-04, exchange 2026-03-03
Diwali 2025: country 2025-10-20, exchange 2025-10-21" "$(python - <<'P'
import holidays
from hijridate import Hijri

def day(calendar, name):
    return min(day for day, text in calendar.items() if text.split(";")[0].startswith(name))

print("Umm al-Qura", Hijri(1447, 12, 10).to_gregorian())
categories = holidays.country_holidays("IN").supported_categories
for name, year in (("Eid al-Adha", 2026), ("Holi", 2026), ("Diwali", 2025)):
    country = holidays.country_holidays("IN", years=year, categories=categories)
    exchange = holidays.financial_holidays("XNSE", years=year)
    country = {day: text for day, text in country.items() if "Holika" not in text}
    print(f"{name} {year}: country {day(country, name)}, exchange {day(exchange, name)}")
P
)"
