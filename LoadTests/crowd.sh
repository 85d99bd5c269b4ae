#!/usr/bin/env bash
# 10,000 members on two loops, in turns undisturbed and beside 100 stalled readers, 1,000 half handshakes (half of them TLS) and ping floods.
# ROUNDS (12; fewer decide nothing, since rounds differ among themselves by more than the limit) and SECONDS_EACH (8) set the length.
# While the members are undisturbed the same trouble goes to a second server, which runs when nobody else wants a processor: what the trouble
# costs this machine comes to both phases, and what it costs the server to one. With QUIET=1 there is no second server; with TOGETHER=1 the
# half handshakes all come, end and come again at once.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearth-echo hearth-load

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -keyout "$WORK/key.pem" -out "$WORK/cert.pem" 2>/dev/null || fail "No certificate could be made. Is openssl installed?"
secure_port="$(free_port)"
elsewhere=()
[ -n "${QUIET:-}" ] || elsewhere=(--elsewhere --other-tls-port "$(free_port)")
# A connection takes a descriptor on either side.
ulimit -n "$(ulimit -Hn)"
say "${ROUNDS:-12} rounds of ${SECONDS_EACH:-8} s without and with the disturbance"
"$PROGRAMS/hearth-load" crowd --spawn "$PROGRAMS/hearth-echo" --rounds "${ROUNDS:-12}" --seconds "${SECONDS_EACH:-8}" \
  ${TOGETHER:+--half-together} "${elsewhere[@]}" --tls-port "$secure_port" --server-argument=--tls-listen --server-argument="127.0.0.1:$secure_port" \
  --server-argument=--tls-cert --server-argument="$WORK/cert.pem" --server-argument=--tls-key --server-argument="$WORK/key.pem"
