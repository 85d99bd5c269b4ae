#!/usr/bin/env bash
# Measures: 100 rooms x 10 members, saturating with 1 and with 8 commands of each room in flight, and at 500 commands a second.
# With two cores the server has the first to itself and the members the second. SECONDS_EACH sets the length of each run (30).
# ENCRYPTED=1 has the server encrypt what it keeps. Fails when a member finds something wrong, or the line of D9 is not met.
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
# Durable answers: the server syncs its log before each of them.
run "D9: 100 rooms x 10 members, 500 commands a second, the answers' p99 at most 25 ms" --rate 500 --answer-p99-max 25
exit "$STATUS"
