#!/usr/bin/env bash
# Under libfaketime a program of Swift's has no arguments, not even its own name, unless one that had libfaketime in it starts it.
#
# Expected: LD_PRELOAD with libfaketime changes what a program reads of the clock, and nothing else of it.
# Seen: libfaketime 0.9.10 (Debian's 0.9.10-2.1) sets FAKETIME_SHARED in its own environment when that is not there, which moves the environment to
# other memory. Swift 6.3.1 finds its arguments in front of the environment, so CommandLine.arguments is empty. A program of Python's keeps its own.
# When the variable is there already, since setpriv, env or any other program with the same LD_PRELOAD has started it, nothing is lost.
# So a hearthd whose clock jumps (make cluster) is started through setpriv. By itself it would print its help and end with 0, as if it had been asked.
source "$(dirname "$0")/common.bash"
debian_packages 'libfaketime=0.9.10*'
unset LD_LIBRARY_PATH
preload=$(ls "$folder"/debian/usr/lib/*/faketime/libfaketimeMT.so.1)
echo 'print(CommandLine.arguments.count, CommandLine.arguments.dropFirst().joined(separator: " "))' >"$folder/told.swift"
swiftc "$folder/told.swift" -o "$folder/told"
echo "import sys; print(len(sys.argv), *sys.argv[1:])" >"$folder/told.py"

expect "3 one two
0 
3 one two
3 one two" "$(
  "$folder/told" one two
  LD_PRELOAD="$preload" "$folder/told" one two
  LD_PRELOAD="$preload" setpriv -- "$folder/told" one two
  LD_PRELOAD="$preload" python3 "$folder/told.py" one two
)"
