#!/usr/bin/env bash
# What 6 EUR are worth in rupees ledger knows from the last exchange in the journal, and hledger leaves them as they are
# and says nothing.
#
# Expected: both value by the rates of P lines and of exchanges (10 EUR @@ 900 INR) alike, as they do by P lines alone, or
# say that there is no rate.
# Seen: ledger 3.3.0 -V and -X INR take 100 INR from the last exchange; hledger 1.25 shows 6 EUR with -V and -X INR,
# exits with 0, and takes the exchanges with --infer-market-prices. With one P line of an older day hledger values by
# it, at 540, and ledger by the later exchange, at 600.
# So a report of values says which rate of which day it has used, and that one is missing.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 libpython3.11

cat >"$folder/exchanges" <<'J'
2026-01-10 Buy
    Assets:Euro     10 EUR @@ 900 INR
    Assets:Rupees  -900 INR

2026-02-10 Sell
    Assets:Euro    -4 EUR @ 100 INR
    Assets:Rupees   400 INR
J
{ echo 'P 2026-01-05 EUR 90 INR'; echo; cat "$folder/exchanges"; } >"$folder/with-a-rate"
expect "exchanges, ledger -V: 600 INR
exchanges, ledger -X INR: 600 INR
exchanges, hledger -V: 6 EUR
exchanges, hledger -X INR: 6 EUR
exchanges, hledger -V --infer-market-prices: 600 INR
with-a-rate, ledger -V: 600 INR
with-a-rate, ledger -X INR: 600 INR
with-a-rate, hledger -V: 540 INR
with-a-rate, hledger -X INR: 540 INR
with-a-rate, hledger -V --infer-market-prices: 600 INR" "$(cd "$folder"
  for journal in exchanges with-a-rate; do
    for command in "ledger -V" "ledger -X INR" "hledger -V" "hledger -X INR" "hledger -V --infer-market-prices"; do
      set -- $command
      echo "$journal, $command: $("$1" -f "$journal" balance "${@:2}" Assets:Euro | awk 'NR == 1 {print $1, $2}')"
    done
  done)"
