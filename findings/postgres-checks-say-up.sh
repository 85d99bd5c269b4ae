#!/usr/bin/env bash
# pg_isready and haproxy's check call PostgreSQL well when a member's session is refused: no slot is free, the user may not log in, or writing is off.
#
# Guess: pg_isready -U app ends with another code than 0 when app gets no session, and haproxy's "pgsql-check user app" fails for a user who does not
# exist.
# Seen: pg_isready of 15 (Debian's 15.20) ends with 0 at each answer but "starting up", also at "too many clients already", for a user and
# a database that do not exist, and with default_transaction_read_only = on; its manual says that it needs no right name. haproxy 2.6.12 is content with
# the server's first word, which comes before the user's name is looked up: UP for a user who is not there or may not log in, and when only the slots
# kept for superusers are left. When these are taken too it is DOWN.
# Each of its checks is an error in the server's log where the user or the database is missing.
# So readiness is a query by the program's own user that writes, with a limit on its time, and a program is asked for its own.
source "$(dirname "$0")/common.bash"
postgres_packages 'haproxy=2.6.12*' liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 2>"$folder/unsandboxed"
read -r port front < <(free_ports 2)
new_database ledger "listen_addresses = '127.0.0.1'" "port = $port" "unix_socket_directories = ''" "max_connections = 8" \
  "superuser_reserved_connections = 3"
as() { "$programs/psql" -X -q -At "host=127.0.0.1 port=$port user=$1 dbname=postgres" "${@:2}" 2>&1; }
as owner -c "CREATE USER app" -c "CREATE DATABASE app"
cat >"$folder/haproxy" <<C
defaults
  mode tcp
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend statistics
  mode http
  bind 127.0.0.1:$front
  stats enable
  stats uri /
backend app
  option pgsql-check user app
  server one 127.0.0.1:$port check inter 200ms fall 1 rise 1
backend missing
  option pgsql-check user missing
  server one 127.0.0.1:$port check inter 200ms fall 1 rise 1
C
haproxy -db -f "$folder/haproxy" 2>"$folder/haproxy.log" &
children+=("$!")
disown "$!"

# checked NAME: what a session of app is told, and the three checks.
checked() {
  local ready state
  sleep 1
  for user in app missing; do
    ready+="$("$programs/pg_isready" -q -h 127.0.0.1 -p "$port" -U "$user" -d "$user" && echo 0 || echo "$?"), "
  done
  state=$(curl -s --noproxy '*' "http://127.0.0.1:$front/;csv" | sed -nE 's/^(app|missing),one,([^,]*,){15}(UP|DOWN)[^,]*,.*/\1 \3/p' | paste -sd, -)
  echo "$1: $(as app -c "CREATE TEMPORARY TABLE entry (id int)" -c "SELECT 'a session'" | sed 's/.*FATAL: *//; 1q'); pg_isready ${ready}haproxy $state"
}
# hold USER COUNT: so many sessions of the user that last.
hold() { for _ in $(seq "$2"); do as "$1" -c "SELECT pg_sleep(30)" >"$folder/held" & children+=("$!"); disown "$!"; done; }
seen() {
  checked "as it should be"
  as owner -c "ALTER USER app NOLOGIN"
  checked "may not log in"
  as owner -c "ALTER USER app LOGIN" -c "ALTER SYSTEM SET default_transaction_read_only = on" -c "SELECT pg_reload_conf()" >"$folder/answer"
  checked "writing off"
  as owner -c "ALTER SYSTEM RESET default_transaction_read_only" -c "SELECT pg_reload_conf()" >"$folder/answer"
  hold app 5
  checked "five of eight sessions taken"
  hold owner 3
  checked "all taken"
}
expect 'as it should be: a session; pg_isready 0, 0, haproxy app UP,missing UP
may not log in: role "app" is not permitted to log in; pg_isready 0, 0, haproxy app UP,missing UP
writing off: ERROR:  cannot execute CREATE TABLE in a read-only transaction; pg_isready 0, 0, haproxy app UP,missing UP
five of eight sessions taken: remaining connection slots are reserved for non-replication superuser connections; pg_isready 0, 0, haproxy app UP,missing UP
all taken: sorry, too many clients already; pg_isready 0, 0, haproxy app DOWN,missing DOWN' "$(seen)"
