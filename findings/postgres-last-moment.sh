#!/usr/bin/env bash
# The last moment of January, written with seven digits, is February to PostgreSQL and January to Python.
#
# Expected: 2026-01-31 23:59:59.9999999 is cut to what a type can hold, so it is of January everywhere.
# Seen: 15 (Debian's 15.20) rounds to six digits, which is midnight of the 1st of February; a time alone is 24:00:00, and
# timestamp(0) makes February of 23:59:59.6, while date_trunc keeps January. datetime.fromisoformat of Python 3.11 and
# dateutil 2.9.0 cut, pandas 3.1.1 keeps all seven. What counts by 100 ns, as .NET does, writes such a last moment.
# So a month ends before the first moment of the next one (at < next), and never with a last moment of its own.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0 pandas==3.1.1
postgres_packages
new_database ledger
last="2026-01-31 23:59:59.9999999"

expect "timestamp: 2026-02-01 00:00:00
timestamptz, its day: 2026-02-01
between, of February: t
time: 24:00:00
timestamp(0) of 23:59:59.6: 2026-02-01 00:00:00
date_trunc of 23:59:59.6: 2026-01-31 23:59:59
datetime: 2026-01-31 23:59:59.999999
dateutil: 2026-01-31 23:59:59.999999
pandas: 2026-01-31 23:59:59.999999900" "$(
  echo "timestamp: $(sql ledger -c "SELECT timestamp '$last'")"
  echo "timestamptz, its day: $(sql ledger -c "SELECT (timestamptz '$last')::date")"
  echo "between, of February: $(sql ledger -c "SELECT timestamp '2026-02-01' BETWEEN '2026-01-01' AND '$last'")"
  echo "time: $(sql ledger -c "SELECT time '${last#* }'")"
  echo "timestamp(0) of 23:59:59.6: $(sql ledger -c "SELECT timestamp(0) '2026-01-31 23:59:59.6'")"
  echo "date_trunc of 23:59:59.6: $(sql ledger -c "SELECT date_trunc('second', timestamp '2026-01-31 23:59:59.6')")"
  python - "$last" <<'P'
import datetime
import sys
import dateutil.parser
import pandas
print("datetime:", datetime.datetime.fromisoformat(sys.argv[1]))
print("dateutil:", dateutil.parser.parse(sys.argv[1]))
print("pandas:", pandas.Timestamp(sys.argv[1]))
P
)"
