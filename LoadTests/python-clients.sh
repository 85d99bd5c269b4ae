#!/usr/bin/env bash
# Lets the usual WebSocket clients of Python talk to hearthd, with and without compression, plain and over TLS.
#   LoadTests/python-clients.sh
#   SHORT=1 LoadTests/python-clients.sh     with compression alone, where clients differ
# The clients come from PyPI, once, into virtual environments below .build; Debian's are tried as well. Without PyPI nothing is tried, and continuous
# integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/python-packages.bash
source LoadTests/loopback.bash

program=${HEARTHD:-.build/debug/hearthd}
folder=${CLIENTS_FOLDER:-.build/python-clients}
port=${PORT:-9421}
[ -x "$program" ] || swift build --product hearthd
python_packages LoadTests/python-clients.txt "$folder" "no client was tried"
python_packages LoadTests/python-clients-older.txt "$folder-older" "no client was tried"

work=$(mktemp -d)
child=
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || true; rm -rf "$work"' EXIT
make_certificate "$work" || exit 2

# A Python, and its clients where it has not all of them.
all=(
  "$folder/python/bin/python"
  "$folder-older/python/bin/python tornado"
  "/usr/bin/python3 websockets (connect),aiohttp,websocket-client,tornado"
)
compressions=(without with)
[ -z "${SHORT:-}" ] || compressions=(with)
status=0
for transport in plain tls; do
  for compression in "${compressions[@]}"; do
    server=() client=()
    [ "$transport" = plain ] || server+=(--tls-cert "$work/tls.pem" --tls-key "$work/tls.key") client+=(--ca "$work/tls.pem")
    [ "$compression" = without ] || server+=(--deflate) client+=(--deflate)
    echo "==> $transport, $compression compression"
    "$program" serve --listen "127.0.0.1:$port" --admin-listen "127.0.0.1:$((port + 1))" --data "$work/$transport-$compression" \
      "${server[@]}" >"$work/log" 2>&1 &
    child=$!
    await_port "$port" "$child" || { cat "$work/log" >&2; exit 1; }
    for clients in "${all[@]}"; do
      read -r python only <<<"$clients"
      echo "$("$python" -c 'import sys; print("Python", sys.version.split()[0])') of $python"
      names=()
      [ -z "$only" ] || IFS=, read -ra names <<<"$only"
      timeout 30 "$python" LoadTests/python-clients.py "127.0.0.1:$port" "${client[@]}" "${names[@]/#/--only=}" || status=1
    done
    # Nothing of it is kept.
    kill -9 "$child" && wait "$child" 2>/dev/null || true
    child=
  done
done
exit $status
