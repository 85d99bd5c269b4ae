#!/usr/bin/env bash
# What counting for /metrics takes of a server that does as much as it can, with one command of each room in flight and with eight.
# How often a server counted, it says itself; what one count costs, ledger-bench measures; what a scrape costs, 200 of them show.
#   SECONDS_EACH (10)
# With two cores the server has the first to itself and the members the second.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load ledger-bench
command -v curl >/dev/null || fail "curl is missing: apt-get install curl"
scrape() { curl -sf "http://$ADMIN/metrics" >"$WORK/$1" || fail "The server does not answer /metrics."; }

for window in 1 8; do
  say "a load with $window of each room in flight"
  start_server --message-rate 1000000 --connections-per-address 100000
  scrape "before-$window"
  # shellcheck disable=SC2046
  $(on_core 1) "$PROGRAMS/hearth-load" --server "$URL" --rooms 100 --members 10 --seconds "${SECONDS_EACH:-10}" --json \
    --saturate --window "$window" >"$WORK/load" || { cat "$WORK/load" >&2; fail "A run did not hold what a server promises: its figures stand above."; }
  scrape "after-$window"
  for _ in $(seq 200); do scrape last; done
  scrape "scraped-$window"
  stop_server
done
say "What one count costs"
# shellcheck disable=SC2046
$(on_core 0) "$PROGRAMS/ledger-bench" --counting --repetitions 1000000 | tee "$WORK/counts"
judge="$(dirname "${BASH_SOURCE[0]}")/metrics-cost.py"
# The control: counts that cost a hundred times as much are found out.
if python3 "$judge" "$WORK" 100 >/dev/null; then fail "Counts that cost a hundred times as much were not found out."; fi
python3 "$judge" "$WORK" 1
