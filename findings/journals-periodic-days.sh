#!/usr/bin/env bash
# Rent "monthly from the 15th" is on the 15th once and then on the 1st in ledger's budget, never in its forecast, and refused by hledger.
#
# Guess: "~ Monthly from 2026-01-31" gives the last day of each month in ledger and hledger, and every two weeks from a Friday are Fridays.
# Seen: ledger 3.3.0-3 begins on the day that is named and goes on with the 1st of each month, and with Sundays; its forecast has no date at all then,
# though "Monthly from 2026/01/01" has. Every 14 days from 2 January are the 16th and the 30th in its budget and the 17th and the 31st in its forecast.
# "until 2026/04/10" adds a payment on that very day to the firsts of the months.
# hledger 1.25-2+b5 says that such a day is not the first of its month. Its "every 31st day of month" is the last day of shorter months, and
# "every 15th day of month from 2026-02-20" has 15 February, before its own beginning.
# So an export has the payments themselves, each with its day, and no rule.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

# rule RULE: a journal with it, and a purchase of 2 January.
rule() {
  printf '~ %s\n    Expenses:Rent    900.00 EUR\n    Assets:Bank\n\n2026/01/02 cafe\n    Expenses:Food  5 EUR\n    Assets:Bank\n' "$1" >"$folder/journal"
}
of_ledger() {
  rule "$1"
  days=$(ledger -f "$folder/journal" register Rent -F '%(format_date(date, "%m-%d")) ' "${@:2}")
  echo "${days:-none }"
}
of_hledger() {
  rule "$1"
  hledger -f "$folder/journal" --forecast=2026-01-03..2026-05-01 register -O csv rent >"$folder/days" 2>"$folder/refused" || true
  if [ -s "$folder/refused" ]; then grep -o 'is not a first day.*' "$folder/refused"; else awk -F'"' 'NR > 1 { printf "%s ", substr($4, 6) }' "$folder/days"; fi
}

expect "ledger
Monthly from 2026/01/01: budget 01-01 02-01 03-01 04-01, forecast 02-01 03-01 04-01
Monthly from 2026/01/31: budget 01-31 02-01 03-01 04-01, forecast none
Monthly from 2026/02/15: budget 02-15 03-01 04-01, forecast none
Monthly until 2026/04/10: budget none, forecast 02-01 03-01 04-01 04-10
Every 2 weeks from 2026/01/02: budget 01-02 01-04 01-18 02-01 02-15 03-01 03-15 03-29 04-12 04-26, forecast 01-04 01-18 02-01 02-15 03-01 03-15 03-29 04-12 04-26
Every 14 days from 2026/01/02: budget 01-02 01-16 01-30 02-13 02-27 03-13 03-27 04-10 04-24, forecast 01-17 01-31 02-14 02-28 03-14 03-28 04-11 04-25
hledger
monthly from 2026-02-01: 02-01 03-01 04-01
monthly from 2026-01-31: is not a first day of the Month
every 2 weeks from 2026-01-02: is not a first day of the Week
every 31st day of month from 2026-01-01: 01-31 02-28 03-31 04-30
every 15th day of month from 2026-02-20: 02-15 03-15 04-15" "$(
  echo ledger
  for period in 'Monthly from 2026/01/01' 'Monthly from 2026/01/31' 'Monthly from 2026/02/15' 'Monthly until 2026/04/10' \
    'Every 2 weeks from 2026/01/02' 'Every 14 days from 2026/01/02'; do
    budget=$(of_ledger "$period" --now 2026/04/30 --add-budget)
    forecast=$(of_ledger "$period" --now 2026/01/03 --forecast-while 'd<[2026/05/01]')
    echo "$period: budget ${budget% }, forecast ${forecast% }"
  done
  echo hledger
  for period in 'monthly from 2026-02-01' 'monthly from 2026-01-31' 'every 2 weeks from 2026-01-02' 'every 31st day of month from 2026-01-01' \
    'every 15th day of month from 2026-02-20'; do
    days=$(of_hledger "$period")
    echo "$period: ${days% }"
  done
)"
