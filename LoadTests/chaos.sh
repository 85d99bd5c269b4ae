#!/usr/bin/env bash
# Kills the server every 2 s, 20 times, under load: nothing may be lost. Then the same with a server that answers before it stores,
# which must be found out: a proof that cannot fail proves nothing. KILLS sets the number of kills (20), EVERY the seconds between them (2).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
KILLS="${KILLS:-20}"
EVERY="${EVERY:-2}"
DEBUG_SERVER="$PROGRAMS/../debug/hearthd"
need hearthd hearth-load
[[ -x "$DEBUG_SERVER" ]] || fail "The debug build is missing. Run: make build"

chaos() { "$PROGRAMS/hearth-load" --rooms 20 --members 5 --rate 300 --chaos kill "$@"; }

say "$KILLS kills of the server, every $EVERY s, under load"
chaos --chaos-every "$EVERY" --chaos-count "$KILLS" --spawn "$PROGRAMS/hearthd" --data "$WORK/sound" || exit $?

say "The same with a server that answers 200 ms before it stores: it must be found out"
STATUS=0
# Its codes are handed out before the server knows them, so members try codes that seem wrong.
LENIENT=(--server-argument=--wrong-codes-per-minute=1000 --server-argument=--wrong-codes-per-hour=1000
  --server-argument=--identity-wrong-codes-per-hour=1000 --server-argument=--server-wrong-codes-per-minute=100000)
chaos --chaos-every 2 --chaos-count 3 --spawn "$DEBUG_SERVER" --data "$WORK/sabotaged" --server-argument=--fault-acknowledge-before-commit=200 "${LENIENT[@]}" || STATUS=$?
[[ "$STATUS" -eq 1 ]] || fail "The sabotaged server was NOT found out (exit status $STATUS): the test proves nothing."
say "Found out, as it should be"
