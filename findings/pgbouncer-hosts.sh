#!/usr/bin/env bash
# pgbouncer takes a list of hosts in turn, where libpq takes the first that answers: under load some sessions are on the read-only standby.
#
# Guess: host=primary,standby in pgbouncer's [databases] means what it means to libpq: the second is for when the first is away.
# Seen: pgbouncer 1.18.0 (Debian) opens each new connection to a server at the next host of the list. One client after the other is on the first,
# since one connection does for all of them, and every test passes; four at once are on both, where some read what may be old, and what is
# written there is refused ("cannot execute INSERT in a read-only transaction"). It has no target_session_attrs.
# psql of 15.20 with the same list is on the first each time.
# So a pool gets one host, which the fail-over changes, and a node asks pg_is_in_recovery() when it takes a connection.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgbouncer=1.18.0*' libc-ares2 libevent-2.1-7

read -r port pool < <(free_ports 2)
new_database primary "listen_addresses = '127.0.0.1'" "port = $port"
echo "$port" >"$folder/port-of-primary"
sql primary -c "CREATE TABLE entry (id int)"
new_standby standby primary "listen_addresses = '127.0.0.2'" "port = $port" "unix_socket_directories = ''"
cat >"$folder/pgbouncer.ini" <<C
[databases]
postgres = host=127.0.0.1,127.0.0.2 port=$port user=owner
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pool
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
logfile = $folder/sockets/pgbouncer.log
pidfile = $folder/sockets/pgbouncer.pid
C
start_pgbouncer

ask() { "$programs/psql" -X -q -At "$1 user=owner dbname=postgres" -c "$2" 2>&1 || true; }
# at_once COMMAND: what four sessions of the pool at the same time are told, each answer once; tried again until there are two.
at_once() {
  for _ in $(seq 10); do
    four_at_once "$1" >"$folder/answers"
    [ "$(wc -l <"$folder/answers")" -lt 2 ] || break
  done
  cat "$folder/answers"
}
four_at_once() {
  askers=()
  for number in 1 2 3 4; do
    ask "host=127.0.0.1 port=$pool" "$1" >"$folder/answer-$number" &
    askers+=($!)
  done
  wait "${askers[@]}"
  cat "$folder"/answer-? | sort -u
}
where="SELECT pg_sleep(1), CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END"
seen() {
  echo "libpq, three times: $(for _ in 1 2 3; do ask "host=127.0.0.1,127.0.0.2 port=$port" "$where"; done | uniq -c | tr -s ' ')"
  echo "pgbouncer, three times: $(for _ in 1 2 3; do ask "host=127.0.0.1 port=$pool" "$where"; done | uniq -c | tr -s ' ')"
  echo "pgbouncer, four at once:"
  at_once "$where"
  echo "pgbouncer, four writers at once:"
  at_once "INSERT INTO entry SELECT 1 FROM pg_sleep(1) RETURNING 'stored'"
}
expect "libpq, three times:  3 |primary
pgbouncer, three times:  3 |primary
pgbouncer, four at once:
|primary
|standby
pgbouncer, four writers at once:
ERROR:  cannot execute INSERT in a read-only transaction
stored" "$(seen)"
