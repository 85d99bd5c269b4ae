#!/usr/bin/env bash
# The whole ledger beside an older build of it: BASE is a checkout of that, which is built here. REPS (5) times in turns each server gets the same
# load, SECONDS_EACH (10) long: 100 rooms of 10 members, saturating with eight and with one command of each room in flight, and 500 commands a second.
# The server has the first core to itself and the members the second. Then ledger-bench of both tells what entries and opening cost.
# Behind the turns come rows of ledger-rows.py that run once, or in turns of three where the older build is the measure: memory of idle sessions
# beside bare connections, of live groups, what a delivery costs beside many of them and with many lanes, all clients back at once, an import.
# Fails when a figure is more than 5 % beyond its target. ONLY=rows leaves the turns out, and ONLY=turns the rows.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load ledger-bench hearth hearth-echo
command -v python3 >/dev/null || fail "python3 is missing. Install it: apt-get install python3"
here="$(dirname "${BASH_SOURCE[0]}")"
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

# row NAME BUILD TURN: one row of ledger-rows.py; its figures go to NAME-TURN-BUILD.
row() {
  local folder="$TODAY"
  [[ $2 == today ]] || folder="$BASE/.build/release"
  say "row $1, $2"
  python3 "$here/ledger-rows.py" "$1" "$folder" "$WORK/row" >"$WORK/$1-$3-$2.json" || fail "The row $1 could not be measured: it says why above."
  cat "$WORK/$1-$3-$2.json"
  rm -rf "$WORK/row"
}

# bench NAME ENTRIES BUILD OPTIONS: ledger-bench. It says no where a machine is slower than its thresholds; the ratio is what counts here.
bench() {
  local folder="$TODAY"
  [[ $3 == today ]] || folder="$BASE/.build/release"
  $(on_core 0) "$folder/ledger-bench" --thresholds "$here/ledger-bench/thresholds.txt" --entries "$2" "${@:4}" >"$WORK/$1-$3.txt" || true
}

only="${ONLY:-}"
[[ -z "$only" || "$only" == rows || "$only" == turns ]] || fail "There is no ONLY=$only. Say ONLY=rows or ONLY=turns, or leave it out."
turns="${REPS:-5}"
[[ $only != rows ]] || turns=0
for ((turn = 1; turn <= turns; turn++)); do
  say "turn $turn of $turns"
  for build in base today; do
    run "$build" "eight-$turn" -- --saturate --window 8
    run "$build" "one-$turn" -- --saturate --window 1
    run "$build" "rate-$turn" -- --rate 500 --narrow-one-in 0
  done
  run today "secret-$turn" --key-file "$WORK/key" -- --saturate --window 8
  for build in base today; do bench "bench-$turn" 60000 "$build"; done
done
if [[ $only != turns ]]; then
  row echo today 1
  row idle today 1
  for build in base today; do row rooms "$build" 1; done
  row lanes today 1
  row import today 1
  for turn in 1 2 3; do
    for build in base today; do row reconnect "$build" "$turn"; done
    # As few repetitions at either size, since each adds an entry.
    for entries in 10 60000; do bench "size-$entries-$turn" "$entries" today --repetitions 300; done
  done
fi
python3 "$here/ledger-speed.py" "$WORK" "$turns"
