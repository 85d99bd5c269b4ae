#!/usr/bin/env bash
# Measures: 100 rooms x 10 members, saturating with 1 and with 8 commands of each room in flight, and at 500 commands a second.
# With two cores the server has the first to itself and the members the second. SECONDS_EACH sets the length of each run (30).
# ENCRYPTED=1 has the server encrypt what it keeps.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
LENGTH="${SECONDS_EACH:-30}"
need hearthd hearth-load
KEY=()
if [[ -n "${ENCRYPTED:-}" ]]; then
  "$PROGRAMS/hearthd" keys create "$WORK/key"
  KEY=(--key-file "$WORK/key")
fi

run() {
  say "$1"
  shift
  start_server --message-rate 1000000 --connections-per-address 100000 "${KEY[@]}"
  # shellcheck disable=SC2046
  $(on_core 1) "$PROGRAMS/hearth-load" --server "$URL" --server-pid "$SERVER_PID" --rooms 100 --members 10 --seconds "$LENGTH" "$@" || STATUS=$?
  stop_server
}

STATUS=0
run "100 rooms x 10 members, one command of each room in flight" --saturate --window 1
run "100 rooms x 10 members, eight commands of each room in flight" --saturate --window 8
run "100 rooms x 10 members, 500 commands a second" --rate 500
exit "$STATUS"
