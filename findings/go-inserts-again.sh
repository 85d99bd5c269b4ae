#!/usr/bin/env bash
# A payment that Go sends by lib/pq is stored twice, without an error, when an operator ends its session before the answer.
#
# Guess: db.Exec of an INSERT whose connection ends before the answer is an error, and nothing sends it again, as nobody knows whether it was stored.
# Seen: lib/pq 1.10.7 (Debian's, Go 1.19.8) calls an end without an answer driver.ErrBadConn, by which a driver says that a statement had no effect, and
# database/sql then sends it again by itself, twice at most. PostgreSQL 15 (Debian's 15.20) alone shows it: an INSERT is stored here and waits for its
# synchronous standby, an operator ends the session, and after the second one was answered there are two rows and no error. With text and with parameters.
# INSERT ... RETURNING by QueryRow, and INSERT within Begin and Commit, are an error, and one row. pgx 4.15 (stdlib) has an error and one row in each way.
# The documentation of ErrBadConn forbids this use, and lib/pq's issues have known it since 2020 (939).
# So each payment has a key of its own that the table holds unique, and a program that uses lib/pq writes within transactions.
source "$(dirname "$0")/common.bash"

pgx=()
for name in pgconn pgtype chunkreader-v2 pgio pgpassfile pgproto3-v2 pgservicefile; do pgx+=("golang-github-jackc-$name-dev"); done
postgres_packages 'golang-1.19-go=1.19.8*' 'golang-1.19-src=1.19.8*' 'golang-github-lib-pq-dev=1.10.7*' 'golang-github-jackc-pgx-v4-dev=4.15.0*' \
  "${pgx[@]}" golang-golang-x-crypto-dev golang-golang-x-text-dev
mkdir "$folder/pay"
cat >"$folder/pay/pay.go" <<'G'
package main

import (
	"database/sql"
	"fmt"
	"os"

	_ "github.com/jackc/pgx/v4/stdlib"
	_ "github.com/lib/pq"
)

const insert = "INSERT INTO entry (cents) VALUES ($1)"

func pay(db *sql.DB, way string) error {
	var id int
	switch way {
	case "text":
		_, err := db.Exec("INSERT INTO entry (cents) VALUES (1250)")
		return err
	case "parameter":
		_, err := db.Exec(insert, 1250)
		return err
	case "returning":
		return db.QueryRow(insert+" RETURNING id", 1250).Scan(&id)
	default:
		transaction, err := db.Begin()
		if err != nil {
			return err
		}
		if _, err := transaction.Exec(insert, 1250); err != nil {
			return err
		}
		return transaction.Commit()
	}
}

func main() {
	db, err := sql.Open(os.Args[1], os.Args[2])
	if err != nil {
		panic(err)
	}
	if pay(db, os.Args[3]) == nil {
		fmt.Print("no error")
	} else {
		fmt.Print("an error")
	}
}
G
(
  GOROOT="$folder/debian/usr/lib/go-1.19"
  export GOROOT GOPATH="$folder/debian/usr/share/gocode" GOCACHE="$folder/go" GO111MODULE=off
  "$GOROOT/bin/go" build -p 2 -o "$folder/pay/pay" "$folder/pay/pay.go"
)

new_database home
sql home -c "CREATE TABLE entry (id serial PRIMARY KEY, cents bigint)"
# wait_for_standby NAME: each commit waits for the standby of that name; for none when the name is empty.
wait_for_standby() { sql home -c "SET synchronous_commit = local" -c "ALTER SYSTEM SET synchronous_standby_names = '$1'" -c "SELECT pg_reload_conf()" >"$folder/reload"; }
waiting="SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
# paid DRIVER WAY: the session is ended while its INSERT waits, and whatever waits then has the standby's answer.
paid() {
  sql home -c "TRUNCATE entry"
  wait_for_standby away
  until_true home "SELECT current_setting('synchronous_standby_names') = 'away'"
  "$folder/pay/pay" "$1" "host=$folder/sockets port=$(port_of home) user=owner dbname=postgres sslmode=disable" "$2" >"$folder/said" &
  local pay=$! first
  until_true home "SELECT EXISTS ($waiting)"
  first=$(sql home -c "$waiting")
  sql home -c "SELECT pg_terminate_backend($first, 10000)" >"$folder/ended"
  for _ in $(seq 1000); do
    [ "$(sql home -c "SELECT EXISTS ($waiting AND pid <> $first)")" = t ] && break
    kill -0 "$pay" 2>/dev/null || break
  done
  wait_for_standby ""
  wait "$pay"
  echo "$1, $2: $(cat "$folder/said"), $(sql home -c "SELECT count(*) FROM entry") stored"
}
expect "postgres, text: no error, 2 stored
postgres, parameter: no error, 2 stored
postgres, returning: an error, 1 stored
postgres, transaction: an error, 1 stored
pgx, text: an error, 1 stored
pgx, parameter: an error, 1 stored
pgx, returning: an error, 1 stored
pgx, transaction: an error, 1 stored" "$(for driver in postgres pgx; do for way in text parameter returning transaction; do paid "$driver" "$way"; done; done)"
