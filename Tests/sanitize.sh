#!/usr/bin/env bash
# Builds the tests with a sanitizer, in a folder of its own, and runs them all; the programs that they start are built with it too.
# Of what is tried on random cases there are fewer than in make test, since each takes many times as long.
#   Tests/sanitize.sh [thread] [address]     both when none is named
# FILTER=RegularExpression runs some of them. First, the sanitizer has to find a bug that was put there for it.
set -euo pipefail
cd "$(dirname "$0")/.."

filter=${FILTER:-.}
export HEARTH_SIMULATE_SEEDS=${HEARTH_SIMULATE_SEEDS:-20} HEARTH_SIMULATE_REPLAYS=${HEARTH_SIMULATE_REPLAYS:-2}
export HEARTH_PROPERTY_CASES=${HEARTH_PROPERTY_CASES:-300}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Two threads that count together without a lock, and a look at freed memory.
cat >"$scratch/control.swift" <<'SWIFT'
import Glibc

nonisolated(unsafe) let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
count.initialize(to: 0)
if CommandLine.arguments.last == "thread" {
  var threads = [pthread_t](repeating: 0, count: 2)
  for index in threads.indices {
    pthread_create(&threads[index], nil, { count in
      for _ in 0..<1000 { count?.assumingMemoryBound(to: Int.self).pointee += 1 }
      return nil
    }, count)
  }
  for thread in threads { pthread_join(thread, nil) }
} else {
  count.deallocate()
  print(count.pointee)
}
SWIFT

# options NAME FILE: where the sanitizer of this process and of all that it starts writes, each to FILE.ITS-ID. What a test starts keeps its
# standard error to itself, and is ended by a signal, which no exit status tells from the end of a sound one.
# OpenSSL and Foundation keep some memory for as long as the process lives; leaks are what the soak tests look for.
options() {
  export ASAN_OPTIONS="detect_leaks=0:log_path=$2"
  export TSAN_OPTIONS="suppressions=$PWD/Tests/tsan-suppressions.txt:log_path=$2"
}

control() {
  local report="$scratch/control-$1"
  swiftc -sanitize="$1" "$scratch/control.swift" -o "$scratch/control-$1" >"$scratch/compiler.log" 2>&1 || {
    cat "$scratch/compiler.log" >&2
    return 1
  }
  # As a test starts a program: its report is found in its file.
  if (options "$1" "$report" && "$scratch/control-$1" "$1") >"$report.log" 2>&1 || ! grep -qs "$2" "$report".[0-9]*; then
    echo "The sanitizer does not find a bug that was put there for it, so its silence means nothing here:" >&2
    cat "$report".* >&2
    return 1
  fi
}

# are_watched FOLDER CALL: whatever the flags were, the code of each of our targets calls the sanitizer about what it reads. A program that
# is merely linked with it looks the same from outside, and reports nothing.
are_watched() {
  local target objects count=0
  for target in Sources/* hearth-echo; do
    objects=$1/debug/$(basename "${target//-/_}").build
    # What only has headers has no code.
    [ -d "$objects" ] || continue
    count=$((count + 1))
    find "$objects" -name '*.o' -exec nm -u {} + | grep -c -E "$2" >/dev/null || {
      echo "$objects: code without the sanitizer" >&2
      return 1
    }
  done
  [ "$count" -gt 10 ] || { echo "No more than $count of our targets are in $1" >&2 && return 1; }
}

# sanitize NAME FOLDER HEADLINE CALL: the headline begins each report of the sanitizer, the call is in all code that it watches.
sanitize() {
  local name=$1 folder=$2 headline=$3 call=$4 log=$2/tests.log status=0 reports tests
  control "$name" "$headline" || return 1
  echo "==> Building with the $name sanitizer in $folder (the first time takes many minutes)"
  swift build --build-tests --sanitize "$name" --scratch-path "$folder" >"$scratch/build.log" 2>&1 || {
    grep -E 'error:' "$scratch/build.log" >&2 || tail -20 "$scratch/build.log" >&2
    return 1
  }
  # The tests start the programs that stand beside them.
  are_watched "$folder" "$call" || return 1
  echo "==> Running $filter"
  rm -f "$folder"/report.*
  (
    options "$name" "$PWD/$folder/report"
    SWIFT_BACKTRACE=enable=no swift test --skip-build --sanitize "$name" --scratch-path "$folder" --disable-xctest --filter "$filter"
  ) >"$log" 2>&1 || status=1
  reports=$(find "$folder" -maxdepth 1 -name 'report.*' -exec cat {} + | cat - "$log" | grep -c "$headline" || true)
  tests=$(grep -oE 'Test run with [0-9]+ tests?' "$log" | grep -oE '[0-9]+' | tail -1 || true)
  if [ "$status" -eq 0 ] && [ "$reports" -eq 0 ] && [ "${tests:-0}" -gt 0 ]; then
    echo "==> Verdict of the $name sanitizer: clean, $tests tests passed; the bug put there for it was found"
    return
  fi
  find "$folder" -maxdepth 1 -name 'report.*' -exec cat {} + | cat - "$log" | grep -E '^✘|^SUMMARY' | sort | uniq -c | sort -rn | head -20
  echo "==> Verdict of the $name sanitizer: NOT CLEAN, $reports reports, ${tests:-0} tests run; see $log and $folder/report.*"
  return 1
}

status=0
for name in ${*:-thread address}; do
  case $name in
    thread) sanitize thread .build-tsan 'WARNING: ThreadSanitizer' '__tsan_(read|write)' || status=1 ;;
    address) sanitize address .build-asan 'ERROR: AddressSanitizer' '__asan_(report|load)' || status=1 ;;
    *) echo "There is no sanitizer called $name here: thread, address." >&2 && exit 64 ;;
  esac
done
exit $status
