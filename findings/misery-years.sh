#!/usr/bin/env bash
# A small program for the costs of a group takes no day after 2019, takes 30 February, and lets the member named last pay what a division leaves.
#
# Guess: misery reads each ISO day that there is and refuses 30 February; shares of 100.00 by three come to the whole, and a cent by three is one member's.
# Seen: misery 0.2 (Debian's) calls a line of 2020 or later malformed, though it has the shape that the manual gives, and one of 1999, too. It does not say that
# the year is why. 2012-02-30 and 2012-13-01 it takes. Shares are cut to cents, and the rest is the last name's: two cents of 1.10, and a cent that three share
# whole, each as "Unlucky: arithmetic error". A share has the day of the run instead of the expense's.
# So a group that outlived 2019 keeps its costs elsewhere, and what misery kept is looked over for days that there are not before it is imported.
source "$(dirname "$0")/common.bash"
debian_packages 'misery=0.2-1.1*' 2>"$folder/unsandboxed"
mkdir -p "$folder"/flat/{config,initial,splits,vaccounts,vaccounts_late,meets,html}
cd "$folder/flat"
echo Flat >config/title
echo EUR >config/units
printf '%s\n' driver_fee=1.00 non_driver_fee=1.00 light=1.00 gear=1.00 srt=1.00 breakfast=1.00 dinner=1.00 >config/meets

# accounts DAY AMOUNT: what Asha paid on that day for dinner, which three share.
accounts() {
  for name in asha ravi mira; do printf '%s\n' "$name" group=People >"initial/$name"; done
  printf '%s\n' Dinner group=Meals must_be_zero=true >initial/dinner
  printf '%s\n' asha ravi mira >splits/dinner
  echo "$1,dinner,$2,Dinner" >>initial/asha
}
taken() {
  accounts "$1" 30.00
  if misery >out 2>error; then echo "$1 taken"; else echo "$1 $(grep -o '^Malformed line' error)"; fi
}
# shares AMOUNT: of each member, and whether it has the day of the run.
shares() {
  accounts 2012-02-03 "$1"
  misery >out
  python3 - "$1" html/bill-dinner.html <<'P'
import re
import sys
from datetime import date

text = re.sub(r"<[^>]*>|&nbsp;", "|", open(sys.argv[2]).read())
lines = re.findall(r"(\d{4}-\d\d-\d\d)\|+(\w+)\|+(\d+\.\d\d)\|+([^|]*)", text)
day = {str(date.today()): "today"}
print(f"{sys.argv[1]} of 2012-02-03:", ", ".join(f"{name} {amount} {day.get(when, when)}" + " unlucky" * note.startswith("Unlucky") for when, name, amount, note in lines))
P
}
expect "1999-12-31 Malformed line
2000-01-01 taken
2012-02-30 taken
2012-13-01 taken
2019-12-31 taken
2020-01-01 Malformed line
2026-02-03 Malformed line
30.00 of 2012-02-03: asha 10.00 today, mira 10.00 today, ravi 10.00 today
100.00 of 2012-02-03: asha 33.33 today, mira 0.01 today unlucky, mira 33.33 today, ravi 33.33 today
1.10 of 2012-02-03: asha 0.36 today, mira 0.02 today unlucky, mira 0.36 today, ravi 0.36 today
0.01 of 2012-02-03: mira 0.01 today unlucky" "$(
  for day in 1999-12-31 2000-01-01 2012-02-30 2012-13-01 2019-12-31 2020-01-01 2026-02-03; do taken "$day"; done
  for amount in 30.00 100.00 1.10 0.01; do shares "$amount"; done
)"
