#!/usr/bin/env bash
# Connections that come, say a little and leave in every way there is: FOR (10m) on one loop; in ten minutes at least a million of them.
# Then the positive control: a server that leaks one connection in 1,000 must be found out, by its descriptors and by its own count.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
need hearth-echo hearth-load

span="${1:-10m}"
least=0
[[ "$span" == 10m ]] && least=1000000
ulimit -n "$(ulimit -Hn)"
say "Connections come and go for $span"
"$PROGRAMS/hearth-load" soak --spawn "$PROGRAMS/hearth-echo" --for "$span" --least "$least"
say "The same against a server that leaks one connection in 1,000: this must be found out"
if "$PROGRAMS/hearth-load" soak --spawn "$PROGRAMS/hearth-echo" --server-argument=--fault-leak-one-in=1000 --for 5s >"$WORK/leak.txt"; then
  cat "$WORK/leak.txt"
  fail "The leak was NOT found out."
fi
grep 'NOT FLAT    descriptors' "$WORK/leak.txt" && grep 'NOT FLAT    live objects' "$WORK/leak.txt" || fail "The control failed for another reason: $(cat "$WORK/leak.txt")"
echo "The leak was found out."
