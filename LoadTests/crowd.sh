#!/usr/bin/env bash
# 10,000 members of either of two servers, of which by turns one is troubled by 100 stalled readers, 1,000 half handshakes (half of them TLS)
# and ping floods. ROUNDS (4) and SECONDS_EACH (20) set the length. Members talk to the one and the other by turns of half a second, so that
# whatever the machine does beside comes to both; with TOGETHER=1 the half handshakes all come, end and come again at once. With PAUSE=700 the
# troubled server stands still for 700 ms in each round, which has to be found.
#
# crowd.sh short: 1,000 members, two rounds of 10 s; it says that it does not show what is promised.
# crowd.sh control: the positive control. Two rounds of 10 s with PAUSE (700); it succeeds when the pause was found.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
verb="${1:-}"
form=()
rooms=1000
case "$verb" in
  "") ;;
  short)
    form=(--short)
    rooms=100
    ROUNDS="${ROUNDS:-2}"
    SECONDS_EACH="${SECONDS_EACH:-10}"
    ;;
  control)
    PAUSE="${PAUSE:-700}"
    ROUNDS="${ROUNDS:-2}"
    SECONDS_EACH="${SECONDS_EACH:-10}"
    ;;
  *) fail "There is no $verb here. Run LoadTests/crowd.sh, LoadTests/crowd.sh short or LoadTests/crowd.sh control." ;;
esac
need hearth-echo hearth-load

make_certificate "$WORK" || exit 2
secure_port="$(free_port)"
# A connection takes a descriptor on either side, and all members are one process: a limit of 20,000 leaves 992 of the 1,000 rooms. Where it
# leaves fewer than 10,000 connections of a server, hearth-load says so and ends with 2.
limit="$(ulimit -Hn)"
ulimit -n "$limit"
if [[ "$limit" != unlimited && "$limit" -lt $((rooms * 20 + 100)) ]]; then
  room_count=$(((limit - 150) / 20))
  [[ "$room_count" -ge 3 ]] || fail "A limit of $limit descriptors is too low. Raise it: ulimit -Hn."
  say "A limit of $limit descriptors leaves $room_count of $rooms rooms; all of them take $((rooms * 20 + 100)) (ulimit -Hn)"
  rooms="$room_count"
fi
say "$rooms rooms of 10 members, ${ROUNDS:-4} rounds of ${SECONDS_EACH:-20} s measured at either server"

crowd() {
  "$PROGRAMS/hearth-load" crowd --spawn "$PROGRAMS/hearth-echo" --rounds "${ROUNDS:-4}" --seconds "${SECONDS_EACH:-20}" \
    --rooms "$rooms" "${form[@]}" ${TOGETHER:+--half-together} ${PAUSE:+--pause-milliseconds "$PAUSE"} \
    --tls-port "$secure_port" --server-argument=--tls-listen --server-argument="127.0.0.1:$secure_port" \
    --server-argument=--tls-cert --server-argument="$WORK/tls.pem" --server-argument=--tls-key --server-argument="$WORK/tls.key"
}

if [[ "$verb" != control ]]; then
  crowd
  exit
fi

say "The troubled server stands still for $PAUSE ms in each round: this must be found out"
status=0
crowd >"$WORK/control.txt" || status=$?
cat "$WORK/control.txt"
[[ "$status" -ne 2 ]] || fail "The control could not be run: hearth-load says why above."
[[ "$status" -eq 1 ]] || fail "The pause was NOT found out (exit status $status): the test proves nothing."
# Nothing but the pause makes a p99 of a tenth of it: 70 ms, where 0.4 are usual.
p99="$(sed -n 's/^p99 .* without, \([0-9]*\) µs with the disturbance$/\1/p' "$WORK/control.txt")"
grep -q '^FAILED      p99 with the disturbance is ' "$WORK/control.txt" && [[ "${p99:-0}" -ge $((PAUSE * 100)) ]] ||
  fail "The control failed for another reason than the pause; hearth-load says for which above."
say "The pause was found out, as it has to be"
