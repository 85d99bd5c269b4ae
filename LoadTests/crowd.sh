#!/usr/bin/env bash
# 10,000 members on two loops, in turns undisturbed and beside 100 stalled readers, 1,000 half handshakes (half of them TLS) and ping floods.
# ROUNDS (5) and SECONDS_EACH (15) set the length.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearth-echo hearth-load

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -keyout "$WORK/key.pem" -out "$WORK/cert.pem" 2>/dev/null || fail "No certificate could be made. Is openssl installed?"
secure_port="$(free_port)"
# A connection takes a descriptor on either side.
ulimit -n "$(ulimit -Hn)"
say "${ROUNDS:-5} rounds of ${SECONDS_EACH:-15} s without and with the disturbance"
"$PROGRAMS/hearth-load" crowd --spawn "$PROGRAMS/hearth-echo" --rounds "${ROUNDS:-5}" --seconds "${SECONDS_EACH:-15}" \
  --tls-port "$secure_port" --server-argument=--tls-listen --server-argument="127.0.0.1:$secure_port" \
  --server-argument=--tls-cert --server-argument="$WORK/cert.pem" --server-argument=--tls-key --server-argument="$WORK/key.pem"
