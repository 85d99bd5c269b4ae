#!/usr/bin/env bash
# Two parts of a PHP program that each connect to PostgreSQL have one session: the one's ROLLBACK takes the other's note, and its COMMIT pays.
#
# Guess: pg_connect called twice, by two parts of a program that do not know each other, makes two connections with a transaction each.
# Seen: PHP 8.2.36 (Debian's, pgsql) gives the connection that is there when the string is the same, as the manual says: a note that a second part stores by
# itself is gone when the first part rolls back, and a payment that the first part has not finished is committed by the COMMIT of the second. With
# PGSQL_CONNECT_FORCE_NEW, by another order of words in the string, and with two PDO objects there are two sessions. PostgreSQL is 15 (Debian's 15.20).
# So what must not share a transaction says PGSQL_CONNECT_FORCE_NEW, and a program looks at pg_transaction_status before it begins.
source "$(dirname "$0")/common.bash"
postgres_packages 'php8.2-cli=8.2.36*' 'php8.2-common=8.2.36*' 'php8.2-pgsql=8.2.36*' libargon2-1 libsodium23 libxml2
new_database home

cat >"$folder/two.php" <<'P'
<?php
[, $sockets, $port] = $argv;
$address = "host=$sockets port=$port user=owner dbname=postgres";
$by_pgsql = fn ($address, $flags) => fn () => new class(pg_connect($address, $flags)) {
    function __construct(private $connection) {}
    function run($text) { return @pg_query($this->connection, $text); }
    function one($text) { return pg_fetch_result(pg_query($this->connection, $text), 0, 0); }
};
$by_pdo = fn () => new class(new PDO("pgsql:host=$sockets;port=$port;dbname=postgres;user=owner")) {
    function __construct(private $connection) {}
    function run($text) { return $this->connection->exec($text); }
    function one($text) { return $this->connection->query($text)->fetchColumn(); }
};
$ways = [
    "pg_connect" => [$by_pgsql($address, 0), $by_pgsql($address, 0)],
    "pg_connect, FORCE_NEW" => [$by_pgsql($address, 0), $by_pgsql($address, PGSQL_CONNECT_FORCE_NEW)],
    "pg_connect, other order" => [$by_pgsql($address, 0), $by_pgsql("dbname=postgres user=owner port=$port host=$sockets", 0)],
    "PDO" => [$by_pdo, $by_pdo],
];
foreach ($ways as $name => [$first, $second]) {
    $asker = new PDO("pgsql:host=$sockets;port=$port;dbname=postgres;user=owner");
    $asker->exec("DROP TABLE IF EXISTS payment, note; CREATE TABLE payment (cents int); CREATE TABLE note (text text)");
    $count = fn ($table) => $asker->query("SELECT count(*) FROM $table")->fetchColumn();
    [$payer, $writer] = [$first(), $second()];
    $payer->run("BEGIN");
    $payer->run("INSERT INTO payment VALUES (1250)");
    $writer->run("INSERT INTO note VALUES ('somebody tried to pay')");
    $payer->run("ROLLBACK");
    $said = "after the first's ROLLBACK {$count('note')} note";
    $payer->run("BEGIN");
    $payer->run("INSERT INTO payment VALUES (1250)");
    $writer->run("BEGIN");
    $writer->run("COMMIT");
    echo "$name: $said, after the second's COMMIT {$count('payment')} payment\n";
    $payer->run("ROLLBACK");
    unset($payer, $writer);
}
P
php() {
  local modules
  modules=$(dirname "$(echo "$folder"/debian/usr/lib/php/*/pgsql.so)")
  "$folder/debian/usr/bin/php8.2" -n -d "extension_dir=$modules" -d extension=pdo.so -d extension=pgsql.so -d extension=pdo_pgsql.so "$@"
}
expect "pg_connect: after the first's ROLLBACK 0 note, after the second's COMMIT 1 payment
pg_connect, FORCE_NEW: after the first's ROLLBACK 1 note, after the second's COMMIT 0 payment
pg_connect, other order: after the first's ROLLBACK 1 note, after the second's COMMIT 0 payment
PDO: after the first's ROLLBACK 1 note, after the second's COMMIT 0 payment" "$(php "$folder/two.php" "$folder/sockets" "$(port_of home)")"
