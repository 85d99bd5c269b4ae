#!/usr/bin/env bash
# Runs the Autobahn test suite against hearth-echo, as server and as client, and judges the reports.
#   LoadTests/autobahn.sh            cases 1 to 10
#   FULL=1 LoadTests/autobahn.sh     all 517, with permessage-deflate; some twenty minutes
# The suite needs Python 2.7 (PYTHON27=path to name one). It is installed once, below .build.
set -euo pipefail
cd "$(dirname "$0")/.."

suite=.build/autobahn
echo_program=.build/release/hearth-echo
FULL=${FULL:-}

find_python() {
  local candidate
  for candidate in "${PYTHON27:-}" python2.7 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/2.7*/bin/python2.7 python2; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null || continue
    if "$candidate" -c 'import sys, ssl, zlib; sys.exit(sys.version_info[:2] != (2, 7))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  echo "The Autobahn suite runs on Python 2.7 only, and none was found. With pyenv: pyenv install 2.7.18. Or: make autobahn PYTHON27=/path/to/python2.7" >&2
  return 1
}

install_suite() {
  local python staging
  python=$(find_python)
  echo "==> Installing the Autobahn suite into $suite (once)"
  rm -rf "$suite/python" && mkdir -p "$suite"
  staging=$(mktemp -d)
  # The last release of virtualenv that makes environments for 2.7.
  "$python" -m pip install --quiet --disable-pip-version-check --target "$staging" virtualenv==20.15.1 2>"$suite/install.log" &&
    PYTHONPATH=$staging "$python" -m virtualenv --quiet --no-download "$suite/python" 2>>"$suite/install.log" &&
    "$suite/python/bin/pip" install --quiet --constraint LoadTests/autobahn-constraints.txt autobahntestsuite==25.10.1 \
      >>"$suite/install.log" 2>&1 || {
    rm -rf "$staging" "$suite/python"
    echo "The suite could not be installed; $suite/install.log says why. It needs PyPI and a C compiler." >&2
    return 1
  }
  rm -rf "$staging"
}

# Waits until something listens on a port of 127.0.0.1, for ten seconds.
await_port() {
  local attempt
  for attempt in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.1
  done
  echo "Nothing listens on port $1." >&2
  return 1
}

children=()
trap 'for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done' EXIT

if [ -n "$FULL" ]; then
  cases='["*"]' expected=517 options=(--deflate)
else
  cases='["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"]' expected=301 options=()
fi

[ -x "$suite/python/bin/wstest" ] || install_suite
[ -x "$echo_program" ] || swift build -c release --product hearth-echo
wstest=("$suite/python/bin/python" -W ignore LoadTests/autobahn-loopback.py)
server_port=${SERVER_PORT:-9401} suite_port=${SUITE_PORT:-9402}
rm -rf "$suite/server" "$suite/client" && mkdir -p "$suite/server" "$suite/client"

echo "==> hearth-echo as the server: $expected cases"
"$echo_program" --listen "127.0.0.1:$server_port" "${options[@]}" >"$suite/server.log" 2>&1 &
children+=($!)
await_port "$server_port"
cat >"$suite/server.json" <<JSON
{"outdir": "$suite/server", "cases": $cases, "exclude-cases": [], "exclude-agent-cases": {},
 "servers": [{"agent": "hearth", "url": "ws://127.0.0.1:$server_port"}]}
JSON
"${wstest[@]}" -m fuzzingclient -s "$suite/server.json" >"$suite/server-suite.log" 2>&1

echo "==> hearth-echo as the client: $expected cases"
cat >"$suite/client.json" <<JSON
{"outdir": "$suite/client", "cases": $cases, "exclude-cases": [], "exclude-agent-cases": {}, "url": "ws://127.0.0.1:$suite_port"}
JSON
"${wstest[@]}" -m fuzzingserver -s "$suite/client.json" -u 0 >"$suite/client-suite.log" 2>&1 &
children+=($!)
await_port "$suite_port"
"$echo_program" --client "ws://127.0.0.1:$suite_port" --agent hearth "${options[@]}"

status=0
for side in server client; do
  echo "==> Verdict of the suite: $side"
  python3 LoadTests/autobahn-verdict.py "$suite/$side/index.json" "$expected" || status=1
done
exit $status
