#!/usr/bin/env bash
# Behind pgbouncer new clients are refused for up to fifteen seconds after the server is back, and who has a session goes on writing to the old server.
#
# Guess: a server that was away for a second is tried again within a second of its return.
# Expected besides: after RELOAD with another host, and RECONNECT, no session writes to the old one.
# Seen: pgbouncer 1.18.0 (Debian) tries a server that refused it again only server_login_retry (15 s) later, and answers each client until then with "server
# login has been failing", although psql is served by the server itself; the client that came first waits. After another host for the database, RELOAD
# and RECONNECT, both of which say that they are done, a session in session mode goes on on the old server and writes there; in transaction mode the
# next transaction is on the new one. The manual says that a connection is closed when it is released.
# So server_login_retry is 1 where a fail-over is to be quick, the old server is stopped or fenced before the new one takes over, and each transaction
# that writes compares a fence.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgbouncer=1.18.0*' libevent-2.1-7 libc-ares2 2>"$folder/unsandboxed"
read -r old new pool < <(free_ports 3)
for name in old new; do new_database $name "listen_addresses = '127.0.0.1'" "port = ${!name}" "unix_socket_directories = ''"; done
ask() { "$programs/psql" -X -q -At "host=127.0.0.1 port=$1 user=owner dbname=$2" "${@:3}"; }
for port in "$old" "$new"; do ask "$port" postgres -c "CREATE TABLE entry (id text)"; done
configure() {
  cat >"$folder/pgbouncer.ini" <<C
[databases]
away = host=127.0.0.1 port=$old user=owner dbname=postgres
session = host=127.0.0.1 port=$1 user=owner dbname=postgres pool_mode=session
transaction = host=127.0.0.1 port=$1 user=owner dbname=postgres pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pool
unix_socket_dir =
auth_type = any
admin_users = owner
logfile = $folder/sockets/pgbouncer.log
pidfile = $folder/sockets/pgbouncer.pid
C
}
configure "$old"
start_pgbouncer

# until_served: what the first new client is told, and whether five seconds pass until one is served.
until_served() {
  local began=$SECONDS first
  first=$(ask "$pool" away -c "SELECT 'served'" 2>&1 | sed 's/.*FATAL: *//; 1q') || true
  for _ in $(seq 150); do [ "$(ask "$pool" away -c "SELECT 'served'" 2>"$folder/errors")" = served ] && break || sleep 0.2; done
  echo "the first client: $first; served after $((SECONDS - began > 5 ? 5 : SECONDS - began)) s or more"
}
# write TEXT: in the two sessions that stay open, through their pipes; where each of them wrote.
write() {
  for mode in session transaction; do echo "INSERT INTO entry VALUES ('$1 in $mode mode') RETURNING inet_server_port();" >"$folder/to-$mode"; done
  for mode in session transaction; do
    for _ in $(seq 100); do
      grep -q "$1 in $mode mode" <(ask "$old" postgres -c "TABLE entry"; ask "$new" postgres -c "TABLE entry") && break || sleep 0.1
    done
  done
}
ask "$pool" away -c "SELECT 1" >"$folder/answer"
database old stop -m fast
timeout 2 "$programs/psql" -X "host=127.0.0.1 port=$pool user=owner dbname=away" -c "SELECT 1" >"$folder/answer" 2>&1 || true
database old start
direct=$(ask "$old" postgres -c "SELECT 'served'")
served=$(until_served)

for mode in session transaction; do
  mkfifo "$folder/to-$mode"
  ask "$pool" "$mode" <"$folder/to-$mode" >"$folder/from-$mode" &
  children+=("$!")
done
exec 5>"$folder/to-session" 6>"$folder/to-transaction"
write before
configure "$new"
admin=$(for command in RELOAD "RECONNECT session" "RECONNECT transaction"; do ask "$pool" pgbouncer -c "$command" && echo "$command: 0"; done)
write after
exec 5>&- 6>&-
expect "psql without pgbouncer: served
the first client: server login has been failing, try again later (server_login_retry); served after 5 s or more
RELOAD: 0
RECONNECT session: 0
RECONNECT transaction: 0
the old server has: after in session mode, before in session mode, before in transaction mode
the new server has: after in transaction mode" "$(
  echo "psql without pgbouncer: $direct"
  echo "$served"
  echo "$admin"
  echo "the old server has: $(ask "$old" postgres -c "SELECT string_agg(id, ', ' ORDER BY id) FROM entry")"
  echo "the new server has: $(ask "$new" postgres -c "SELECT string_agg(id, ', ' ORDER BY id) FROM entry")"
)"
