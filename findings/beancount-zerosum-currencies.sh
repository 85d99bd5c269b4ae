#!/usr/bin/env bash
# 20 rupees that Ravi is owed and 20 euros that somebody paid back settle each other in a plugin of beancount, and nothing is left to be settled.
#
# Guess: of two transfers of 100.00 within the days each finds its own half; 50.00 and 50.01 do not.
# Expected: what matches is of one currency.
# Seen: zerosum of beancount-reds-plugins 0.4.0 (with beancount 3.2.3) compares numbers alone. 20 INR and -20 EUR that are a day apart are moved out of the
# account for what is open, which is then empty, and the other one has 20.00 INR and -20.00 EUR for good. It also takes 50.009 for the other half of 50.00
# (its tolerance is 0.0099, and can be set). There is no error.
# So a debt is settled in its own currency, and the account of what is settled is looked at, too.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beancount-reds-plugins==0.4.0

expect "1: 100.00 EUR, 2: 100.00 EUR, 3: -100.00 EUR, open (100.00 EUR) settled () errors 0
1: 20 INR, 2: -20 EUR, open () settled (-20 EUR, 20 INR) errors 0
1: 50.00 EUR, 2: -50.009 EUR, open () settled (-0.009 EUR) errors 0
1: 50.00 EUR, 2: -50.01 EUR, open (-0.01 EUR) settled () errors 0" "$(python - <<'P'
from beancount import loader
from beancount.core.data import Transaction
from beancount.core.inventory import Inventory

def balances(*transfers):
    lines = ["""plugin "beancount_reds_plugins.zerosum.zerosum" "{'zerosum_accounts': {'Assets:Open': ('Assets:Settled', 10)}}" """,
             *(f"2026-01-01 open Assets:{name}" for name in ("Bank", "Open", "Settled"))]
    for day, amount in transfers:
        lines += [f'2026-02-{day:02} * "Transfer"', f"  Assets:Open  {amount}", "  Assets:Bank"]
    entries, errors, _ = loader.load_string("\n".join(lines) + "\n")
    found = {"Assets:Open": Inventory(), "Assets:Settled": Inventory()}
    for entry in entries:
        for posting in entry.postings if isinstance(entry, Transaction) else ():
            if posting.account in found:
                found[posting.account].add_position(posting)
    print(*(f"{day}: {amount}," for day, amount in transfers), "open", found["Assets:Open"], "settled", found["Assets:Settled"], "errors", len(errors))

balances((1, "100.00 EUR"), (2, "100.00 EUR"), (3, "-100.00 EUR"))
balances((1, "20 INR"), (2, "-20 EUR"))
balances((1, "50.00 EUR"), (2, "-50.009 EUR"))
balances((1, "50.00 EUR"), (2, "-50.01 EUR"))
P
)"
