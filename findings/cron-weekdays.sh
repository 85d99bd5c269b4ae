#!/usr/bin/env bash
# "0 9 * * 1" is Monday in two readers of cron lines and Tuesday in a third, and "the 1st or a Monday" is a Monday the
# 1st there.
#
# Guess: a line of five fields means what cron(8) says of it: 0 and 7 are Sunday, 1 is Monday, and where both day fields
# are restricted either of them is enough.
# Seen: croniter 7.0.0 and cronsim 2.8 do so, but that croniter takes "*/1" for a restricted day: a line with it and a
# Monday is daily there. from_crontab of APScheduler 3.11.3 counts from Monday as 0: 1 is Tuesday, and 7 is refused. It
# also wants both day fields to fit, so the first of the month or a Monday is a first that is a Monday, months apart.
# Names of days (mon) are alike in all three.
# So a rule for rent is kept in own fields, and days of the week are written by name wherever a cron line is made.
source "$(dirname "$0")/common.bash"
python_packages croniter==7.0.0 cronsim==2.8 APScheduler==3.11.3 tzdata==2025.2

expect "0 9 * * 1: croniter Mon 01-05, Mon 01-12; cronsim Mon 01-05, Mon 01-12; APScheduler Tue 01-06, Tue 01-13
0 9 * * mon: croniter Mon 01-05, Mon 01-12; cronsim Mon 01-05, Mon 01-12; APScheduler Mon 01-05, Mon 01-12
0 9 * * 0: croniter Sun 01-04, Sun 01-11; cronsim Sun 01-04, Sun 01-11; APScheduler Mon 01-05, Mon 01-12
0 9 * * 7: croniter Sun 01-04, Sun 01-11; cronsim Sun 01-04, Sun 01-11; APScheduler ValueError
0 9 1 * mon: croniter Mon 01-05, Mon 01-12; cronsim Mon 01-05, Mon 01-12; APScheduler Mon 06-01, Mon 02-01
0 9 1 * 1: croniter Mon 01-05, Mon 01-12; cronsim Mon 01-05, Mon 01-12; APScheduler Tue 09-01, Tue 12-01
0 9 */1 * mon: croniter Fri 01-02, Sat 01-03; cronsim Mon 01-05, Mon 01-12; APScheduler Mon 01-05, Mon 01-12" "$(python - <<'P'
from datetime import datetime, timedelta, timezone
from apscheduler.triggers.cron import CronTrigger
from croniter import croniter
from cronsim import CronSim

start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)

def by_croniter(line):
    days = croniter(line, start)
    return [days.get_next(datetime) for _ in range(2)]

def by_cronsim(line):
    days = CronSim(line, start)
    return [next(days) for _ in range(2)]

def by_apscheduler(line):
    trigger = CronTrigger.from_crontab(line, timezone=timezone.utc)
    first = trigger.get_next_fire_time(None, start)
    return [first, trigger.get_next_fire_time(first, first + timedelta(seconds=1))]

def days(read, line):
    try:
        return ", ".join(day.strftime("%a %m-%d") for day in read(line))
    except ValueError:
        return "ValueError"

for line in ("0 9 * * 1", "0 9 * * mon", "0 9 * * 0", "0 9 * * 7", "0 9 1 * mon", "0 9 1 * 1", "0 9 */1 * mon"):
    print(f"{line}: croniter {days(by_croniter, line)}; cronsim {days(by_cronsim, line)}; APScheduler {days(by_apscheduler, line)}")
P
)"
