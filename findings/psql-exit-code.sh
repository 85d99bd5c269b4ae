#!/usr/bin/env bash
# psql restores nothing of a file, and says that all went well: --single-transaction with an error ends with exit code 0.
#
# Expected: psql -1 -f, where one wrong line undoes the whole file, exits with something other than 0.
# Seen: psql of 15 (Debian's 15.20) exits with 0. Without -1 it exits with 0 as well, with every line but the wrong one
# stored. The error stands on standard error alone. With -v ON_ERROR_STOP=1 it exits with 3 in both cases.
# So what restores a backup sets ON_ERROR_STOP, and compares sums afterwards.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
cat >"$folder/backup.sql" <<'Q'
INSERT INTO entry VALUES (1, 1250);
INSERT INTO entry VALUES (1, 1250);
INSERT INTO entry VALUES (2, 300);
Q
restore() {
  local code=0
  sql ledger -c "DROP TABLE IF EXISTS entry" -c "CREATE TABLE entry (id int PRIMARY KEY, cents int)" 2>"$folder/notice"
  sql ledger "$@" -f "$folder/backup.sql" 2>"$folder/error" || code=$?
  echo "psql $*${1+ }-f: exit code $code, $(sql ledger -c "SELECT count(*) FROM entry") entries"
}
expect "psql -f: exit code 0, 2 entries
psql -1 -f: exit code 0, 0 entries
psql -v ON_ERROR_STOP=1 -f: exit code 3, 1 entries
psql -1 -v ON_ERROR_STOP=1 -f: exit code 3, 0 entries" "$(
  restore
  restore -1
  restore -v ON_ERROR_STOP=1
  restore -1 -v ON_ERROR_STOP=1
)"
