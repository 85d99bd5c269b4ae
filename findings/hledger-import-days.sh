#!/usr/bin/env bash
# hledger's import books a line twice and leaves another out when the bank puts a new line above the old ones of its day.
#
# Guess: import compares the lines of a file with those it has seen, so a new line is booked wherever it stands.
# Seen: hledger 1.25 keeps the last day and how many lines it had (the file .latest.bank.csv) and passes over as many lines of that day, whatever
# they say. When Bread stands above Tea on the second reading, Tea is booked again and Bread never.
# A line that the bank adds later to an earlier day is left out, and nothing says so.
# So the identity of a line is made of what it says, and equal lines are counted.
source "$(dirname "$0")/common.bash"
debian_packages hledger=1.25-2+b5

cd "$folder"
printf 'skip 1\nfields date,description,amount\naccount1 Assets:Bank\n' >bank.csv.rules
touch journal
bank() { printf 'Date,Text,Amount\n' >bank.csv; printf '%s\n' "$@" >>bank.csv; }
booked() { grep '^2026' journal; }
bank '2026-11-26,Milk,-50.00' '2026-11-27,Tea,-20.00'
hledger -f journal import bank.csv >/dev/null
first=$(booked)
bank '2026-11-26,Milk,-50.00' '2026-11-26,Late,-77.00' '2026-11-27,Bread,-30.00' '2026-11-27,Tea,-20.00'
hledger -f journal import bank.csv >/dev/null
expect "2026-11-26 Milk
2026-11-27 Tea
then
2026-11-26 Milk
2026-11-27 Tea
2026-11-27 Tea" "$first
then
$(booked)"
