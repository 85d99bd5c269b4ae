#!/usr/bin/env bash
# Puts hearth-echo beside other WebSocket servers under one load generator, in turns, in one run.
#   COMPARE=path/to/compare.py   the comparison program; beside it stand its generator and its peers
#   PEERS=c-tick,socketify       which of its peers; left out: its own choice
#   REPS=5                       repetitions
#   ONLY=plain or ONLY=secure    one half of it
# The peers are built once, below .build/bench, from Debian's packages and PyPI; that asks for root.
set -euo pipefail
cd "$(dirname "$0")/.."

COMPARE="${COMPARE:-}"
REPS="${REPS:-5}"
PEERS="${PEERS:-}"
ONLY="${ONLY:-}"
folder="$PWD/.build/bench"
echo_program="$PWD/.build/release/hearth-echo"

if [[ ! -f "$COMPARE" ]]; then
  cat >&2 <<TEXT
There is no comparison program at "$COMPARE".
It stands apart from this project: a compare.py that drives servers with its generator (fanout), as in
  compare.py --setup DIR, then compare.py --dir DIR --add 'NAME=COMMAND {port}' --peers LIST --workloads LIST --reps N
Name it: make bench COMPARE=path/to/compare.py
TEXT
  exit 2
fi
[[ -x "$echo_program" ]] || { echo "hearth-echo is not built. Run: make bench" >&2; exit 2; }

if [[ ! -x "$folder/fanout" || ! -x "$folder/c_epoll_room" || ! -x "$folder/venv/bin/python" ]]; then
  echo "==> Building the peers into .build/bench (once; some minutes)"
  mkdir -p "$folder"
  python3 "$COMPARE" --setup "$folder" >"$folder/setup.log" 2>&1 || {
    echo "The peers could not be built; .build/bench/setup.log says why. It needs root, Debian's packages and PyPI." >&2
    exit 2
  }
fi

status=0
if [[ "$ONLY" != secure ]]; then
  chosen=()
  [[ -n "$PEERS" ]] && chosen=(--peers "$PEERS")
  ours="ours=$echo_program --listen 127.0.0.1:{port} --rooms --loops 1"
  echo "==> Plain: W1a, W1b, W2, W4; $REPS repetitions"
  python3 "$COMPARE" --dir "$folder" --add "$ours" "${chosen[@]}" --workloads W1a,W1b,W2,W4 --reps "$REPS" --json "$folder/plain.json" || status=1
  echo "==> Plain: 10,000 idle connections"
  python3 "$COMPARE" --dir "$folder" --add "$ours" "${chosen[@]}" --idle 10000 --reps "$REPS" --json "$folder/idle.json" || status=1
fi
if [[ "$ONLY" != plain ]]; then
  echo "==> TLS and permessage-deflate"
  python3 LoadTests/bench-secure.py --compare "$COMPARE" --dir "$folder" --ours "$echo_program" --reps "$REPS" || status=1
fi
exit "$status"
