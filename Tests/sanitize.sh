#!/usr/bin/env bash
# Builds the tests with a sanitizer, in a folder of its own, and runs those of the targets that share memory or own it by hand.
#   Tests/sanitize.sh [thread] [address]     both when none is named
# FILTER=RegularExpression runs other tests. First, the sanitizer has to find a fault that was put there for it.
set -euo pipefail
cd "$(dirname "$0")/.."

filter=${FILTER:-'^(TransportTests|TLSTests|DeflateTests|WebSocketTests|HearthServerTests|HearthClientTests|CatalogueTests)\.'}
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

control() {
  local report="$scratch/control-$1.log"
  swiftc -sanitize="$1" "$scratch/control.swift" -o "$scratch/control-$1" >"$scratch/compiler.log" 2>&1 || {
    cat "$scratch/compiler.log" >&2
    return 1
  }
  if "$scratch/control-$1" "$1" >"$report" 2>&1 || ! grep -q "$2" "$report"; then
    echo "The sanitizer does not find a fault that was put there for it, so its silence means nothing here:" >&2
    cat "$report" >&2
    return 1
  fi
}

# sanitize NAME FOLDER HEADLINE: the headline begins each report of the sanitizer.
sanitize() {
  local name=$1 folder=$2 headline=$3 log=$2/tests.log status=0 reports tests
  control "$name" "$headline" || return 1
  echo "==> Building with the $name sanitizer in $folder (the first time takes many minutes)"
  swift build --build-tests --sanitize "$name" --scratch-path "$folder" >"$scratch/build.log" 2>&1 || {
    grep -E 'error:' "$scratch/build.log" >&2 || tail -20 "$scratch/build.log" >&2
    return 1
  }
  echo "==> Running $filter"
  # OpenSSL and Foundation keep some memory for as long as the process lives; leaks are what the soak tests look for.
  ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$PWD/Tests/tsan-suppressions.txt" SWIFT_BACKTRACE=enable=no \
    swift test --skip-build --sanitize "$name" --scratch-path "$folder" --disable-xctest --filter "$filter" >"$log" 2>&1 || status=1
  reports=$(grep -c "$headline" "$log" || true)
  tests=$(grep -oE 'Test run with [0-9]+ tests' "$log" | grep -oE '[0-9]+' | tail -1 || true)
  if [ "$status" -eq 0 ] && [ "$reports" -eq 0 ] && [ "${tests:-0}" -gt 0 ]; then
    echo "==> Verdict of the $name sanitizer: clean, $tests tests passed; the fault put there for it was found"
    return
  fi
  grep -E '^✘|^SUMMARY' "$log" | sort | uniq -c | sort -rn | head -20
  echo "==> Verdict of the $name sanitizer: NOT CLEAN, $reports reports, ${tests:-0} tests run; see $log"
  return 1
}

status=0
for name in ${*:-thread address}; do
  case $name in
    thread) sanitize thread .build-tsan 'WARNING: ThreadSanitizer' || status=1 ;;
    address) sanitize address .build-asan 'ERROR: AddressSanitizer' || status=1 ;;
    *) echo "There is no sanitizer called $name here: thread, address." >&2 && exit 64 ;;
  esac
done
exit $status
