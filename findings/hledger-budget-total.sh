#!/usr/bin/env bash
# hledger's budget report says 630% of the budget in its last line where the one budget there is was used to 130%.
#
# Guess: the total compares what has a budget with the budgets, as each line does, since the report leaves the other
# accounts out.
# Seen: hledger 1.25 (Debian) counts the rent, for which no budget is set, into the line of its parent account and into
# the total, so 630.00 of 100.00 is 630%; without -E the rent's own line is not shown. ledger 3.3.0 leaves it out with
# --budget (130 less the budget of 100), and gives it alone with --unbudgeted.
# So a report of budgets sums up what has one, and tells the rest in a line of its own.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

cat >"$folder/journal" <<'J'
commodity 1000.00 EUR
~ monthly
    Expenses:Food    100.00 EUR
    Assets:Cash

2026-02-10 Rent
    Expenses:Rent    500.00 EUR
    Assets:Cash

2026-02-11 Food
    Expenses:Food    130.00 EUR
    Assets:Cash
J
expect "hledger --budget:
 Expenses || 630.00 EUR
 Expenses:Food || 130.00 EUR [130% of 100.00 EUR]
 || 630.00 EUR [630% of 100.00 EUR]
hledger --budget -E:
 Expenses || 630.00 EUR
 Expenses:Food || 130.00 EUR [130% of 100.00 EUR]
 Expenses:Rent || 500.00 EUR
 || 630.00 EUR [630% of 100.00 EUR]
ledger --budget:  30.00 EUR Expenses:Food
ledger --unbudgeted:  500.00 EUR Expenses:Rent" "$(cd "$folder"
  for option in "" -E; do
    echo "hledger --budget${option:+ $option}:"
    hledger -f journal balance --budget --monthly $option -e 2026-03-01 Expenses | grep '[0-9]' | sed 's/  */ /g; s/ $//' | tail -n +2
  done
  for option in --budget --unbudgeted; do echo "ledger $option: $(ledger -f journal balance $option -e 2026-03-01 Expenses | head -1 | sed 's/  */ /g')"; done)"
