#!/usr/bin/env bash
# What encryption at rest costs: REPS (5) times in turns the same load on a server without and with it, as much as goes and at 500 commands a
# second, SECONDS_EACH (10) each. With two cores the server has the first to itself and the members the second.
# Fails when the middle of the turns' ratios is below 0.90 of the commands, or the middle answer at 500 a second above 25 ms in its p99.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load
"$PROGRAMS/hearthd" keys create "$WORK/key"

# run NAME KEY-OPTIONS -- LOAD: one load on a server of its own; its figures go to NAME.
run() {
  local name=$1 options=()
  shift
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  start_server --message-rate 1000000 --connections-per-address 100000 "${options[@]}"
  # shellcheck disable=SC2046
  $(on_core 1) "$PROGRAMS/hearth-load" --server "$URL" --server-pid "$SERVER_PID" --rooms 100 --members 10 --seconds "${SECONDS_EACH:-10}" \
    --json "$@" >"$WORK/$name.json" || { cat "$WORK/$name.json" >&2; fail "A run did not hold what a server promises: its figures stand above."; }
  stop_server
}

for ((turn = 1; turn <= ${REPS:-5}; turn++)); do
  say "turn $turn of ${REPS:-5}"
  run "plain-full-$turn" -- --saturate --window 8
  run "secret-full-$turn" --key-file "$WORK/key" -- --saturate --window 8
  run "plain-rate-$turn" -- --rate 500
  run "secret-rate-$turn" --key-file "$WORK/key" -- --rate 500
done
python3 "$(dirname "${BASH_SOURCE[0]}")/encryption-cost.py" "$WORK" "${REPS:-5}"
