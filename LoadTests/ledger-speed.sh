#!/usr/bin/env bash
# The whole ledger beside an older build of it: BASE is a checkout of that, which is built here. REPS (5) times in turns each server gets the same
# load, SECONDS_EACH (10) long: 100 rooms of 10 members, saturating with eight and with one command of each room in flight, and 500 commands a second.
# The server has the first core to itself and the members the second. Then ledger-bench of both tells what entries and opening cost.
# Fails when a ratio is more than 5 % beyond its target.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load ledger-bench
[[ -d "${BASE:-}" ]] || fail "BASE names no folder. Check the older build out and say where: git worktree add /tmp/base 9e31d32; make ledger-speed BASE=/tmp/base"
TODAY="$PROGRAMS"
BASE="$(cd "$BASE" && pwd)"
say "Building $BASE (release; the first time takes some minutes)"
for product in hearthd ledger-bench; do (cd "$BASE" && swift build -c release --product "$product" 2>&1 | tail -1); done
"$TODAY/hearthd" keys create "$WORK/key"

# The limits that an older program does not know are left out.
OPTIONS=("${GENEROUS[@]}")
limits() {
  local help
  help="$("$PROGRAMS/hearthd" serve --help)"
  GENEROUS=()
  for ((place = 0; place < ${#OPTIONS[@]}; place += 2)); do
    if grep -q -e "${OPTIONS[place]} " <<<"$help"; then GENEROUS+=("${OPTIONS[@]:place:2}"); fi
  done
}

# run BUILD NAME KEY-OPTIONS -- LOAD: one load on a server of its own; its figures go to NAME-BUILD.
run() {
  local build=$1 name=$2 options=()
  shift 2
  while [[ $1 != -- ]]; do
    options+=("$1")
    shift
  done
  shift
  PROGRAMS="$TODAY"
  [[ $build == today ]] || PROGRAMS="$BASE/.build/release"
  limits
  start_server --loops 1 --message-rate 1000000 --connections-per-address 100000 "${options[@]}"
  # shellcheck disable=SC2046
  $(on_core 1) "$TODAY/hearth-load" --server "$URL" --server-pid "$SERVER_PID" --rooms 100 --members 10 --seconds "${SECONDS_EACH:-10}" \
    --json "$@" >"$WORK/$name-$build.json" || { cat "$WORK/$name-$build.json" >&2; fail "A run did not hold what a server promises: its figures stand above."; }
  stop_server
}

for ((turn = 1; turn <= ${REPS:-5}; turn++)); do
  say "turn $turn of ${REPS:-5}"
  for build in base today; do
    run "$build" "eight-$turn" -- --saturate --window 8
    run "$build" "one-$turn" -- --saturate --window 1
    run "$build" "rate-$turn" -- --rate 500 --narrow-one-in 0
  done
  run today "secret-$turn" --key-file "$WORK/key" -- --saturate --window 8
  # It says no where a machine is slower than its thresholds; the ratio is what counts here.
  for build in base today; do
    folder="$TODAY"
    [[ $build == today ]] || folder="$BASE/.build/release"
    $(on_core 0) "$folder/ledger-bench" >"$WORK/bench-$turn-$build.txt" || true
  done
done
python3 "$(dirname "${BASH_SOURCE[0]}")/ledger-speed.py" "$WORK" "${REPS:-5}"
