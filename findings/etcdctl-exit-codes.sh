#!/usr/bin/env bash
# A script cannot tell from etcdctl's exit code whether its compare-and-swap was done, whether a key is there, or how its command under a lock ended.
#
# Guess: etcdctl txn whose comparison fails exits with other than 0, as does get of a key that is not there; lock NAME -- COMMAND exits as COMMAND does.
# Seen: etcdctl 3.4.23 (Debian) prints FAILURE and exits with 0; get and del of a missing key and timetolive of a lease that has ended exit with 0; exit
# code 7 of the command under a lock is 1. A value of a key that is not there is equal to nothing and unequal to nothing: txn refuses
# value("missing") != "x" as it refuses = "x"; version("missing") = "0" says that a key is new.
# So a script of an operator reads what txn prints, and a claim compares the version with 0.
source "$(dirname "$0")/common.bash"
etcd_alone

# told WORDS ARGUMENT...: the words, the first line that etcdctl prints, and its exit code.
told() {
  local code=0
  ask_etcd "${@:2}" >"$folder/answer" || code=$?
  echo "$1: $(head -n 1 "$folder/answer" | sed 's/^$/nothing/' | grep . || echo nothing), exit code $code"
}
swap() { printf '%s\n\nput %s\n\n\n' "$1" "$2" | told "$1" txn; }
expect 'get of a missing key: nothing, exit code 0
del of a missing key: 0, exit code 0
value("node") = "two": FAILURE, exit code 0
value("node") = "one": SUCCESS, exit code 0
value("missing") = "x": FAILURE, exit code 0
value("missing") != "x": FAILURE, exit code 0
version("missing") = "0": SUCCESS, exit code 0
lock with exit 0: nothing, exit code 0
lock with exit 7: nothing, exit code 1
timetolive of no lease: lease 0000000000000123 already expired, exit code 0' "$(
  told "get of a missing key" get missing
  told "del of a missing key" del missing
  ask_etcd put node one >"$folder/answer"
  swap 'value("node") = "two"' "node three"
  swap 'value("node") = "one"' "node two"
  swap 'value("missing") = "x"' "missing y"
  swap 'value("missing") != "x"' "missing y"
  swap 'version("missing") = "0"' "missing y"
  told "lock with exit 0" lock purse -- sh -c "exit 0"
  told "lock with exit 7" lock purse -- sh -c "exit 7"
  told "timetolive of no lease" lease timetolive 123
)"
