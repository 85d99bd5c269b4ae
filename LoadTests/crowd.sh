#!/usr/bin/env bash
# 10,000 members of either of two servers, of which by turns one is troubled by 100 stalled readers, 1,000 half handshakes (half of them TLS)
# and ping floods. ROUNDS (4) and SECONDS_EACH (20) set the length. Members talk to the one and the other by turns of half a second, so that
# whatever the machine does beside comes to both; with TOGETHER=1 the half handshakes all come, end and come again at once. With PAUSE=700 the
# troubled server stands still for 700 ms in each round, which has to be found.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearth-echo hearth-load

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -keyout "$WORK/key.pem" -out "$WORK/cert.pem" 2>/dev/null || fail "No certificate could be made. Is openssl installed?"
secure_port="$(free_port)"
# A connection takes a descriptor on either side, and all members are one process: a limit of 20,000 leaves 992 of the 1,000 rooms.
ulimit -n "$(ulimit -Hn)"
rooms=1000
[ "$(ulimit -n)" = unlimited ] || [ "$(ulimit -n)" -ge 20100 ] || rooms=$((($(ulimit -n) - 150) / 20))
say "${ROUNDS:-4} rounds of ${SECONDS_EACH:-20} s measured at either server"
"$PROGRAMS/hearth-load" crowd --spawn "$PROGRAMS/hearth-echo" --rounds "${ROUNDS:-4}" --seconds "${SECONDS_EACH:-20}" \
  --rooms "$rooms" ${TOGETHER:+--half-together} ${PAUSE:+--pause-milliseconds "$PAUSE"} \
  --tls-port "$secure_port" --server-argument=--tls-listen --server-argument="127.0.0.1:$secure_port" \
  --server-argument=--tls-cert --server-argument="$WORK/cert.pem" --server-argument=--tls-key --server-argument="$WORK/key.pem"
