#!/usr/bin/env bash
# One wrong word for synchronous_mode lets Patroni take commits from then on that no standby has, and both ways to set it say that all went well.
#
# Guess: patronictl edit-config and PATCH /config refuse a value that is none ("maybe" for a switch, "abc" for seconds) and a name that does not exist.
# Seen: in Patroni 4.1.5 both store them and say "Configuration changed" with exit code 0, or 200. "on" and "true" are the switch's words; with
# "maybe" it is off: synchronous_standby_names is empty a second later, though synchronous_mode_strict is true, and a commit without any standby
# returns at once. ttl "abc", loopwait and a parameter of PostgreSQL that does not exist are kept, and what was meant does not happen.
# So who changes Patroni's settings asks the primary's synchronous_standby_names afterwards, and a program that must not lose a commit asks for it, too.
source "$(dirname "$0")/common.bash"
patroni_packages
patroni_member a primary
patroni_member b sync
member_sql a -c "CREATE TABLE entry (id int)"

waits_for() { echo "$1: commits wait for \"$(member_sql a -c 'SHOW synchronous_standby_names' | tr -d '"')\""; }
# set_to NAME=VALUE: by patronictl.
set_to() { patronictl edit-config --force --set "$1" 2>&1 | sed -n "s/^\(Conf.*\|Err.*\)/$1: \1/p"; }
# names_until VALUE: until PostgreSQL has these names.
names_until() { until [ "$(member_sql a -c 'SHOW synchronous_standby_names' | tr -d '"')" = "$1" ]; do sleep 0.1; done; }
expect 'at first: commits wait for "b"
synchronous_mode=maybe: Configuration changed
synchronous_mode_strict: true
with maybe: commits wait for ""
with no standby: 1 row is stored
synchronous_mode=on: Configuration changed
with on: commits wait for "*"
PATCH with perhaps: 200
with perhaps: commits wait for ""
loopwait=5: Configuration changed
ttl=abc: Configuration changed
no such parameter: Configuration changed
kept: abc 5 {"wrk_mem": 3}' "$(
  names_until b
  waits_for "at first"
  set_to synchronous_mode=maybe
  patronictl show-config | grep synchronous_mode_strict
  names_until ""
  waits_for "with maybe"
  end_member b
  member_sql a -c "INSERT INTO entry VALUES (1)"
  echo "with no standby: $(member_sql a -c 'SELECT count(*) FROM entry') row is stored"
  set_to synchronous_mode=on
  names_until "*"
  waits_for "with on"
  echo "PATCH with perhaps: $(curl -s --noproxy '*' -o "$folder/answer" -w '%{http_code}' -X PATCH -d '{"synchronous_mode": "perhaps"}' "http://127.0.0.1:$(cat "$folder/rest-of-a")/config")"
  names_until ""
  waits_for "with perhaps"
  set_to loopwait=5
  set_to ttl=abc
  patronictl edit-config --force -p wrk_mem=3 2>&1 | sed -n 's/^Conf/no such parameter: Conf/p'
  curl -s --noproxy '*' "http://127.0.0.1:$(cat "$folder/rest-of-a")/config" |
    python3 -c 'import json, sys; kept = json.load(sys.stdin); print("kept:", kept["ttl"], kept["loopwait"], json.dumps(kept["postgresql"]["parameters"]))'
)"
