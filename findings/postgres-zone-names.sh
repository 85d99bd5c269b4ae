#!/usr/bin/env bash
# '+05:30' is India's time in a timestamp of PostgreSQL and five and a half hours west of Greenwich behind AT TIME ZONE, and IST is Israel's.
#
# Guess: an offset is east of Greenwich where it has a plus, everywhere in PostgreSQL; and IST is India's or refused as unclear.
# Seen: in 15 (Debian's 15.20) an entry of 27 November, 00:30 at +05:30, is of the 26th, 13:30 AT TIME ZONE '+05:30', and so it is with
# timezone = '+05:30' for the session, which is how a driver passes a client's offset on. As an interval, and as SET TIME ZONE 5.5, it is east.
# A timestamp with IST is two hours east, in Jerusalem; the session's timezone takes no IST. Asia/Kolkata is right everywhere.
# So days are reckoned with names of the tz database alone, and an offset is only ever part of a timestamp, never a zone.
source "$(dirname "$0")/common.bash"
python_packages 'psycopg[binary]==3.3.9' tzdata==2026.6
postgres_packages
new_database zones "timezone = 'UTC'"

at() { echo "$1: $(sql zones -c "SELECT to_char(timestamptz '2026-11-27 00:30+05:30' AT TIME ZONE $1, 'DD. HH24:MI')")"; }
seen() {
  at "'+05:30'"
  at "'UTC+5:30'"
  at "'IST'"
  at "interval '+05:30'"
  at "'Asia/Kolkata'"
  echo "a timestamp with IST in UTC: $(sql zones -c "SELECT to_char(timestamptz '2026-11-27 00:30 IST', 'DD. HH24:MI')")"
  echo "SET TIME ZONE 5.5: $(sql zones -c "SET TIME ZONE 5.5" -c "SELECT timestamptz '2026-11-27 00:30+05:30'")"
  echo "SET timezone = 'IST': $(sql zones -c "SET timezone = 'IST'" 2>&1 | head -1)"
  python - "$folder/sockets" "$(port_of zones)" <<'P'
import sys
import psycopg
with psycopg.connect(f"host={sys.argv[1]} port={sys.argv[2]} user=owner dbname=postgres options='-c timezone=+05:30'") as client:
    print("a session with timezone=+05:30:", client.execute("SELECT to_char(timestamptz '2026-11-27 00:30+05:30', 'DD. HH24:MI OF')").fetchone()[0])
P
}
expect "'+05:30': 26. 13:30
'UTC+5:30': 26. 13:30
'IST': 26. 21:00
interval '+05:30': 27. 00:30
'Asia/Kolkata': 27. 00:30
a timestamp with IST in UTC: 26. 22:30
SET TIME ZONE 5.5: 2026-11-27 00:30:00+05:30
SET timezone = 'IST': ERROR:  invalid value for parameter \"TimeZone\": \"IST\"
a session with timezone=+05:30: 26. 13:30 -05:30" "$(seen)"
