#!/usr/bin/env bash
# Puts hearth-echo beside other WebSocket servers under one load generator, in turns, in one run, and judges it by what is promised.
#   COMPARE=path/to/compare.py   the comparison program; beside it stand its generator and its peers
#   PEERS=c-tick,socketify       which of its peers in the plain half, each of which has to give results
#   REPS=5                       repetitions
#   ONLY=plain or ONLY=secure    one half of it
#   bench.sh --check             only whether there is a comparison program
# The peers are built once, below .build/bench, from Debian's packages and PyPI; that asks for root.
set -euo pipefail
cd "$(dirname "$0")/.."

COMPARE="${COMPARE:-}"
REPS="${REPS:-5}"
PEERS="${PEERS:-c-tick,socketify,libwebsockets,nio-shared,node-ws}"
ONLY="${ONLY:-}"
case "$ONLY" in "" | plain | secure) ;; *) echo "ONLY=$ONLY: it is plain, or secure, or left out for both." >&2 && exit 2 ;; esac
folder="$PWD/.build/bench"
echo_program="$PWD/.build/release/hearth-echo"

if [[ ! -f "$COMPARE" ]]; then
  if [[ -n "$COMPARE" ]]; then echo "There is no comparison program at \"$COMPARE\"." >&2; else echo "COMPARE names no comparison program." >&2; fi
  cat >&2 <<'TEXT'
make bench puts hearth-echo beside WebSocket servers of others. What starts them in turns, loads them and measures is a comparison program,
compare.py, and it is not part of this repository: it lies in a folder with its load generator (fanout.c) and the other servers (peers/).
How to get one:
  - Ask the people who took the figures in LoadTests/RESULTS.md for a copy of the whole folder; it cannot be downloaded.
  - Or write one. It is called as
      compare.py --setup DIR    makes DIR/fanout (the generator), DIR/c_epoll_room (the reference in C) and DIR/venv (a Python for peers)
      compare.py --dir DIR --add 'NAME=COMMAND {port}' --peers LIST --workloads W1a,W1b,W2,W4 --reps N --json FILE
      compare.py --dir DIR --add 'NAME=COMMAND {port}' --peers LIST --idle N --reps N --json FILE
    and writes to FILE what LoadTests/bench-verdict.py judges, a list with a row for each repetition of each server. For the half over TLS,
    LoadTests/bench-secure.py imports its peers, WORKLOADS and measure.
Then: make bench COMPARE=path/to/compare.py
Without one, make load measures hearthd by itself.
TEXT
  exit 2
fi
# Asked before anything is built.
[[ "${1:-}" != --check ]] || exit 0
[[ -x "$echo_program" ]] || { echo "hearth-echo is not built. Run: make bench" >&2; exit 2; }

if [[ ! -x "$folder/fanout" || ! -x "$folder/c_epoll_room" || ! -x "$folder/venv/bin/python" ]]; then
  echo "==> Building the peers into .build/bench (once; some minutes)"
  mkdir -p "$folder"
  python3 "$COMPARE" --setup "$folder" >"$folder/setup.log" 2>&1 || {
    echo "The peers could not be built; .build/bench/setup.log says why. It needs root, Debian's packages and PyPI." >&2
    exit 2
  }
fi

# compare FILE OPTION...: its status does not count: it is 1 for the loss of a peer too, and a run that crashed leaves no file to judge.
compare() {
  local file="$folder/$1"
  shift
  python3 "$COMPARE" --dir "$folder" --add "ours=$echo_program --listen 127.0.0.1:{port} --rooms --loops 1" --peers "$PEERS" \
    --reps "$REPS" --json "$file" "$@" ||
    echo "The comparison ended with status $?: it crashed, or a server gave no result or wrong messages. What counts is judged at the end."
}

status=0
judged=(--dir "$folder" --reps "$REPS" --peers "$PEERS")
[[ -n "$ONLY" ]] && judged+=(--only "$ONLY")
if [[ "$ONLY" != secure ]]; then
  rm -f "$folder/plain.json" "$folder/idle.json"
  echo "==> Plain: W1a, W1b, W2, W4; $REPS repetitions"
  compare plain.json --workloads W1a,W1b,W2,W4
  echo "==> Plain: 10,000 idle connections"
  compare idle.json --idle 10000
fi
if [[ "$ONLY" != plain ]]; then
  rm -f "$folder/secure.json"
  echo "==> TLS and permessage-deflate"
  python3 LoadTests/bench-secure.py --compare "$COMPARE" --dir "$folder" --ours "$echo_program" --reps "$REPS" || status=1
fi
echo "==> What is promised"
python3 LoadTests/bench-verdict.py "${judged[@]}" || status=1
python3 LoadTests/bench-verdict.py --control || status=1
exit "$status"
