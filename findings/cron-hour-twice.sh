#!/usr/bin/env bash
# What is due daily at half past two is due twice on the night on which the clocks go back, in two readers of cron
# lines.
#
# Guess: "30 2 * * *" fires once a day: once in the hour that comes twice, and at the end of the hour that is left out.
# Seen: cronsim 2.8 does so. croniter 7.0.0 and the cron trigger of APScheduler 3.11.3 fire at 02:30 of summer time and,
# an hour later, at 02:30 of winter time. In spring all three fire once, APScheduler half an hour later than the others
# (02:30 of winter time is 03:30). APScheduler's CalendarIntervalTrigger fires once in autumn, and leaves the day in
# spring out; IntervalTrigger(days=1) that began at nine goes on at eight, since its day has 24 hours.
# So what is due on a day is told apart by the day, and a second firing for that day finds it done.
source "$(dirname "$0")/common.bash"
python_packages croniter==7.0.0 cronsim==2.8 APScheduler==3.11.3 tzdata==2025.2

expect "autumn, croniter: 24. 02:30+0200, 25. 02:30+0200, 25. 02:30+0100, 26. 02:30+0100
autumn, cronsim: 24. 02:30+0200, 25. 02:30+0200, 26. 02:30+0100, 27. 02:30+0100
autumn, APScheduler's cron: 24. 02:30+0200, 25. 02:30+0200, 25. 02:30+0100, 26. 02:30+0100
autumn, APScheduler's calendar: 23. 02:30+0200, 24. 02:30+0200, 25. 02:30+0200, 26. 02:30+0100
spring, croniter: 28. 02:30+0100, 29. 03:00+0200, 30. 02:30+0200, 31. 02:30+0200
spring, cronsim: 28. 02:30+0100, 29. 03:00+0200, 30. 02:30+0200, 31. 02:30+0200
spring, APScheduler's cron: 28. 02:30+0100, 29. 03:30+0200, 30. 02:30+0200, 31. 02:30+0200
spring, APScheduler's calendar: 27. 02:30+0100, 28. 02:30+0100, 30. 02:30+0200, 31. 02:30+0200
autumn, APScheduler's interval of a day from 09:00: 24. 09:00+0200, 25. 08:00+0100, 26. 08:00+0100, 27. 08:00+0100" "$(python - <<'P'
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
from apscheduler.triggers.calendarinterval import CalendarIntervalTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from croniter import croniter
from cronsim import CronSim

berlin = ZoneInfo("Europe/Berlin")
line = "30 2 * * *"

def by_croniter(start):
    times = croniter(line, start)
    return [times.get_next(datetime) for _ in range(4)]

def by_cronsim(start):
    times = CronSim(line, start)
    return [next(times) for _ in range(4)]

def by_trigger(make):
    def times(start):
        trigger, last, now, seen = make(start), None, start, []
        for _ in range(4):
            last = trigger.get_next_fire_time(last, now)
            seen.append(last)
            now = (last.astimezone(timezone.utc) + timedelta(seconds=1)).astimezone(berlin)
        return seen
    return times

def show(season, name, times):
    in_berlin = (time.astimezone(timezone.utc).astimezone(berlin) for time in times)
    print(f"{season}, {name}:", ", ".join(time.strftime("%d. %H:%M%z") for time in in_berlin))

readers = {"croniter": by_croniter, "cronsim": by_cronsim,
           "APScheduler's cron": by_trigger(lambda start: CronTrigger.from_crontab(line, timezone=berlin)),
           "APScheduler's calendar": by_trigger(lambda start: CalendarIntervalTrigger(
               days=1, hour=2, minute=30, start_date=start.date(), timezone=berlin))}
for season, start in (("autumn", datetime(2026, 10, 23, 12, tzinfo=berlin)), ("spring", datetime(2026, 3, 27, 12, tzinfo=berlin))):
    for name, read in readers.items():
        show(season, name, read(start))
daily = by_trigger(lambda start: IntervalTrigger(days=1, start_date=datetime(2026, 10, 24, 9), timezone=berlin))
show("autumn", "APScheduler's interval of a day from 09:00", daily(datetime(2026, 10, 23, 12, tzinfo=berlin)))
P
)"
