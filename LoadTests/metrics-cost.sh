#!/usr/bin/env bash
# What counting for /metrics takes of a server that does as much as it can, with one command of each room in flight and with eight.
# How often a server counted, it says itself; what one count costs, ledger-bench measures; what a scrape costs, 200 of them show.
# Counting asks for no memory: ledger-bench asks as often for it with a hundred times as many counts.
#   SECONDS_EACH (10)
# With two cores the server has the first to itself and the members the second.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load ledger-bench
command -v curl >/dev/null || fail "curl is missing: apt-get install curl"
command -v clang >/dev/null || fail "clang is missing: it comes with Swift"
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
say "How often counting asks for memory"
clang -O2 -Wall -Wextra -Werror -shared -fPIC -o "$WORK/mallocs.so" LoadTests/mallocs.c
# The arguments of ledger-bench.
mallocs() { LD_PRELOAD="$WORK/mallocs.so" "$PROGRAMS/ledger-bench" "$@" 2>&1 >/dev/null | sed -n 's/^mallocs //p'; }
few=$(mallocs --counting --repetitions 1000) many=$(mallocs --counting --repetitions 100000)
# Printing asks, too, now for a few more, now for a few less.
((many - few <= 1000)) || fail "100,000 counts asked $many times for memory, 1,000 only $few times."
echo "1,000 counts of each kind asked $few times, 100,000 asked $many times"
# The control: what asks for memory is found out.
decisions=(--entries 50 --thresholds /dev/null)
few=$(mallocs "${decisions[@]}" --repetitions 100) many=$(mallocs "${decisions[@]}" --repetitions 200)
((many - few > 10000)) || fail "Decisions ask for memory, and that was not found out: $few and $many times."
judge="$(dirname "${BASH_SOURCE[0]}")/metrics-cost.py"
# The control: counts that cost a hundred times as much are found out.
if python3 "$judge" "$WORK" 100 >/dev/null; then fail "Counts that cost a hundred times as much were not found out."; fi
python3 "$judge" "$WORK" 1
