#!/usr/bin/env bash
# Throws 10,000 random strings of bytes and 10,000 mutated sessions at a server, beside a room that must not notice.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearthd hearth-load

STRINGS="${STRINGS:-10000}"
SESSIONS="${SESSIONS:-10000}"
say "$STRINGS random strings and $SESSIONS mutated sessions against a server with a working room"
start_server --message-rate 1000 --connections-per-address 1000 --connections-per-identity 1000
"$PROGRAMS/hearth-load" hostile --server "$URL" --server-pid "$SERVER_PID" --strings "$STRINGS" --sessions "$SESSIONS"
