#!/usr/bin/env bash
# Builds the fuzzer and runs its units one after another. Exits with 1 when a unit has found something.
#   fuzz.sh run        FOR=60s for each unit, TARGET=name for one, RUNS=n to end after n executions instead; PROCESSES=2 run one unit
#                      side by side, share what they find, and have RUNS between them; LENGTH=70000 tries inputs up to that many bytes
#   fuzz.sh control    the same build must find the planted bugs, or the fuzzer is blind
#   fuzz.sh leaks      every input of the corpus, and what was found, leaves no memory behind
#   fuzz.sh coverage   lines of the fuzzed sources that the corpus reaches
#   fuzz.sh differential   the codec beside Python's websockets: CASES=100000 SEED=1
#   fuzz.sh minimise   brings what .build/fuzz/found holds into the corpus, and keeps the fewest inputs that reach as much
# What a unit finds lies in .build/fuzz/crashes; FUZZ_UNIT=name .build/fuzz/release/Fuzz FILE shows it again.
set -euo pipefail
cd "$(dirname "$0")/../.."

corpus=Tests/Fuzz/Corpus
scratch=.build/fuzz
export HEARTH_FUZZ=1 SWIFT_BACKTRACE=enable=no
# Little is kept of freed blocks and of where they came from: what is read after free is read soon, and stacks cost half the speed. Without
# them no leak can be told from what the system keeps; fuzz.sh leaks looks for those.
export ASAN_OPTIONS=malloc_context_size=${STACKS:-1}:quarantine_size_mb=2:thread_local_quarantine_size_kb=64:detect_leaks=0

build() {
  echo "==> Building the fuzzer (the first time takes some minutes)"
  swift build --scratch-path $scratch -c release --product Fuzz --sanitize=address
}

units() { if [ -n "${TARGET:-}" ]; then echo "$TARGET"; else ls $corpus; fi; }

# Bytes of the longest input that is tried: short ones are tried more often, and the tight limits of the units are within their reach.
max_len() {
  case ${LENGTH:+all}$1 in
    all*) echo "$LENGTH" ;;
    request-head | response-head) echo 300 ;;
    tls-records) echo 640 ;;
    tls-handshake | utf8 | distances) echo 100 ;;
    statement* | import-plan) echo 2000 ;;
    node-frames | messages) echo 400 ;;
    *) echo 200 ;;
  esac
}

seconds() {
  local for=${FOR:-60s} unit=1
  case $for in
    *h) unit=3600 ;;
    *m) unit=60 ;;
  esac
  [[ $for =~ ^[1-9][0-9]*[smh]?$ ]] || { echo "FOR=$for is no time. Give seconds, minutes or hours: 90, 90s, 5m, 1h." >&2 && exit 2; }
  echo $((${for%[smh]} * unit))
}

# Runs one unit until its time is over. An input that takes a second of processor time is a violation; the time-out is for endless loops.
# libFuzzer reads its own corpus first and keeps what is new in another folder. The second argument tells the processes of a unit apart.
# The fuzzer takes the place of the shell that calls it.
run_unit() {
  local unit=$1 process=$2
  shift 2
  mkdir -p $scratch/found/"$unit" $scratch/crashes $scratch/logs
  FUZZ_UNIT=$unit exec $scratch/release/Fuzz -timeout=60 -rss_limit_mb=1024 -print_final_stats=1 -print_funcs=0 -print_pcs=0 \
    -artifact_prefix=$scratch/crashes/"$unit"- "$@" >$scratch/logs/"$unit.$process".log 2>&1
}

# A statistic of every process of a unit: the sum, or the largest.
sum() { sed -n "s/^stat::$2: *//p" $scratch/logs/"$1".*.log | awk '{ n += $1 } END { print n + 0 }'; }
largest() { sed -n "s/^stat::$2: *//p" $scratch/logs/"$1".*.log | sort -n | tail -1; }

# A build in which nobody watches what our code reads finds nothing and looks like one that has nothing to find.
is_watched() {
  local log=$scratch/logs/control-ticket.log
  mkdir -p $scratch/logs
  printf S >$scratch/freed
  ! FUZZ_UNIT=control-ticket $scratch/release/Fuzz $scratch/freed >$log 2>&1 && grep -q 'heap-use-after-free' $log ||
    { echo "This build does not see that freed memory is read; see $log. It would find nothing." >&2 && return 1; }
}

