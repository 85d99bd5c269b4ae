#!/usr/bin/env bash
# A dinner of 10.00 by three is 3.33, 3.33 and 3.33 in ledger, hledger and beancount, and these add up to 10.00.
#
# Expected: what splits amounts in a journal gives whole cents, with the cent that is left for one of the members, or the
# transaction is refused; and what hledger prints of it, read again, is the same journal.
# Seen: ledger 3.3.0 keeps a third of a cent of (10.00 EUR / 3) and of a posting by a rule, shows none of it and counts it:
# who has paid the 3.33 that were shown owes 0.00 of it, and 0.01 of three such dinners.
# hledger 1.25 keeps it as well; print --auto writes 3.336333, and read again every amount is shown with six decimals.
# split_expenses of beancount 2.3.6 keeps 28 digits. beancount-share 0.1.11 gives 3.34, 3.33 and 3.33.
# So shares are reckoned in whole cents before they reach a journal.
source "$(dirname "$0")/common.bash"
python_packages beancount==2.3.6 beancount-share==0.1.11
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

dinner() {
  printf '2026-01-0%s dinner\n  owed:asha    (10.00 EUR / 3)\n  owed:mina    (10.00 EUR / 3)\n  owed:ravi    (10.00 EUR / 3)\n  assets:bank  -10.00 EUR\n\n' "$1"
  printf '2026-01-0%s settled\n  owed:asha    -3.33 EUR\n  assets:bank   3.33 EUR\n\n' "$1"
}
dinner 1 >"$folder/one"
{ dinner 1; dinner 2; dinner 3; } >"$folder/three"
cat >"$folder/rule" <<'J'
= expenses:rent
  (owed:asha)  *0.3333
  (owed:mina)  *0.3333
  (owed:ravi)  *0.3334

2026-01-03 rent
  expenses:rent  10.01 EUR
  assets:bank
J
beancount() { # beancount PLUGIN CONFIGURATION TAGS
  cat >"$folder/dinner.beancount" <<J
plugin "$1" "$2"
2026-01-01 open Assets:Bank EUR
2026-01-01 open Expenses:Food EUR
2026-01-02 * "Dinner" $3
  Expenses:Food   10.00 EUR
  Assets:Bank    -10.00 EUR
J
  python - "$folder/dinner.beancount" <<'P'
import sys
from beancount import loader
for entry in loader.load_file(sys.argv[1])[0]:
    for posting in getattr(entry, "postings", None) or []:
        print("", posting.account, posting.units)
P
}
expect "ledger, shown:
3.33 EUR owed:asha
3.33 EUR owed:mina
3.33 EUR owed:ravi
10.00 EUR
ledger, owed by Asha after 3.33 were paid for one dinner:
0.00 EUR
and for three:
0.01 EUR
hledger, shown by the rule:
3.34 EUR owed:asha
3.34 EUR owed:mina
3.34 EUR owed:ravi
10.01 EUR
hledger, printed and read again:
3.336333 EUR owed:asha
3.336333 EUR owed:mina
3.337334 EUR owed:ravi
10.010000 EUR
beancount, split_expenses:
 Expenses:Food:Asha 3.333333333333333333333333333 EUR
 Expenses:Food:Mina 3.333333333333333333333333333 EUR
 Expenses:Food:Ravi 3.333333333333333333333333333 EUR
 Assets:Bank -10.00 EUR
beancount-share:
 Assets:Bank -10.00 EUR
 Assets:Debtors:Mina 3.33 EUR
 Assets:Debtors:Ravi 3.33 EUR
 Expenses:Food 3.34 EUR" "$(
  squeeze() { grep -v -- ---- | sed 's/^ *//; s/  */ /g; s/ *$//'; }
  echo "ledger, shown:"
  ledger -f "$folder/one" balance --flat --limit 'payee == "dinner"' owed | squeeze
  echo "ledger, owed by Asha after 3.33 were paid for one dinner:"
  ledger -f "$folder/one" balance --empty --format '%(display_total)\n' owed:asha | squeeze | tail -1
  echo "and for three:"
  ledger -f "$folder/three" balance --format '%(display_total)\n' owed:asha | squeeze | tail -1
  echo "hledger, shown by the rule:"
  hledger -f "$folder/rule" balance --auto owed | squeeze
  echo "hledger, printed and read again:"
  hledger -f "$folder/rule" print --auto >"$folder/printed"
  hledger -f "$folder/printed" balance owed | squeeze
  echo "beancount, split_expenses:"
  beancount beancount.plugins.split_expenses "Asha Mina Ravi" ""
  echo "beancount-share:"
  beancount beancount_share.share "{}" "#share-Mina #share-Ravi" | sort
)"
