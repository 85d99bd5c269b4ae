#!/usr/bin/env bash
# What a delivery in lane shared costs beside an earlier build: REPS (5) times in turns the same load on the hearthd of the folder BASE
# and on that of this build, SECONDS_EACH (10) each, with one command of each room in flight and with eight.
# The members are those of this build in both.
# With two cores the server has the first to itself and the members the second.
#   BASE=path/to/.build/release LoadTests/compare-builds.sh
# Fails when the middle of the turns' ratios of processor seconds per million deliveries is above RATIO_MAX (1.03).
# BASE takes the options that server.sh gives it, so it is no older than these.
set -euo pipefail
if [[ -z "${BASE:-}" ]]; then
  echo "BASE names no folder with an earlier hearthd. Build one: git worktree add DIR COMMIT, and swift build -c release there." >&2
  exit 2
fi
BASE="$(cd "$BASE" && pwd)"
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load
TODAY="$PROGRAMS"
[[ -x "$BASE/hearthd" ]] || fail "There is no hearthd in $BASE. Run there: swift build -c release --product hearthd"

# run BUILD NAME LOAD: one load on a server of that folder; its figures go to NAME.
run() {
  local name=$2
  PROGRAMS="$1"
  shift 2
  start_server --message-rate 1000000 --connections-per-address 100000
  # shellcheck disable=SC2046
  $(on_core 1) "$TODAY/hearth-load" --server "$URL" --server-pid "$SERVER_PID" --rooms "${ROOMS:-100}" --members 10 \
    --seconds "${SECONDS_EACH:-10}" --json --saturate "$@" >"$WORK/$name.json" \
    || { cat "$WORK/$name.json" >&2; fail "A run did not hold what a server promises: its figures stand above."; }
  stop_server
}

for ((turn = 1; turn <= ${REPS:-5}; turn++)); do
  say "turn $turn of ${REPS:-5}"
  for window in 1 8; do
    # Either begins as often as the other: the later one may find the machine warmer.
    if ((turn % 2)); then order=(base today); else order=(today base); fi
    for build in "${order[@]}"; do
      if [[ $build == base ]]; then folder=$BASE; else folder=$TODAY; fi
      run "$folder" "$build-$window-$turn" --window "$window"
    done
  done
done
python3 "$(dirname "${BASH_SOURCE[0]}")/compare-builds.py" "$WORK" "${REPS:-5}" "${RATIO_MAX:-1.03}"
