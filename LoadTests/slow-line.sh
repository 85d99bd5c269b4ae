#!/usr/bin/env bash
# A member reads a large group over a slow line: hearthd and hearth in a network namespace whose loopback lets RATE (20000) bytes through
# a second, and a group of ENTRIES (60000) entries that the member has never seen. `hearth balances` has to end well, with the balances
# that the member at a fast line sees, and to take about the time that the bytes take.
# Then the control: over a line of 500 bytes a second, less than a reader has to take (SPEC CL-04), the server has to end the connection, and
# hearth to fail.
#
# slow-line.sh short: 1,000 entries.
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
if [[ "${HEARTH_SLOW_LINE:-}" != inside ]]; then
  command -v tc >/dev/null || { echo "tc is missing. Install it: apt-get install iproute2" >&2; exit 2; }
  # The short form is left out where the system lets nobody make a namespace or shape a line.
  if [[ "${1:-}" == short ]] && ! unshare --map-root-user --net tc qdisc add dev lo root tbf rate 160kbit burst 4kb limit 40kb 2>/dev/null; then
    echo "left out     no line can be slowed down here: unshare --net or the kernel's sch_tbf is missing"
    exit 0
  fi
  # A namespace of its own: what is done to its loopback touches nothing else, and it is gone when this ends.
  HEARTH_SLOW_LINE=inside exec unshare --map-root-user --net bash "$0" "$@"
fi
ip link set lo up
source "$here/server.sh"
case "${1:-}" in
  "") ENTRIES="${ENTRIES:-60000}" ;;
  short) ENTRIES="${ENTRIES:-1000}" ;;
  *) fail "There is no $1 here. Run LoadTests/slow-line.sh or LoadTests/slow-line.sh short." ;;
esac
RATE="${RATE:-20000}"
need hearthd hearth
command -v python3 >/dev/null || fail "python3 is missing. Install it: apt-get install python3"

as() {
  local name="$1"
  shift
  HEARTH_HOME="$WORK/$name" NO_COLOR=1 LANG=C.UTF-8 "$PROGRAMS/hearth" "$@"
}

# What the loopback has carried, in bytes.
carried() { awk '/lo:/ {print $10}' /proc/self/net/dev; }

# The loopback lets this many bytes through a second, and keeps what waits for a second at most.
slow_down() {
  tc qdisc replace dev lo root tbf rate "$(($1 * 8))bit" burst 4kb limit "$(($1 < 4000 ? 8000 : $1 * 2))" ||
    fail "The line could not be slowed down: the kernel has no token bucket filter (sch_tbf)."
}
ip link set lo mtu 1500
start_server --message-rate 1000000 --connections-per-identity 10000 --connections-per-address 10000
as Asha register --server "$URL" --name Asha >/dev/null
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
group="$(as Asha create "Sharma Family" --currency INR --time-zone UTC --json | field groupId)"
code="$(as Asha invite --role adult --uses 3 --json | field code)"
for name in Ravi Meera; do
  as "$name" register --server "$URL" --name "$name" >/dev/null
  as "$name" join "$code" >/dev/null
done
say "Asha enters $ENTRIES entries over a fast line"
python3 "$here/enter.py" "$URL" "$WORK/Asha/profile.json" "$group" "$ENTRIES" || fail "The entries could not be entered."
# Nothing of the group is kept with those who have to read it.
for name in Ravi Meera; do rm -f "$WORK/$name/"*.db*; done
as Asha balances >"$WORK/fast.txt"

slow_down "$RATE"
say "Ravi reads them over a line of $RATE bytes a second"
before="$(carried)"
began="$(date +%s)"
as Ravi balances >"$WORK/slow.txt" 2>"$WORK/slow-errors.txt" || fail "It did not arrive: $(cat "$WORK/slow-errors.txt")"
seconds=$(($(date +%s) - began))
bytes=$(($(carried) - before))
python3 - "$WORK/fast.txt" "$WORK/slow.txt" <<'PYTHON' || fail "Ravi's balances are not Asha's: $(cat "$WORK/fast.txt" "$WORK/slow.txt")"
import re, sys
sums = [sorted(re.findall(r"₹[\d,.]+", open(path, encoding="utf-8").read())) for path in sys.argv[1:]]
sys.exit(not sums[0] or sums[0] != sums[1])
PYTHON
printf 'arrived      %s entries, %s bytes in %s s, %s bytes/s of %s\n' "$ENTRIES" "$bytes" "$seconds" "$((bytes / (seconds > 0 ? seconds : 1)))" "$RATE"
# A line that was not slow shows nothing.
((seconds * RATE * 2 > bytes)) || fail "The line was not slow."

say "Control: over a line of 500 bytes a second the server has to end the connection"
slow_down 500
# Connections that the server has.
port="$(printf '%04X' "${URL##*:}")"
connections() { awk -v end=":$port\$" '$2 ~ end && $4 == "01"' /proc/self/net/tcp | wc -l; }
as Meera balances >"$WORK/control.txt" 2>&1 &
reader=$!
for _ in $(seq 300); do
  (($(connections) > 0)) && break
  sleep 0.1
done
ended=""
began="$(date +%s)"
# By the rule it is 10 s; the client waits longer than that as long as anything comes.
for _ in $(seq 300); do
  kill -0 "$reader" 2>/dev/null || break
  if (($(connections) == 0)); then
    ended="$(($(date +%s) - began))"
    break
  fi
  sleep 0.1
done
if wait "$reader"; then fail "It arrived over a line that is slower than a reader may be."; fi
[[ -n "$ended" ]] || fail "The server did not end the connection; hearth said: $(cat "$WORK/control.txt")"
printf 'control      ended by the server after %s s; hearth: %s\n' "$ended" "$(head -1 "$WORK/control.txt")"
tc qdisc del dev lo root
stop_server
