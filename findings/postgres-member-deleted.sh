#!/usr/bin/env bash
# When a member is deleted, what the member paid belongs to no household any more.
#
# Expected: ON DELETE SET NULL of a key of two columns, household and member, clears the member alone, since the household
# goes on.
# Seen: in 15 (Debian's 15.20) both columns are cleared, so the household's own sum falls by what the member paid. ON DELETE
# SET NULL (paid_by), which is new in 15, clears the one. With the household NOT NULL the member cannot be deleted at all.
# An entry of a household that does not exist is taken as long as its member is empty, since a key with an empty part is
# not looked up (MATCH SIMPLE); a key of the household by itself refuses it.
# So the household has a key of its own and is NOT NULL, and what is cleared is named.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger -c "CREATE TABLE member (household int, id int, PRIMARY KEY (household, id))"
try() { # try HOUSEHOLD RULE: what of an entry stands after its member was deleted.
  sql ledger -c "DROP TABLE IF EXISTS entry" -c "INSERT INTO member VALUES (1, 7) ON CONFLICT DO NOTHING" \
    -c "CREATE TABLE entry (household int $1, paid_by int, cents int, FOREIGN KEY (household, paid_by) REFERENCES member ON DELETE $2)" \
    -c "INSERT INTO entry VALUES (1, 7, 100)" 2>"$folder/notice"
  sql ledger -c "DELETE FROM member" 2>&1 | grep ERROR | sed 's/^ERROR: */the member stays: /' || true
  sql ledger -c "SELECT 'household ' || coalesce(household::text, 'none') || ', paid by ' || coalesce(paid_by::text, 'none') FROM entry"
}
expect "SET NULL:
household none, paid by none
SET NULL (paid_by):
household 1, paid by none
NOT NULL, SET NULL:
the member stays: null value in column \"household\" of relation \"entry\" violates not-null constraint
household 1, paid by 7
an entry of household 99 without a member: taken" "$(
  echo "SET NULL:"
  try "" "SET NULL"
  echo "SET NULL (paid_by):"
  try "" "SET NULL (paid_by)"
  echo "NOT NULL, SET NULL:"
  try "NOT NULL" "SET NULL"
  sql ledger -c "INSERT INTO entry VALUES (99, NULL, 100)" && echo "an entry of household 99 without a member: taken"
)"
