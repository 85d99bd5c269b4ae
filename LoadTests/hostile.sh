#!/usr/bin/env bash
# Throws 10,000 random strings of bytes and 10,000 mutated sessions at a server, beside a room that must not notice; then plays every row
# of the catalogue of bad input 1,000 times (TIMES) against servers of its own, whose memory and descriptors must stay as they are.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load

STRINGS="${STRINGS:-10000}"
SESSIONS="${SESSIONS:-10000}"
say "$STRINGS random strings and $SESSIONS mutated sessions against a server with a working room"
start_server --message-rate 1000 --connections-per-address 1000 --connections-per-identity 1000
"$PROGRAMS/hearth-load" hostile --server "$URL" --server-pid "$SERVER_PID" --strings "$STRINGS" --sessions "$SESSIONS"
stop_server

TIMES="${TIMES:-1000}"
say "Every row of the catalogue of bad input, $TIMES times, plain, over TLS and either in segments of one byte (the report names what is not)"
mkdir "$WORK/catalogue"
make_certificate "$WORK" || exit 2
"$PROGRAMS/hearth-load" hostile --catalogue --times "$TIMES" --spawn "$PROGRAMS/hearthd" --data "$WORK/catalogue" \
  --certificate "$WORK/tls.pem" --key "$WORK/tls.key"
