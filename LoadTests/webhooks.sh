#!/usr/bin/env bash
# Lets the package standardwebhooks from PyPI judge what hearthd sends to a webhook: a receiver that is down at first, and a server that starts anew.
#   LoadTests/webhooks.sh
# Without PyPI nothing is judged, and continuous integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/python-packages.bash

program=${HEARTHD:-.build/debug/hearthd}
folder=${WEBHOOKS_FOLDER:-.build/webhooks}
[ -x "$program" ] || swift build --product hearthd
python_packages LoadTests/webhooks.txt "$folder" "no webhook was judged"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
  -addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout "$work/tls.key" -out "$work/tls.pem" 2>"$work/openssl.log" || {
  cat "$work/openssl.log" >&2
  exit 2
}
"$folder/python/bin/python" LoadTests/webhooks.py "$program" "$work"
