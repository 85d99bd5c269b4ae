#!/usr/bin/env bash
# PostgreSQL's date_bin counts a payment of half past midnight to the day before, all summer long, and a daily series
# stays an hour late after spring.
#
# Expected: date_bin by '1 day' is date_trunc('day', ...) with another beginning, and a series by 1 day from 02:30 is at
# 02:30 each day but one.
# Seen: in 15 (Debian's 15.20), in Berlin's time zone, bins that began at midnight in January begin at 01:00 in summer,
# since a day of date_bin has 24 hours; so the 25th of July 00:30 is of the 24th. date_trunc has the 25th.
# generate_series from 02:30 by 1 day is at 03:30 on the night on which 02:30 is left out and on each day after, while
# the beginning plus n days is back at 02:30; a day forth and a day back is an hour later.
# So days are kept as dates, and a time of day is put to each of them for itself.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger

expect "date_bin 2026-01-25 00:00:00+01 date_trunc 2026-01-25 00:00:00+01
date_bin 2026-07-24 01:00:00+02 date_trunc 2026-07-25 00:00:00+02
series 2026-03-28 02:30:00+01, beginning plus n days 2026-03-28 02:30:00+01
series 2026-03-29 03:30:00+02, beginning plus n days 2026-03-29 03:30:00+02
series 2026-03-30 03:30:00+02, beginning plus n days 2026-03-30 02:30:00+02
a day forth and back from 2026-03-28 02:30: 2026-03-28 03:30:00+01" "$(sql ledger <<'Q'
SET timezone = 'Europe/Berlin';
SELECT 'date_bin ' || date_bin('1 day', paid, timestamptz '2026-01-01') || ' date_trunc ' || date_trunc('day', paid)
  FROM (VALUES (timestamptz '2026-01-25 00:30'), (timestamptz '2026-07-25 00:30')) AS payment (paid);
SELECT 'series ' || due || ', beginning plus n days ' || timestamptz '2026-03-28 02:30' + (number - 1) * interval '1 day'
  FROM generate_series(timestamptz '2026-03-28 02:30', timestamptz '2026-03-30 12:00', interval '1 day') WITH ORDINALITY AS day (due, number);
SELECT 'a day forth and back from 2026-03-28 02:30: ' || timestamptz '2026-03-28 02:30' + interval '1 day' - interval '1 day';
Q
)"
