#!/usr/bin/env bash
# A purse that was counted at 50 euros in the morning has 50 in the evening, too, once ledger2beancount has converted it, though five were spent between.
#
# Guess: ledger2beancount keeps the balances that ledger and hledger find, makes of an assertion one of the next day, and notes at its head what it left out.
# Seen: ledger2beancount 2.7 (Debian's) makes "pad" of a posting that only says what the balance is, and asserts the balance at the beginning of the next day.
# What the file has later on that day is in that sum: the purse has 40.00 EUR where ledger 3.3.0 and hledger 1.25 have 35.00, and 35 euros are lost, not 40.
# beancount 3.2.3 finds no error. It finds one where the day's first posting has an amount beside the balance and the next one spends. The second day of
# 2026-01-10=2026-02-01 is gone without a note.
# So each account's balance is compared after a conversion, and what was counted is written into a journal behind all else of its day.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3
mapfile -t needed < <(apt-get -s -qq --no-install-recommends install 'ledger2beancount=2.7*' | awk '/^Inst/ && $2 != "ledger2beancount" { print $2 }')
debian_packages 'ledger2beancount=2.7*' ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 \
  libboost-python1.74.0 libpython3.11 "${needed[@]}" 2>"$folder/unsandboxed" | sed 's/^With .*/With ledger2beancount 2.7, ledger 3.3.0 and hledger 1.25 from Debian:/'
export PATH="$folder/debian/usr/bin:$PATH" LD_LIBRARY_PATH="$folder/debian/usr/lib/x86_64-linux-gnu"
PERL5LIB="$folder/debian/usr/share/perl5:$(echo "$folder"/debian/usr/lib/x86_64-linux-gnu/perl5/5*)"
export PERL5LIB

cat >"$folder/counted.journal" <<'J'
2026-01-01 From the bank
    Assets:Purse      100.00 EUR
    Equity:Bank

2026-01-05 Groceries
    Expenses:Food      10.00 EUR
    Assets:Purse

2026-01-07 Counted in the morning
    Assets:Purse       = 50.00 EUR
    Expenses:Lost

2026-01-07 Coffee
    Expenses:Food       5.00 EUR
    Assets:Purse

2026-01-10=2026-02-01 By card
    Expenses:Food      10.00 EUR
    Assets:Purse
J
sed 's/Assets:Purse       = 50.00 EUR/Assets:Purse  -40.00 EUR = 50.00 EUR/' "$folder/counted.journal" >"$folder/named.journal"
converted() {
  ledger2beancount "$folder/$1.journal" >"$folder/$1.beancount"
  python - "$folder/$1.beancount" <<'P'
import sys

from beancount import loader
from beancount.core import data, inventory

entries, errors, _ = loader.load_file(sys.argv[1])
sums = {}
for entry in data.filter_txns(entries):
    for posting in entry.postings:
        sums.setdefault(posting.account, inventory.Inventory()).add_position(posting)
print("beancount:", ", ".join(f"{account} {sums[account].to_string(parens=False)}" for account in sorted(sums)) + ",", "errors", [type(error).__name__ for error in errors])
P
}
balances() { "$@" | awk '/[A-Z]/ { printf "%s%s %s %s", (found++ ? ", " : ""), $3, $1, $2 } END { print "" }'; }
expect "ledger: Assets:Purse 35.00 EUR, Equity:Bank -100.00 EUR, Expenses:Food 25.00 EUR, Expenses:Lost 40.00 EUR
hledger: Assets:Purse 35.00 EUR, Equity:Bank -100.00 EUR, Expenses:Food 25.00 EUR, Expenses:Lost 40.00 EUR
beancount: Assets:Purse 40.00 EUR, Equity:Bank -100.00 EUR, Expenses:Food 25.00 EUR, Expenses:Lost 35.00 EUR, errors []
with an amount beside the balance
beancount: Assets:Purse 35.00 EUR, Equity:Bank -100.00 EUR, Expenses:Food 25.00 EUR, Expenses:Lost 40.00 EUR, errors ['BalanceError']
notes at the head: 0
2026-01-07 pad Assets:Purse Expenses:Lost
2026-01-08 balance Assets:Purse  50.00 EUR
2026-01-07 txn \"Coffee\"
2026-01-10 txn \"By card\"" "$(
  echo "ledger: $(balances ledger -f "$folder/counted.journal" --flat --no-total balance)"
  echo "hledger: $(balances env LC_ALL=C.UTF-8 hledger -f "$folder/counted.journal" balance --flat --no-total)"
  converted counted
  echo "with an amount beside the balance"
  converted named
  echo "notes at the head: $(grep -c '^;   -' "$folder/counted.beancount")"
  grep -E '^2026-01-(07|08|10)' "$folder/counted.beancount"
)"
