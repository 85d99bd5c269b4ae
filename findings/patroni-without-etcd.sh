#!/usr/bin/env bash
# An etcd that is away for some seconds ends every session on Patroni's primary, long before its lease is over, and /primary says 200 meanwhile.
#
# Guess: the primary goes on until its lease (ttl, 20 s here) is over, and GET /primary is 503 as soon as it takes no sessions any more.
# Seen: Patroni 4.1.5 restarts the primary read-only when retry_timeout (3 s here, 10 s by default) is over, so a statement that runs ends with "terminating
# connection", while the lease has more than half of its time left and no standby may take over. While the database is down, before it comes up
# read-only, /primary goes on saying 200 (some two seconds), so a proxy that asks it sends sessions there. When etcd is back the same
# member is primary again, and /primary says 200 when its database still is read-only.
# So a restart of etcd is one of the database for its clients (failsafe_mode is for that), and a client that is refused, or may not write, comes again
# a moment later, whatever the proxy's check says.
source "$(dirname "$0")/common.bash"
patroni_packages
patroni_member a primary
patroni_member b sync

milliseconds() { echo "$(($(date +%s%N) / 1000000))"; }
read_only() { [ "$(member_sql a -c 'SHOW transaction_read_only' 2>&1)" = on ]; }
expect "the session ends: FATAL: terminating connection due to administrator command
after less than 10 of 20 s: yes
while no session begins, /primary says: 200
read-only, /primary says: 503 503
with etcd, /primary says: 200, read-only: on
in the end: 200 503, read-only: off" "$(
  {
    member_sql a -c "SELECT pg_sleep(60)" 2>"$folder/ended" || true
    milliseconds >"$folder/ended-at"
  } >"$folder/slept" &
  until [ "$(member_sql a -c "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'")" = 1 ]; do sleep 0.1; done
  kill "$dcs"
  begin=$(milliseconds)
  until [ -s "$folder/ended-at" ]; do sleep 0.1; done
  echo "the session ends: $(sed -n '1s/  */ /gp' "$folder/ended")"
  echo "after less than 10 of 20 s: $([ $(($(cat "$folder/ended-at") - begin)) -lt 10000 ] && echo yes || echo no)"
  while member_sql a -c "SELECT" >"$folder/answer" 2>&1; do sleep 0.05; done
  echo "while no session begins, /primary says: $(rest a primary)"
  until read_only; do sleep 0.1; done
  until_answer 503 a primary
  echo "read-only, /primary says: $(rest a primary) $(rest b primary)"
  start_dcs
  until [ "$(rest a primary)" = 200 ]; do :; done
  echo "with etcd, /primary says: 200, read-only: $(member_sql a -c 'SHOW transaction_read_only')"
  while read_only; do sleep 0.1; done
  echo "in the end: $(rest a primary) $(rest b primary), read-only: $(member_sql a -c 'SHOW transaction_read_only')"
  kill "$dcs"
)"
