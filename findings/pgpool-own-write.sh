#!/usr/bin/env bash
# Behind pgpool a withdrawal reads the balance of the standby, inside the transaction in which it then pays from the primary.
#
# Guess: a SELECT in the session that has just committed an INSERT sees its row.
# Expected besides: within BEGIN and COMMIT every statement is for the primary, from the first on.
# Seen: pgpool 4.3.5 (Debian's), which sends reads to the standby (backend_weight0 = 0), answers that SELECT from the standby, which has not replayed the
# row yet. A SELECT in a transaction goes there, too, until the transaction has written, also at REPEATABLE READ; only at SERIALIZABLE or FOR UPDATE it
# goes to the primary. A view that calls a function that writes fails as read-only, while the function itself, called by its name, goes to the primary.
# pg_is_in_recovery() is false: it asks the primary. Its documentation has these rules.
# So what pays connects to the primary by itself, and reads with FOR UPDATE or in the statement that writes.
source "$(dirname "$0")/common.bash"
postgres_packages 'pgpool2=4.3.5*' libpgpool2 libmemcached11 libhashkit2

# pgpool takes no port below 1024.
read -r primary standby pool control < <(free_ports 4)
new_database home "port = $primary"
echo "$primary" >"$folder/port-of-home"
new_standby copy home "port = $standby"
echo "$standby" >"$folder/port-of-copy"
sql home -c "CREATE TABLE entry (cents int); INSERT INTO entry VALUES (100);
  CREATE FUNCTION book(amount int) RETURNS int LANGUAGE sql AS 'INSERT INTO entry VALUES (amount) RETURNING cents'; CREATE VIEW booked AS SELECT book(0)"
written=$(sql home -c "SELECT pg_current_wal_lsn()")
until_true copy "SELECT pg_last_wal_replay_lsn() >= '$written'"
# A standby that is behind for as long as the script asks.
sql copy -c "SELECT pg_wal_replay_pause()" >"$folder/asked"

# through: what psql answers to its standard input by way of pgpool, in one line.
through() { "$programs/psql" -X -q -At -h 127.0.0.1 -p "$pool" -U owner -d postgres 2>&1 | grep -vE 'CONTEXT|SQL function' | paste -sd' ' || true; }
# pgpool before both, whose reads go to the standby.
as_databases_user mkdir "$folder/sockets/pgpool"
cat >"$folder/pgpool.conf" <<C
listen_addresses = '127.0.0.1'
port = $pool
pcp_port = $control
socket_dir = '$folder/sockets/pgpool'
pcp_socket_dir = '$folder/sockets/pgpool'
pid_file_name = '$folder/sockets/pgpool/pid'
logdir = '$folder/sockets/pgpool'
pool_passwd = ''
backend_clustering_mode = 'streaming_replication'
backend_hostname0 = '$folder/sockets'
backend_port0 = $primary
backend_weight0 = 0
backend_hostname1 = '$folder/sockets'
backend_port1 = $standby
backend_weight1 = 1
sr_check_period = 0
sr_check_user = 'owner'
load_balance_mode = on
num_init_children = 4
C
# The shell writes the number of the process that pgpool then is.
as_databases_user sh -c 'echo $$ >"$1" && shift && exec "$@"' sh "$folder/sockets/pgpool/number" \
  "$folder/debian/usr/sbin/pgpool" -n -f "$folder/pgpool.conf" -F "$folder/none" -a "$folder/none" >"$folder/pgpool.log" 2>&1 &
disown "$!"
for _ in $(seq 300); do
  [ "$(through <<<'SELECT 1')" = 1 ] && break
  sleep 0.1
done
children+=("$(cat "$folder/sockets/pgpool/number")")

expect "INSERT, then SELECT in the session: 100
READ COMMITTED: sum 100 before the transaction's INSERT, 350 after it
REPEATABLE READ: sum 100 before the transaction's INSERT, 450 after it
SERIALIZABLE: sum 450 before the transaction's INSERT, 550 after it
FOR UPDATE in a transaction: 6 entries
the function: 0, the view: ERROR:  cannot execute INSERT in a read-only transaction
pg_is_in_recovery: f" "$(
  in_transaction() { through <<<"BEGIN ISOLATION LEVEL $1; SELECT sum(cents) FROM entry; INSERT INTO entry VALUES (100); SELECT sum(cents) FROM entry; COMMIT"; }
  told() { echo "sum ${1% *} before the transaction's INSERT, ${1#* } after it"; }
  echo "INSERT, then SELECT in the session: $(through <<<$'INSERT INTO entry VALUES (50);\nSELECT sum(cents) FROM entry')"
  sql home -c "INSERT INTO entry VALUES (100)"
  for level in "READ COMMITTED" "REPEATABLE READ" SERIALIZABLE; do echo "$level: $(told "$(in_transaction "$level")")"; done
  echo "FOR UPDATE in a transaction: $(through <<<$'BEGIN;\nSELECT count(*) FROM (SELECT 1 FROM entry FOR UPDATE) entries;\nCOMMIT') entries"
  echo "the function: $(through <<<'SELECT book(0)'), the view: $(through <<<'SELECT * FROM booked')"
  echo "pg_is_in_recovery: $(through <<<'SELECT pg_is_in_recovery()')"
)"
