#!/usr/bin/env bash
# What PostgreSQL costs beside SQLite, and three servers beside one: REPS (3) times in turns the same load on one hearthd over SQLite, on one over
# a PostgreSQL of this machine, and on three over it, SECONDS_EACH (10) each: 100 rooms of 10 members, 500 commands a second, and then
# as much as goes with eight commands of each room in flight. With three servers six members of ten are at another one than the room's owner.
# The servers share the first core, the members have the second, and the PostgreSQL takes what is left of both.
# Fails when the middle of the turns' ratios is above what issues promise: see stores.py.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load
LOAD=(--rooms "${ROOMS:-100}" --members 10 --seconds "${SECONDS_EACH:-10}" --narrow-one-in 0 --json)
LIMITS=(--loops 1 --message-rate 1000000 --connections-per-address 100000)

# load NAME OPTIONS: the members, at every server of OTHERS and at the first; their figures go to NAME.
load() {
  local name=$1 also=()
  shift
  for url in "${OTHERS[@]}"; do also+=(--also-server "$url"); done
  # shellcheck disable=SC2046
  $(on_core 1) "$PROGRAMS/hearth-load" --server "$FIRST" "${also[@]}" "${LOAD[@]}" "$@" >"$WORK/$name.json" \
    || { cat "$WORK/$name.json" >&2; fail "A run did not hold what a server promises: its figures stand above."; }
}

# servers COUNT: so many servers, of which the first is FIRST and the rest are OTHERS.
servers() {
  local number options
  OTHERS=()
  for ((number = 1; number <= $1; number++)); do
    options=()
    (($1 == 1)) || mapfile -t options < <(node_options "n$number")
    start_server "${LIMITS[@]}" "${options[@]}"
    if ((number == 1)); then FIRST="$URL"; else OTHERS+=("$URL"); fi
    RUNNING+=("$SERVER_PID")
  done
}

end_servers() {
  local pid
  for pid in "${RUNNING[@]}"; do kill -TERM "$pid" 2>/dev/null || fail "hearthd has ended before it was asked to: it says why above."; done
  for pid in "${RUNNING[@]}"; do wait "$pid" || fail "hearthd did not end in order, but with status $?."; done
  RUNNING=()
}

RUNNING=()
say "Starting a PostgreSQL in a fresh folder"
start_postgres
POSTGRES="$DATABASE"
make_node_certificates n1 n2 n3
for ((turn = 1; turn <= ${REPS:-3}; turn++)); do
  say "turn $turn of ${REPS:-3}"
  for kind in sqlite one three; do
    DATABASE="$POSTGRES"
    [[ $kind != sqlite ]] || DATABASE=""
    servers "$([[ $kind == three ]] && echo 3 || echo 1)"
    # The rate comes first: behind the other load the servers keep snapshots of its rooms for a while.
    load "$kind-rate-$turn" --rate 500
    load "$kind-most-$turn" --saturate --window 8
    end_servers
  done
done
STARTED=("${STARTED[0]}")
python3 "$(dirname "${BASH_SOURCE[0]}")/stores.py" "$WORK" "${REPS:-3}"
