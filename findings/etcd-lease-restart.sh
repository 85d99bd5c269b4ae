#!/usr/bin/env bash
# A restart of etcd gives every lease its whole time again, and a lease of one second is one of two.
#
# Guess: a lease that has one second left ends a second after the restart, or at once when the time has passed meanwhile.
# Seen: in etcd 3.4.23 (Debian) a lease of 12 s that was 6 s old has more than 10 s left after kill -9 and a new start. A lease of 1 s is granted with
# 2 s, since it may not be shorter than one and a half election time-outs.
# So the lease of a node that died ends up to its whole time after etcd's last restart or change of leader: a fail-over is no faster than that, and a
# lease says that nobody else holds it, not for how long its holder has been gone. The time that was granted is read from the answer.
source "$(dirname "$0")/common.bash"
etcd_alone

left() { ask_etcd lease timetolive "$1" | sed -E 's/.*remaining\(([0-9]+)s\)/\1/'; }

expect "granted for 1 s: 2
before the restart: at most 6 of 12
after it: more than 10 of 12" "$(
  echo "granted for 1 s: $(ask_etcd lease grant 1 | sed -E 's/.*TTL\(([0-9]+)s\)/\1/')"
  lease=$(ask_etcd lease grant 12 | cut -d ' ' -f 2)
  while [ "$(left "$lease")" -gt 6 ]; do :; done
  echo "before the restart: at most 6 of 12"
  kill -KILL "$dcs"
  while kill -0 "$dcs" 2>/dev/null; do :; done
  start_etcd
  after=$(left "$lease")
  kill "$dcs"
  echo "after it: $([ "$after" -gt 10 ] && echo "more than 10" || echo "$after") of 12"
)"
