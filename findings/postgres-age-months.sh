#!/usr/bin/env bash
# The rent of 31 January is not a month old on 28 February for PostgreSQL's age(), and is for dateutil; and a day plus an
# age may be another day.
#
# Guess: age(b, a) is what is added to a to get b, and 31 January + 1 month = 28 February, so their age is a month.
# Seen: in 15 (Debian's 15.20) 31 January + 1 month is 28 February, and age() of the two is 28 days; of 31 March and
# 30 April it is 30 days. From 29 February 2024 to 28 February 2025 it is 11 months and 28 days, which added to the first
# day give 26 February. dateutil 2.9.0 (relativedelta) has 1 month, 1 month and 12 months, and each sum is the second day.
# So whether a month is over is asked as date + n * interval '1 month' <= today, and never as age() >= '1 month'.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0
postgres_packages
new_database ledger

# days FIRST SECOND
days() {
  echo "$1 to $2: $(sql ledger -c "SELECT age(date '$2', date '$1'), (date '$1' + age(date '$2', date '$1'))::date, age(date '$2', date '$1') >= '1 month'")"
  python - "$1" "$2" <<'P'
import sys
from datetime import date

from dateutil.relativedelta import relativedelta

first, second = map(date.fromisoformat, sys.argv[1:])
age = relativedelta(second, first)
print(f"  dateutil {age.years * 12 + age.months} months {age.days} days, {first + age}")
P
}
expect "2026-01-31 to 2026-02-28: 28 days|2026-02-28|f
  dateutil 1 months 0 days, 2026-02-28
2026-03-31 to 2026-04-30: 30 days|2026-04-30|t
  dateutil 1 months 0 days, 2026-04-30
2024-02-29 to 2025-02-28: 11 mons 28 days|2025-02-26|t
  dateutil 12 months 0 days, 2025-02-28" "$(
  days 2026-01-31 2026-02-28
  days 2026-03-31 2026-04-30
  days 2024-02-29 2025-02-28
)"
