#!/usr/bin/env bash
# Lets the package standardwebhooks from PyPI judge what hearthd sends to a webhook: a receiver that is down at first, and a server that starts anew.
#   LoadTests/webhooks.sh
# Without PyPI nothing is judged, and continuous integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/.."
source deploy/python-packages.bash
source LoadTests/loopback.bash

program=${HEARTHD:-.build/debug/hearthd}
folder=${WEBHOOKS_FOLDER:-.build/webhooks}
[ -x "$program" ] || swift build --product hearthd
python_packages LoadTests/webhooks.txt "$folder" "no webhook was judged"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_certificate "$work" || exit 2
"$folder/python/bin/python" LoadTests/webhooks.py "$program" "$work"
