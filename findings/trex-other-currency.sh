#!/usr/bin/env bash
# A trip in euros is in taka when trex exports it, a newcomer pays all of what was bought before the others are said to have come, and 30 February is a day.
#
# Guess: trex divides 100.00 by three without losing a cent, and each day that there is is read.
# (The currency, yen and who shares were run beside it, without a guess that was written down.)
# Seen: trex-expense-splitter 0.2.2 divides so that the sum is right. A trip's currency is in its summary alone: `exp list` and `exp shares` have ৳, and
# exports in CSV and JSON say BDT. Yen are divided into hundredths. Members of a new trip came on the day of its making; a cost of before then is shared by all,
# but as soon as somebody has an earlier day, that one alone owes it. 2026-02-30 is taken. The CSV has no shares. None of it is an error.
# So the currency in an export is put right before the file is imported, and who shares an old cost is named (`--for`).
source "$(dirname "$0")/common.bash"
python_packages trex-expense-splitter==0.2.2
export HOME="$folder" COLUMNS=150
trex() { "$folder/venv/bin/trex" "$@"; }
bought() { trex exp add "$1" -d "$2" -c Food -p Asha -D "$3" | grep -oE '(Asha|Ravi|Mira|Joe): .*' | sed "s/^/$3 $2 $1: /"; }

expect "2026-01-05 Dinner 100: Asha: €33.33 | Ravi: €33.33 | Mira: €33.34
2026-01-12 Breakfast 30: Joe: €30.00
2026-01-08 Lunch 30: Asha: €7.50 | Ravi: €7.50 | Mira: €7.50 | Joe: €7.50
2026-02-30 Tea 9: Joe: €9.00
list: ৳9.00 ৳30.00 ৳30.00 ৳100.00
summary: Total: €169.00
id,date,category,amount,currency,paid_by,split_type,description
4,2026-02-30,Food & Drink,9.0,BDT,Asha,equal,Tea
2,2026-01-12,Food & Drink,30.0,BDT,Asha,equal,Breakfast
3,2026-01-08,Food & Drink,30.0,BDT,Asha,equal,Lunch
1,2026-01-05,Food & Drink,100.0,BDT,Asha,equal,Dinner
JSON: BDT
2026-03-01 Train 100: Asha: JPY 33.33 | Ravi: JPY 33.33 | Mira: JPY 33.34" "$(
  trex trip start Trip --currency EUR --people Asha,Ravi,Mira >"$folder/told"
  bought 100 Dinner 2026-01-05
  trex trip people add Joe --joined 2026-01-10 >"$folder/told"
  bought 30 Breakfast 2026-01-12
  bought 30 Lunch 2026-01-08
  bought 9 Tea 2026-02-30
  echo "list: $(trex exp list | grep -oE '│ [^ ]+ +│ Asha' | awk '{ print $2 }' | paste -sd' ')"
  echo "summary: $(trex summary | grep -oE 'Total: [^ ]+')"
  trex export -f csv | grep .
  trex export -f json | python3 -c 'import json, sys; print("JSON:", *sorted({line["currency"] for line in json.load(sys.stdin)}))'
  trex trip end 1 >"$folder/told" </dev/null || true
  trex trip start Yen --currency JPY --people Asha,Ravi,Mira >"$folder/told"
  bought 100 Train 2026-03-01
)"
