#!/usr/bin/env bash
# What pgbouncer's query_timeout "cancels" goes on in the server and is stored, while the client has been told of an error.
#
# Guess: query_timeout = 1 sends a cancel request to the server, as statement_timeout does inside it, so an INSERT that took too long stores nothing.
# Seen: pgbouncer 1.18.0 (Debian) closes both connections. PostgreSQL 15 (Debian's 15.20) notices a closed connection only when it writes, after the
# statement, which in autocommit is stored by then. The client has "query timeout" and a broken connection. With statement_timeout in the server
# it is an error and no row; client_connection_check_interval (off by default) ends the statement, too.
# So the time limit stands in the server, and after a broken connection nobody knows: the retry carries the key by which the server knows it again.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgbouncer=1.18.0*' libc-ares2 libevent-2.1-7
new_database ledger
sql ledger -c "CREATE TABLE entry (id int)" -c "CREATE ROLE watched LOGIN" -c "GRANT ALL ON entry TO watched" \
  -c "ALTER ROLE watched SET client_connection_check_interval = '100ms'" \
  -c "CREATE ROLE limited LOGIN" -c "GRANT ALL ON entry TO limited" -c "ALTER ROLE limited SET statement_timeout = '500ms'"

port=$(python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$folder/pgbouncer.ini" <<C
[databases]
postgres = host=$folder/sockets port=$(port_of ledger)
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
unix_socket_dir =
auth_type = trust
auth_file = $folder/sockets/users
pool_mode = transaction
query_timeout = 1
logfile = $folder/sockets/pgbouncer.log
pidfile = $folder/sockets/pgbouncer.pid
C
printf '"%s" ""\n' owner watched limited >"$folder/sockets/users"
start_pgbouncer

# pay ROLE NUMBER: an entry that takes three seconds; what its client is told, and what is stored once the server is done with it.
pay() {
  "$programs/psql" -X -q -h 127.0.0.1 -p "$port" -U "$1" -d postgres -c "INSERT INTO entry SELECT $2 FROM pg_sleep(3)" 2>&1 | sed -n "1s/^/$1: /p"
  until_true ledger "SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE 'INSERT%' AND state = 'active'"
  echo "$1: rows $(sql ledger -c "SELECT count(*) FROM entry WHERE id = $2")"
}
expect "owner: FATAL:  query timeout
owner: rows 1
watched: FATAL:  query timeout
watched: rows 0
limited: ERROR:  canceling statement due to statement timeout
limited: rows 0" "$(
  pay owner 1
  pay watched 2
  pay limited 3
)"
