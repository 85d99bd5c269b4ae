#!/usr/bin/env bash
# Fava's budget of 310.00 a month is a fraction of a cent less in April, so who spends 310.00 is over it, and 120.00 a year is 10.19 in January.
#
# Expected: a budget "monthly" is its amount in each whole month, and a yearly one a twelfth of it, to the cent.
# Seen: Fava 1.30.16 (beancount 3.2.3) adds up an amount for each day, to 28 digits: of 310.00 a month 309.9999999999999999999999993 EUR are there in
# April and a fraction over 310.00 in February. A yearly 120.00 is 10.19... in January and 9.20... in February. A budget that begins on the 15th
# of January is 170.00 in January, and the week that lies in two months is 74.28....
# So what compares Fava's budgets with what was spent rounds to cents first, and a budget begins on the first day of its month.
source "$(dirname "$0")/common.bash"
python_packages fava==1.30.16 beancount==3.2.3

cat >"$folder/months.py" <<'P'
import datetime

from beancount import loader
from beancount.core.data import Custom
from fava.core.budgets import calculate_budget, parse_budgets

entries, errors, _ = loader.load_string("""
2026-01-01 open Expenses:Food
2026-01-01 open Expenses:Phone
2026-01-01 open Expenses:Cat
2026-01-01 custom "budget" Expenses:Food "monthly" 310.00 EUR
2026-01-01 custom "budget" Expenses:Phone "yearly" 120.00 EUR
2026-01-15 custom "budget" Expenses:Cat "monthly" 310.00 EUR
""")
budgets, refused = parse_budgets([entry for entry in entries if isinstance(entry, Custom)])
assert not errors and not refused
for account, first, after in (("Food", (1, 1), (2, 1)), ("Food", (2, 1), (3, 1)), ("Food", (4, 1), (5, 1)), ("Food", (1, 29), (2, 5)),
                              ("Phone", (1, 1), (2, 1)), ("Phone", (2, 1), (3, 1)), ("Cat", (1, 1), (2, 1))):
    amount = calculate_budget(budgets, f"Expenses:{account}", datetime.date(2026, *first), datetime.date(2026, *after))["EUR"]
    print(account, first, amount, *(["310.00 is " + ("over it" if 310 > amount else "within")] if account == "Food" and first[1] == 1 else []))
P
expect "Food (1, 1) 310.00 310.00 is within
Food (2, 1) 310.0000000000000000000000005 310.00 is within
Food (4, 1) 309.9999999999999999999999993 310.00 is over it
Food (1, 29) 74.28571428571428571428571428
Phone (1, 1) 10.19178082191780821917808220
Phone (2, 1) 9.205479452054794520547945211
Cat (1, 1) 170.00" "$(python "$folder/months.py")"
