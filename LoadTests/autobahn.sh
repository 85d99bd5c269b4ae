#!/usr/bin/env bash
# Runs the Autobahn test suite against hearth-echo, as server and as client, plain and over TLS, and judges the reports.
#   LoadTests/autobahn.sh            cases 1 to 10
#   FULL=1 LoadTests/autobahn.sh     all 517, with permessage-deflate; an hour or more
#   TRANSPORTS=tls SIDES=server ...  only some of the four runs
#   CONTEXTS=1 LoadTests/autobahn.sh the cases of permessage-deflate against a server that keeps compression contexts
# The suite needs Python 2.7 (PYTHON27=path to name one). It is installed once, below .build.
set -euo pipefail
cd "$(dirname "$0")/.."
source LoadTests/loopback.bash

suite=.build/autobahn
echo_program=.build/release/hearth-echo
FULL=${FULL:-}
CONTEXTS=${CONTEXTS:-}

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

children=()
trap 'for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done' EXIT

# A program that listens there already would be judged in our place.
expect_free() {
  ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null || {
    echo "Somebody listens on port $1 already. Give another one: PORT=9501." >&2
    return 1
  }
}

# end_last STATUS: ends what the last run has started, so that its port is free; a server of ours that ends with another status has ended before.
end_last() {
  local status=0
  kill "${children[-1]}" 2>/dev/null || true
  wait "${children[-1]}" 2>/dev/null || status=$?
  unset 'children[-1]'
  [ "$status" -eq "$1" ] || {
    echo "What was started for this ended with status $status, where it has $1 when it is told to end." >&2
    return 1
  }
}

# judge_server FOLDER SCHEME PORT OPTION...: hearth-echo serves, the suite calls.
judge_server() {
  local folder=$1 scheme=$2 port=$3 status=0
  shift 3
  expect_free "$port" || return 1
  "$echo_program" --listen "127.0.0.1:$port" --limits suite "${options[@]}" "$@" >"$folder/echo.log" 2>&1 &
  children+=($!)
  await_port "$port" || return 1
  cat >"$folder/suite.json" <<JSON
{"outdir": "$folder", "cases": $cases, "exclude-cases": [], "exclude-agent-cases": {},
 "servers": [{"agent": "hearth", "url": "$scheme://127.0.0.1:$port"}]}
JSON
  "${wstest[@]}" -m fuzzingclient -s "$folder/suite.json" >"$folder/suite.log" 2>&1 || status=1
  end_last 143 || { tail -3 "$folder/echo.log" >&2 && status=1; }
  return $status
}

# judge_client FOLDER SCHEME PORT OPTION...: the suite serves, hearth-echo calls.
judge_client() {
  local folder=$1 scheme=$2 port=$3 status=0
  shift 3
  cat >"$folder/suite.json" <<JSON
{"outdir": "$folder", "cases": $cases, "exclude-cases": [], "exclude-agent-cases": {}, "url": "$scheme://127.0.0.1:$port",
 "key": "$folder/tls.key", "cert": "$folder/tls.pem"}
JSON
  expect_free "$port" || return 1
  "${wstest[@]}" -m fuzzingserver -s "$folder/suite.json" -u 0 >"$folder/suite.log" 2>&1 &
  children+=($!)
  await_port "$port" || return 1
  "$echo_program" --client "$scheme://127.0.0.1:$port" --agent hearth "${options[@]}" "$@" || status=1
  end_last 0 || status=1
  return $status
}

if [ -n "$CONTEXTS" ]; then
  cases='["12.*", "13.*"]' expected=216 options=(--deflate --context-takeover)
  TRANSPORTS=${TRANSPORTS:-plain} SIDES=server
elif [ -n "$FULL" ]; then
  cases='["*"]' expected=517 options=(--deflate)
else
  cases='["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"]' expected=301 options=()
fi

[ -x "$suite/python/bin/wstest" ] || install_suite
[ -x "$echo_program" ] || swift build -c release --product hearth-echo
wstest=("$suite/python/bin/python" -W ignore LoadTests/autobahn-loopback.py)
port=${PORT:-9401}

status=0
for transport in ${TRANSPORTS:-plain tls}; do
  for side in ${SIDES:-server client}; do
    folder=$suite/$transport-$side
    rm -rf "$folder" && mkdir -p "$folder"
    make_certificate "$folder"
    scheme=ws secured=()
    if [ "$transport" = tls ]; then
      scheme=wss
      [ "$side" = server ] && secured=(--tls-cert "$folder/tls.pem" --tls-key "$folder/tls.key") || secured=(--ca "$folder/tls.pem")
    fi
    echo "==> hearth-echo as the $side, $scheme://, $expected cases"
    "judge_$side" "$folder" "$scheme" "$port" "${secured[@]}" || status=1
    echo "==> Verdict of the suite: $side, $scheme://"
    python3 LoadTests/autobahn-verdict.py "$folder/index.json" "$expected" || status=1
  done
done
exit $status
