#!/usr/bin/env bash
# Swift's compiler writes unwinding tables whatever it is told, though nothing of Swift reads them: a program without them throws and catches as before.
#
# Guess: swiftc passes -Xcc on to the clang that makes the code, so -Xcc -fno-asynchronous-unwind-tables leaves .eh_frame out, as it does in C.
# Seen: with Swift 6.3.1 the object has as much of .eh_frame with it as without; clang leaves it out of the same in C.
# A program that the linker leaves it out of throws an error of Swift's and catches it.
# So deploy/package/no-unwinding.ld lets the linker do it: 7 MB of hearthd.
source "$(dirname "$0")/common.bash"
cat >"$folder/told.swift" <<'S'
struct TooMuch: Error {}
@inline(never) func spend(_ amount: Int) throws -> Int { if amount > 3 { throw TooMuch() } else { return amount } }
@main struct Told { static func main() { do { print(try spend(3)); print(try spend(4)) } catch { print("caught \(error)") } } }
S
echo 'int spend(int amount) { return amount > 3 ? -1 : amount; }' >"$folder/told.c"
echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .rodata;' >"$folder/without.ld"
tables() { size -A "$1" | awk '$1 == ".eh_frame" { there = $2 } END { print (there > 0 ? "tables" : "none") }'; }
without=(-fno-asynchronous-unwind-tables -fno-unwind-tables)
cd "$folder"
swiftc -O -parse-as-library -c told.swift -o with.o
swiftc -O -parse-as-library -Xcc "${without[0]}" -Xcc "${without[1]}" -c told.swift -o without.o
clang -O2 -c told.c -o with-c.o
clang -O2 "${without[@]}" -c told.c -o without-c.o
swiftc -O -parse-as-library -use-ld=lld -Xlinker -T -Xlinker without.ld told.swift -o told

expect "Swift: tables tables
C: tables none
linked without: none
3
caught TooMuch()" "$(
  echo "Swift: $(tables with.o) $(tables without.o)"
  echo "C: $(tables with-c.o) $(tables without-c.o)"
  echo "linked without: $(tables told)"
  ./told
)"