run() {
  local unit status=0 until verdict process processes=${PROCESSES:-1} running=()
  [[ $processes =~ ^[1-9][0-9]?$ ]] || { echo "PROCESSES=$processes is no count. Give 1 to 99." >&2 && exit 2; }
  [[ ${LENGTH:-1} =~ ^[1-9][0-9]{0,5}$ ]] || { echo "LENGTH=$LENGTH is no number of bytes. Give 1 to 999999." >&2 && exit 2; }
  [[ ${RUNS:-1} =~ ^[1-9][0-9]{0,8}$ ]] || { echo "RUNS=$RUNS is no count that libFuzzer takes. Give 1 to 999999999." >&2 && exit 2; }
  until=$(seconds)
  until=(-max_total_time="$until")
  # Rounded up, so that together they do not do less.
  [ -z "${RUNS:-}" ] || until=(-runs="$(((RUNS + processes - 1) / processes))")
  build
  is_watched
  printf '%-15s %12s %12s %14s %10s  %s\n' unit executions per-second longest-input coverage verdict
  trap 'kill "${running[@]}" 2>/dev/null; exit 130' INT
  trap 'kill "${running[@]}" 2>/dev/null; exit 143' TERM
  for unit in $(units); do
    verdict=ok
    running=()
    rm -f $scratch/logs/"$unit".*.log
    for ((process = 1; process <= processes; process++)); do
      run_unit "$unit" $process -max_len="$(max_len "$unit")" "${until[@]}" $scratch/found/"$unit" $corpus/"$unit" &
      running+=($!)
    done
    for process in "${running[@]}"; do wait "$process" || { verdict=FOUND && status=1; }; done
    # One that ended early, and in order, has not done what was asked for.
    [ $verdict != ok ] || [ "$(sum "$unit" number_of_executed_units)" -ge "${RUNS:-1}" ] || { verdict=SHORT && status=1; }
    printf '%-15s %12s %12s %11s us %10s  %s\n' "$unit" "$(sum "$unit" number_of_executed_units)" "$(sum "$unit" average_exec_per_sec)" \
      "$(largest "$unit" longest_input_us)" \
      "$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' $scratch/logs/"$unit".*.log | sort -n | tail -1)" $verdict
    [ $verdict != FOUND ] || grep -a -h -E -m 3 'Violation|ERROR|SUMMARY|Test unit' $scratch/logs/"$unit".*.log || true
  done
  [ $status = 0 ] || echo "A unit has found something (see $scratch/logs and $scratch/crashes; mend it, and put the input into $corpus), or fell short." >&2
  return $status
}

control() {
  build
  local unit seeds planted status=0
  for unit in control-cut control-memory control-ticket control-distance; do
    # The corpus of the unit without the bug, and what has to be said of it: a fuzzer that ends for another reason has found nothing.
    case $unit in
      control-cut) seeds=$corpus/frame-cuts planted='Violation: cuts change nothing' ;;
      control-memory) seeds='' planted='ERROR: AddressSanitizer: heap-buffer-overflow' ;;
      control-ticket) seeds='' planted='ERROR: AddressSanitizer: heap-use-after-free' ;;
      control-distance) seeds=$corpus/distances planted='Violation: a copy is too far' ;;
    esac
    SECONDS=0
    rm -rf $scratch/found/$unit
    (run_unit $unit 1 -max_len=200 -max_total_time=60 $scratch/found/$unit $seeds) || true
    if grep -a -q "$planted" $scratch/logs/$unit.1.log; then
      echo "$unit: found after $SECONDS s: $(grep -a -m 1 "$planted" $scratch/logs/$unit.1.log)"
    else
      echo "$unit: NOT found: the fuzzer is blind, or did not run; see $scratch/logs/$unit.1.log" && status=1
    fi
  done
  return $status
}

leaks() {
  build
  local unit log status=0
  mkdir -p $scratch/logs $scratch/found/control-leak
  printf L >$scratch/found/control-leak/leak
  export ASAN_OPTIONS=malloc_context_size=12:detect_leaks=1
  for unit in control-leak $(units); do
    log=$scratch/logs/$unit.leaks.log
    mkdir -p $scratch/found/"$unit"
    FUZZ_UNIT=$unit $scratch/release/Fuzz -runs=0 -timeout=60 -artifact_prefix=$scratch/crashes/"$unit"- \
      $scratch/found/"$unit" $([ "$unit" = control-leak ] || echo "$corpus/$unit") >"$log" 2>&1 || true
    if [ "$unit" = control-leak ]; then
      grep -a -q 'ERROR: LeakSanitizer' "$log" || { echo "The leak that was put there is not found; see $log." >&2 && return 1; }
    elif grep -a -q 'ERROR: \|Violation' "$log" || ! grep -a -q 'INITED' "$log"; then
      echo "$unit: LEAKS, or did not run; see $log" && status=1
    else
      echo "$unit: $(sed -n 's/^#\([0-9]*\).*INITED.*/\1/p' "$log") inputs, nothing left behind"
    fi
  done
  return $status
}

