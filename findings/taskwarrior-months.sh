#!/usr/bin/env bash
# Rent that is due on 31 January and then monthly is on the 28th from February on in taskwarrior, and every "2months" is every sixty days.
#
# Guess: each date is reckoned from the first one, so rent is on the last day of February and on 31 March again; "1mo" and "2months" are months, too,
# and nothing is due after the day that stands in until.
# Seen: taskwarrior 2.6.2 (Debian's) stays on the 28th once it was there: monthly, quarterly, semiannual and yearly go on from the date before. A salary of 31 August is
# on the 30th, and on the 28th from February on. Those words and durations like P1M are months; "1mo" is thirty days and "2months" sixty, so rent of 31 January
# is on 2 March or 1 April. And one date behind until is made each time: until 15 May there is a 28 May.
# So what is due on the last days of a month is no rule there: take the dates that Hearth gives for its recurring entries.
source "$(dirname "$0")/common.bash"
debian_packages 'taskwarrior=2.6.2*' 'libfaketime=0.9.10*' 2>"$folder/unsandboxed"
printf '%s\n' confirmation=off verbose=nothing recurrence.limit=9 news.version=2.6.0 report.due.columns=description,due report.due.sort=description,due \
  report.due.filter=status:pending >"$folder/taskrc"
mkdir "$folder/tasks"
# It is 2 January 2026.
task() {
  TZ=UTC TASKRC="$folder/taskrc" TASKDATA="$folder/tasks" LD_PRELOAD="$folder/debian/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1" FAKETIME="2026-01-02 12:00:00" \
    "$folder/debian/usr/bin/task" rc.dateformat=Y-M-D "$@"
}
# dates RULE FIRST UNTIL
dates() { task add "$1" recur:"$1" due:"$2" until:"$3"; }
seen() {
  dates monthly 2026-01-31 2026-05-15
  dates P1M 2026-08-31 2027-03-15
  dates 1mo 2026-01-31 2026-05-15
  dates 2months 2026-01-31 2026-09-15
  dates quarterly 2026-11-30 2027-09-15
  dates semiannual 2026-08-31 2027-09-15
  dates yearly 2024-02-29 2028-03-15
  task due | awk 'NF == 2 { days[$1] = days[$1] " " $2 } END { for (rule in days) print rule ":" days[rule] }' | sort
}
expect "1mo: 2026-01-31 2026-03-02 2026-04-01 2026-05-01 2026-05-31
2months: 2026-01-31 2026-04-01 2026-05-31 2026-07-30 2026-09-28
P1M: 2026-08-31 2026-09-30 2026-10-30 2026-11-30 2026-12-30 2027-01-30 2027-02-28 2027-03-28
monthly: 2026-01-31 2026-02-28 2026-03-28 2026-04-28 2026-05-28
quarterly: 2026-11-30 2027-02-28 2027-05-28 2027-08-28 2027-11-28
semiannual: 2026-08-31 2027-02-28 2027-08-28 2028-02-28
yearly: 2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-28 2029-02-28" "$(seen)"
