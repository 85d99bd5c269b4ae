#!/usr/bin/env bash
# Next year's Holi is a working day to QuantLib, and next year's Republic Day, too, to pandas_market_calendars, which has no holidays of India in 2027 at all.
#
# Guess: India's calendars have Holi and Diwali of 2027, or say how far they know.
# Seen: pandas_market_calendars 5.5.0 (NSE, BSE) has sixteen holidays on weekdays in 2026 and none in 2027. QuantLib 1.44 has those of
# 2027 with a fixed date and Good Friday, and none that goes by the moon. Neither says so. exchange_calendars 4.13.2 refuses 2027, as it is recorded to 2026 only.
# holidays 0.109 reckons 2027: it has Holi and Diwali, and nine days in all on the exchange, where 2026 has fifteen.
# So a payment that is moved to a working day is planned for as far as the table reaches, and a table says its last year.
source "$(dirname "$0")/common.bash"
python_packages pandas==3.1.1 pandas_market_calendars==5.5.0 exchange_calendars==4.13.2 QuantLib==1.44 holidays==0.109

expect "2026 QuantLib 20 Republic Day Holi Diwali
2026 market calendars 16 Republic Day Holi Diwali
2026 exchange calendars 16 Republic Day Holi Diwali
2026 holidays 15 Republic Day Holi Diwali
2027 QuantLib 3 Republic Day
2027 market calendars 0
2027 exchange calendars refuses
2027 holidays 9 Republic Day Holi Diwali" "$(python - <<'P'
import datetime
import exchange_calendars
import holidays
import pandas_market_calendars
import QuantLib

def ask(year, days):
    ours = holidays.financial_holidays("XNSE", years=year)
    india = QuantLib.India()
    nse = {day.date() for day in pandas_market_calendars.get_calendar("NSE").valid_days(f"{year}-01-01", f"{year}-12-31")}
    try:
        sessions = set(exchange_calendars.get_calendar("XBOM", start=f"{year}-01-01", end=f"{year}-12-31").sessions.date)
    except ValueError:
        sessions = None
    weekdays = [day for day in (datetime.date(year, 1, 1) + datetime.timedelta(n) for n in range(365)) if day.weekday() < 5]
    readers = {"QuantLib": lambda day: india.isHoliday(QuantLib.Date(day.day, day.month, day.year)), "market calendars": lambda day: day not in nse,
               "exchange calendars": sessions is not None and (lambda day: day not in sessions), "holidays": lambda day: day in ours}
    for name, is_holiday in readers.items():
        if not is_holiday:
            print(year, name, "refuses")
            continue
        print(year, name, sum(map(is_holiday, weekdays)), *(word for day, word in days if is_holiday(day)))

ask(2026, ((datetime.date(2026, 1, 26), "Republic Day"), (datetime.date(2026, 3, 3), "Holi"), (datetime.date(2026, 11, 10), "Diwali")))
ask(2027, ((datetime.date(2027, 1, 26), "Republic Day"), (datetime.date(2027, 3, 22), "Holi"), (datetime.date(2027, 10, 29), "Diwali")))
P
)"
