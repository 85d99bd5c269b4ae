#!/usr/bin/env bash
# Pocket money that was due while the program was down is never paid by APScheduler, though its jobs lie in a database; or it is paid five times.
#
# Guess: a job that is stored in SQLite and was due while the program was down runs once at the next start.
# Seen: APScheduler 3.11.3 logs a warning and leaves it out when it is more than a second late (misfire_grace_time, 1 by default, as its documentation
# says); a job for one date is then deleted. With misfire_grace_time=None it runs once for all that was missed, and with coalesce=False for each.
# None of this is an error, and no listener is needed for the program to go on.
# So what pays keeps which days are paid, under an id for each day, and pays what is missing when it starts.
source "$(dirname "$0")/common.bash"
python_packages APScheduler==3.11.3 sqlalchemy==2.1.9

cat >"$folder/allowance.py" <<'P'
import logging, os, sys, time
from datetime import datetime, timedelta, timezone

from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler

import payments

logging.getLogger("apscheduler").setLevel(logging.CRITICAL)
names = ("by default", "grace None", "grace None without coalesce")
scheduler = BackgroundScheduler(jobstores={"default": SQLAlchemyJobStore(f"sqlite:///{sys.argv[1]}")}, timezone=timezone.utc)
scheduler.start(paused=True)
if sys.argv[2] == "store":
    settings = {"by default": {}, "grace None": {"misfire_grace_time": None}, "grace None without coalesce": {"misfire_grace_time": None, "coalesce": False}}
    begin = datetime.now(timezone.utc) - timedelta(days=4, hours=12)
    for name in names:
        scheduler.add_job(payments.pay, "interval", days=1, start_date=begin, next_run_time=begin, args=[name], id=name, **settings[name])
    scheduler.add_job(payments.pay, "date", run_date=begin, args=["once, by default"], id="once, by default")
    # The program ends as by a power cut; a shutdown would go through the jobs.
    os._exit(0)
else:
    scheduler.resume()
    # A shutdown waits for what runs; the scheduler has gone through its jobs when each is due in the future, or is gone.
    while any(job.next_run_time <= datetime.now(timezone.utc) for job in scheduler.get_jobs()):
        time.sleep(0.05)
    left = {job.id for job in scheduler.get_jobs()}
    scheduler.shutdown()
    for name in (*names, "once, by default"):
        print(f"{name}: paid {payments.paid.count(name)} times, the job is {'still there' if name in left else 'gone'}")
P
cat >"$folder/payments.py" <<'P'
paid = []
def pay(name):
    paid.append(name)
P

expect "by default: paid 0 times, the job is still there
grace None: paid 1 times, the job is still there
grace None without coalesce: paid 5 times, the job is still there
once, by default: paid 0 times, the job is gone" "$(cd "$folder" && python allowance.py jobs.db store && python allowance.py jobs.db run)"
