#!/usr/bin/env bash
# What is paid within the last second of June, as datetime.time.max has it, is of the 12th month and the 4th quarter; in that of March it is of the year before.
#
# Guess: each moment is in one year, quarter and month of fiscalyear's, and its attributes and "in" name the same ones.
# Seen with fiscalyear 0.4.0 and a year from 1 April on: each period ends at 23:59:59, so 23:59:59.5 and the last moment of a day that programs write
# (time.max) are in no month and no quarter, and on 31 March in no year. The attributes of such a moment of 30 June are month 12 and quarter 4, where a second
# earlier it is month 3 and quarter 1; on 31 March 2027 the year is 2026, between 2027 just before it and 2028 just behind. Days without a time are right.
# So money is put into years and months by its day, and a period ends before the first moment of the next one.
source "$(dirname "$0")/common.bash"
python_packages fiscalyear==0.4.0

expect "2026-06-30 23:59:59: 2027, quarter 1, month 3; in its year, quarter and month: True True True
2026-06-30 23:59:59.500000: 2027, quarter 4, month 12; in its year, quarter and month: True False False
2026-06-30 23:59:59.999999: 2027, quarter 4, month 12; in its year, quarter and month: True False False
2027-03-31 23:59:59: 2027, quarter 4, month 12; in its year, quarter and month: True True True
2027-03-31 23:59:59.500000: 2026, quarter 4, month 12; in its year, quarter and month: False False False
2027-03-31 23:59:59.999999: 2026, quarter 4, month 12; in its year, quarter and month: False False False
2027-04-01 00:00:00: 2028, quarter 1, month 1; in its year, quarter and month: True True True
2027-03-31: 2027, quarter 4, month 12
2027-04-01: 2028, quarter 1, month 1" "$(python - <<'P'
import datetime
import fiscalyear

fiscalyear.setup_fiscal_calendar(start_year="previous", start_month=4, start_day=1)

def told(moment):
    return f"{moment}: {moment.fiscal_year}, quarter {moment.fiscal_quarter}, month {moment.fiscal_month}"

def show(moment):
    """The periods are those of the second in which the moment is."""
    second = fiscalyear.FiscalDateTime(*moment.timetuple()[:6])
    fiscal = fiscalyear.FiscalDateTime(*moment.timetuple()[:6], moment.microsecond)
    periods = (fiscalyear.FiscalYear(second.fiscal_year), fiscalyear.FiscalQuarter(second.fiscal_year, second.fiscal_quarter),
               fiscalyear.FiscalMonth(second.fiscal_year, second.fiscal_month))
    print(f"{told(fiscal)}; in its year, quarter and month:", *(fiscal in period for period in periods))

june, march = datetime.date(2026, 6, 30), datetime.date(2027, 3, 31)
for day in (june, march):
    for time in (datetime.time(23, 59, 59), datetime.time(23, 59, 59, 500000), datetime.time.max):
        show(datetime.datetime.combine(day, time))
show(datetime.datetime(2027, 4, 1))
for day in (march, march + datetime.timedelta(days=1)):
    print(told(fiscalyear.FiscalDate(day.year, day.month, day.day)))
P
)"
