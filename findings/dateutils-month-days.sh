#!/usr/bin/env bash
# From 31 January to 1 March it is a month and 62 days for dateutils, to 2 March a month and 63, and the 30th of February comes before the 1st of March.
#
# Guess: from 31 January to 28 February there is no whole month; a series by months from 31 January has last days.
# Expected besides: what is left behind a month are fewer than 31 days, and a day that does not exist is refused.
# Seen: ddiff of dateutils 0.4.10 (Debian's) has 1m 62d from 31 January to 1 March 2026, where it is 29 days in days; from 30 January, too, 1m 63d.
# In a longer month it is right. dconv and dadd read 30 February as the 28th and write it so, dsort, dgrep and dtest keep it as it is, between 28 February
# and 1 March, and dtest finds both equal. A 13th month is passed on as "2026-13-00". None says so, and the exit code is 0.
# Whole series (dseq) are right: the last day of each month.
# So time is counted in days, and dates are checked before they reach a script.
source "$(dirname "$0")/common.bash"
debian_packages dateutils=0.4.10-1 2>"$folder/unsandboxed"

expect "2026-01-15 2026-03-14: 1m 27d, 58d
2026-01-31 2026-02-28: 0m 28d, 28d
2026-01-31 2026-03-01: 1m 62d, 29d
2026-01-31 2026-03-02: 1m 63d, 30d
2026-01-30 2026-03-01: 1m 63d, 30d
2026-03-31 2026-05-01: 1m 0d, 31d
series: 2026-01-31 2026-02-28 2026-03-31 2026-04-30
written: 2026-02-28 2026-02-28 2026-03-01 2026-13-00
sorted: 2026-02-28 2026-02-30 2026-03-01
28 February is 30 February" "$(
  for days in "2026-01-15 2026-03-14" "2026-01-31 2026-02-28" "2026-01-31 2026-03-01" "2026-01-31 2026-03-02" "2026-01-30 2026-03-01" "2026-03-31 2026-05-01"; do
    # shellcheck disable=SC2086
    echo "$days: $(dateutils.ddiff $days -f '%mm %dd'), $(dateutils.ddiff $days -f '%dd')"
  done
  echo "series: $(dateutils.dseq 2026-01-31 1mo 2026-04-30 | paste -sd ' ')"
  echo "written: $(dateutils.dconv 2026-02-30) $(dateutils.dconv -i %d.%m.%Y 30.2.2026) $(dateutils.dadd 2026-02-30 1d) $(dateutils.dconv 2026-13-04)"
  echo "sorted: $(printf '2026-03-01\n2026-02-30\n2026-02-28\n' | dateutils.dsort | paste -sd ' ')"
  if dateutils.dtest 2026-02-28 --eq 2026-02-30; then echo "28 February is 30 February"; fi
)"