minimise() {
  build
  is_watched
  local unit
  for unit in $(units); do
    mkdir -p $scratch/found/"$unit" $corpus/"$unit"
    rm -rf $scratch/minimal && mkdir -p $scratch/minimal
    (run_unit "$unit" 1 -max_len=20000 -merge=1 $scratch/minimal $corpus/"$unit" $scratch/found/"$unit")
    # A merge leaves out what ends the process, and goes on.
    if grep -a -E 'Violation|ERROR: |caused a failure' $scratch/logs/"$unit".1.log; then
      echo "$unit: an input finds something; its corpus stays as it is. See $scratch/crashes." >&2 && return 1
    fi
    rm -rf ${corpus:?}/"$unit" && mv $scratch/minimal $corpus/"$unit"
    echo "$unit: $(ls $corpus/"$unit" | wc -l) inputs, $(cat $corpus/"$unit"/* | wc -c) bytes"
  done
}

coverage() {
  echo "==> Building with line counters"
  local scratch=.build/fuzz-coverage unit tools sources
  tools=$(dirname "$(readlink -f "$(command -v swift)")")
  # By itself, so that a file that is not there ends this.
  sources=$(parsers)
  swift build --scratch-path $scratch -c debug --product Fuzz \
    -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
  rm -f $scratch/*.profraw
  for unit in $(units); do
    FUZZ_UNIT=$unit LLVM_PROFILE_FILE=$scratch/$unit.profraw $scratch/debug/Fuzz -runs=0 $corpus/"$unit" >$scratch/"$unit".log 2>&1 ||
      { tail -5 $scratch/"$unit".log && return 1; }
  done
  "$tools/llvm-profdata" merge -o $scratch/all.profdata $scratch/*.profraw
  "$tools/llvm-cov" export -summary-only -instr-profile $scratch/all.profdata $scratch/debug/Fuzz $sources |
    python3 -c '
import json, os, sys
files = json.load(sys.stdin)["data"][0]["files"]
# Each part has to reach 95 %, so that none makes up for another.
parts = {"the transport": [0, 0], "bundles and tokens": [0, 0], "statements": [0, 0]}
for file in files:
    lines, name = file["summary"]["lines"], os.path.relpath(file["filename"])
    is_bundle = name.startswith(("Sources/HearthProtocol", "Sources/JSONWebToken"))
    part = parts["statements" if name.startswith("Sources/Statements") else "bundles and tokens" if is_bundle else "the transport"]
    part[0] += lines["covered"]
    part[1] += lines["count"]
    print("%-62s %5d of %5d lines %6.1f %%" % (name, lines["covered"], lines["count"], lines["percent"]))
for name, (covered, count) in parts.items():
    print("%-62s %5d of %5d lines %6.1f %%" % (name, covered, count, 100 * covered / count))
sys.exit(any(100 * covered < 95 * count for covered, count in parts.values()))'
  [ -z "${SHOW:-}" ] || "$tools/llvm-cov" show -instr-profile $scratch/all.profdata $scratch/debug/Fuzz $sources |
    grep -E '^/|^ +[0-9]+\| +0\|'
}

differential() {
  build
  local python=$scratch/python
  if [ ! -x $python/bin/python ]; then
    echo "==> Installing Python's websockets into $python (once)"
    python3 -m venv $python && $python/bin/pip install --quiet --disable-pip-version-check websockets==17.4 ||
      { rm -rf $python && echo "It needs Python 3.11 with venv, and PyPI." >&2 && return 1; }
  fi
  $python/bin/python Tests/Fuzz/differential.py $scratch/release/Fuzz "${CASES:-100000}" "${SEED:-1}"
}

# What of the transport, of bundles, tokens and statements reads a peer's bytes: not the compressor, nor what reads the operator's files or keeps sessions.
parsers() {
  find Sources/WebSocket Sources/Deflate Sources/TLS Sources/Transport/ProxyHeader.swift Sources/Transport/OpeningRecord.swift \
    Sources/HearthProtocol/Bundle Sources/JSONWebToken Sources/Statements/Formats \
    Sources/HearthServer/Nodes/Node{Bytes,Frame,Request,Answer}.swift -name '*.swift' |
    grep -v -E '/(Deflater|BundleWriter|TLSConfiguration|TLSContext|TLSContextHolder|TLSDestination)\.swift$' | sort
}

case ${1:-run} in
  run | control | leaks | minimise | coverage | differential) "${1:-run}" ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
