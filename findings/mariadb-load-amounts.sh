#!/usr/bin/env bash
# MariaDB in its strict mode reads 12,50 of a bank's CSV as 12.00, 1.250,00 as 1.25 and an empty amount as 0.00 with exit code 0, and leaves lines of a known id out.
#
# Guess: in strict mode LOAD DATA LOCAL refuses what does not fit, as INSERT does. (FORMAT and a sum over texts were run beside it, without a guess that was
# written down.)
# Seen: MariaDB 10.11.19 (Debian's), with its own sql_mode, which has STRICT_TRANS_TABLES. INSERT and LOAD DATA refuse 12,50. With LOCAL, which a client far from the
# server uses, each number is read up to the first character that is none, a day 31.01.2026 is 0000-00-00, a line whose id is there is left out, and what a short
# line lacks is its default. Warnings tell of it, which the client shows to nobody who does not ask, and it ends with 0. A sum over texts in a SELECT reads them
# the same way. FORMAT writes 1,234,567.50 in hi_IN, and lakhs in en_IN alone.
# So a file is loaded as texts and turned into amounts by an INSERT, or without LOCAL, and @@warning_count is asked for.
source "$(dirname "$0")/common.bash"
debian_packages 'mariadb-server-core=1:10.11.19*' 'mariadb-client-core=1:10.11.19*' 'libmariadb3=1:10.11.19*' libaio1 liburing2 2>"$folder/unsandboxed"
cat >"$folder/bank.csv" <<'C'
1;2026-01-31;12.50;Tea
2;2026-01-31;12,50;Milk
3;2026-01-31;1.250,00;Rent
4;2026-01-31;;Bread
5;2026-01-31;7.00 EUR;Bus
6;31.01.2026;3.00;Train
7;2026-01-31;4.00;Cinema
7;2026-01-31;5.00;Park
8;2026-01-31
C
settings=(--no-defaults "--datadir=$folder/data" --lc-messages-dir=/usr/share/mysql --skip-grant-tables --skip-networking "--socket=$folder/socket"
  "--tmpdir=$folder" "--pid-file=$folder/pid" "--secure-file-priv=$folder" --innodb-buffer-pool-size=16M --innodb-use-native-aio=0 --local-infile=1 --user=root)
mkdir "$folder/data"
over_usr mariadbd "${settings[@]}" --bootstrap <"/dev/null" 2>"$folder/bootstrap.log"
over_usr mariadbd "${settings[@]}" >"$folder/server.log" 2>&1 &
# The server is a child of what lays the packages over /usr.
for _ in $(seq 300); do [ -s "$folder/pid" ] && break || sleep 0.2; done
children+=("$(cat "$folder/pid")")
ask() { over_usr mariadb --no-defaults -S "$folder/socket" -N -B --local-infile=1 "$@"; }
for _ in $(seq 300); do ask -e "CREATE DATABASE home" 2>"$folder/error" && break || sleep 0.2; done
# told NAME STATEMENT: the exit code or the refusal.
told() { if ask home -e "$2" >"$folder/answer" 2>"$folder/error"; then echo "$1: exit code 0"; else echo "$1: $(grep -oE 'ERROR [0-9]+' "$folder/error")"; fi; }
ask home -e "CREATE TABLE entry (id INT PRIMARY KEY, day DATE NOT NULL, amount DECIMAL(10,2) NOT NULL, note VARCHAR(20) NOT NULL DEFAULT '')"
expect "mode 1
INSERT 12,50: ERROR 1265
LOAD DATA: ERROR 1265
LOAD DATA LOCAL: exit code 0
1 2026-01-31 12.50 Tea
2 2026-01-31 12.00 Milk
3 2026-01-31 1.25 Rent
4 2026-01-31 0.00 Bread
5 2026-01-31 7.00 Bus
6 0000-00-00 3.00 Train
7 2026-01-31 4.00 Cinema
8 2026-01-31 0.00 
13.25
1,234,567.50 12,34,567.50" \
  "$(
  echo "mode $(ask -e "SELECT @@sql_mode LIKE '%STRICT_TRANS_TABLES%'")"
  told "INSERT 12,50" "INSERT INTO entry VALUES (2, '2026-01-31', '12,50', 'Milk')"
  told "LOAD DATA" "LOAD DATA INFILE '$folder/bank.csv' INTO TABLE entry FIELDS TERMINATED BY ';'"
  told "LOAD DATA LOCAL" "LOAD DATA LOCAL INFILE '$folder/bank.csv' INTO TABLE entry FIELDS TERMINATED BY ';'"
  ask home -e "SELECT id, day, amount, note FROM entry" | tr '\t' ' '
  ask -e "SELECT SUM(amount) FROM (SELECT '12,50' AS amount UNION SELECT '1.250,00') AS bank"
  ask -e "SELECT FORMAT(1234567.5, 2, 'hi_IN'), FORMAT(1234567.5, 2, 'en_IN')" | tr '\t' ' '
)"
