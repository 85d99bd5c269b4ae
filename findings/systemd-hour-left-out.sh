#!/usr/bin/env bash
# A timer of systemd at half past two, or at two, is left out for the whole day on which the clocks go forward; an hourly one is left out once in autumn.
#
# Guess: "*-*-* 02:30:00 Europe/Berlin" elapses once on each day, also on the two on which the clocks are changed.
# Seen: systemd-analyze calendar of systemd 252 (Debian's), which reckons as OnCalendar= does, has nothing between 28 and 30 March 2026 for 02:30
# and for 02:00 in Berlin, and for 03:30 in Helsinki, where the clocks go from three to four; 03:00 elapses each day. On 25 October 02:30 elapses once.
# "*:30" elapses in the first of the two hours from two to three and not in the second: two hours lie between.
# Times in UTC are each day and each hour.
# So OnCalendar= of a backup, and of what books something that is due on a day, is in UTC, and what was due is found by asking for what is not done yet.
source "$(dirname "$0")/common.bash"
debian_packages 'systemd=252.*' 'libsystemd-shared=252.*'
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH/systemd:$LD_LIBRARY_PATH:$folder/debian/lib/x86_64-linux-gnu"

# after MOMENT SPECIFICATION: the next three, in UTC.
after() {
  echo "after $1, $2: $(TZ=UTC systemd-analyze calendar --iterations=3 --base-time="$1" "$2" | sed -nE 's/.*: *[A-Z][a-z]{2} [0-9]{4}-([0-9-]+ [0-9:]+):00 UTC$/\1/p' | paste -sd,)"
}
expect "after 2026-03-27 12:00:00, *-*-* 02:30:00 Europe/Berlin: 03-28 01:30,03-30 00:30,03-31 00:30
after 2026-03-27 12:00:00, *-*-* 02:00:00 Europe/Berlin: 03-28 01:00,03-30 00:00,03-31 00:00
after 2026-03-27 12:00:00, *-*-* 03:00:00 Europe/Berlin: 03-28 02:00,03-29 01:00,03-30 01:00
after 2026-03-27 12:00:00, *-*-* 03:30:00 Europe/Helsinki: 03-28 01:30,03-30 00:30,03-31 00:30
after 2026-10-24 12:00:00, *-*-* 02:30:00 Europe/Berlin: 10-25 00:30,10-26 01:30,10-27 01:30
after 2026-10-25 00:00:00, *-*-* *:30:00 Europe/Berlin: 10-25 00:30,10-25 02:30,10-25 03:30
after 2026-10-25 00:00:00, *-*-* *:30:00 UTC: 10-25 00:30,10-25 01:30,10-25 02:30" "$(
  for time in 02:30:00 02:00:00 03:00:00; do after "2026-03-27 12:00:00" "*-*-* $time Europe/Berlin"; done
  after "2026-03-27 12:00:00" "*-*-* 03:30:00 Europe/Helsinki"
  after "2026-10-24 12:00:00" "*-*-* 02:30:00 Europe/Berlin"
  for zone in Europe/Berlin UTC; do after "2026-10-25 00:00:00" "*-*-* *:30:00 $zone"; done
)"
