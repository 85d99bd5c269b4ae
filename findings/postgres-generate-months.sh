#!/usr/bin/env bash
# Rent from the 31st of January, month by month: PostgreSQL's series goes on on the 28th from February on, and SQLite has the 3rd of March.
#
# Guess: generate_series from 2026-01-31 by 1 month gives the last day of each month that has no 31st, as 2026-01-31 + n months does; and
# SQLite's date('2026-01-31', '+1 month') is the 28th of February.
# Seen: 15 (Debian's 15.20) adds the month to the day before in the row: 31 January, 28 February, 28 March, 28 April; and by years from
# 29 February 2024 there is no 29 February in 2028. date + n * interval gives 31 March and 29 February 2028.
# SQLite 3.40.1 counts a day that a month has not on into the next one. dateutil 2.9.0 (rrule) leaves such months out.
# So each date is counted from the first one, by its number, and none from the one before it; and one program reckons the dates of a rule for all.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0
postgres_packages 'sqlite3=3.40.1*' 'libsqlite3-0=3.40.1*'
new_database days

months() { sql days -c "SELECT string_agg(to_char(day, 'MM-DD'), ' ' ORDER BY day) FROM $1"; }
seen() {
  echo "generate_series: $(months "generate_series(timestamp '2026-01-31', '2026-06-30', '1 month') AS day")"
  echo "date + n months: $(months "(SELECT date '2026-01-31' + n * interval '1 month' AS day FROM generate_series(0, 5) AS n) AS days")"
  echo "generate_series: $(months "generate_series(timestamp '2024-02-29', '2028-12-31', '1 year') AS day")"
  echo "date + n years: $(months "(SELECT date '2024-02-29' + n * interval '1 year' AS day FROM generate_series(0, 4) AS n) AS days")"
  echo "SQLite, n months: $(for n in 0 1 2 3 4 5; do sqlite3 :memory: "SELECT strftime('%m-%d', '2026-01-31', '+$n months')"; done | paste -sd ' ')"
  python - <<'P'
import datetime
from dateutil.rrule import MONTHLY, rrule
print("rrule:", *(day.strftime("%m-%d") for day in rrule(MONTHLY, dtstart=datetime.datetime(2026, 1, 31), until=datetime.datetime(2026, 6, 30))))
P
}
expect "generate_series: 01-31 02-28 03-28 04-28 05-28 06-28
date + n months: 01-31 02-28 03-31 04-30 05-31 06-30
generate_series: 02-29 02-28 02-28 02-28 02-28
date + n years: 02-29 02-28 02-28 02-28 02-29
SQLite, n months: 01-31 03-03 03-31 05-01 05-31 07-01
rrule: 01-31 03-31 05-31" "$(seen)"
