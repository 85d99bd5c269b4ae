#!/usr/bin/env bash
# A payment that is sent again under its id is not stored twice, and is added to the balance each time.
#
# Expected: INSERT ... ON CONFLICT DO NOTHING that meets the row does nothing, its triggers included.
# Seen: in 15 (Debian's 15.20) a BEFORE INSERT trigger runs for each row before the conflict is looked for, and what it has
# written stays: after three tries the balance has three times the payment. An AFTER INSERT trigger for each row runs once. One
# for each statement runs three times, and its table of new rows (REFERENCING NEW TABLE) has the row once alone.
# DO UPDATE runs the BEFORE INSERT trigger as well.
# So sums are kept by AFTER ROW triggers, or by the statement that stores, from what it returned (RETURNING).
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger
sql ledger <<'Q'
CREATE TABLE payment (id int PRIMARY KEY, cents int);
CREATE TABLE balance (kept_by text, cents int);
INSERT INTO balance VALUES ('before each row', 0), ('after each row', 0), ('after the statement, new rows', 0), ('statements', 0);
CREATE FUNCTION add_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE balance SET cents = cents + NEW.cents WHERE kept_by = TG_ARGV[0];
  RETURN NEW;
END $$;
CREATE FUNCTION add_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE balance SET cents = balance.cents + (SELECT coalesce(sum(n.cents), 0) FROM new_rows AS n) WHERE kept_by = 'after the statement, new rows';
  UPDATE balance SET cents = cents + 1 WHERE kept_by = 'statements';
  RETURN NULL;
END $$;
CREATE TRIGGER a BEFORE INSERT ON payment FOR EACH ROW EXECUTE FUNCTION add_row('before each row');
CREATE TRIGGER b AFTER INSERT ON payment FOR EACH ROW EXECUTE FUNCTION add_row('after each row');
CREATE TRIGGER c AFTER INSERT ON payment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_rows();
Q
kept() { sql ledger -F ': ' -c "SELECT kept_by, cents FROM balance ORDER BY kept_by"; }
expect "DO NOTHING, three times 100:
after each row: 100
after the statement, new rows: 100
before each row: 300
statements: 3
stored: 1
and once DO UPDATE:
after each row: 100
after the statement, new rows: 100
before each row: 400
statements: 4" "$(
  echo "DO NOTHING, three times 100:"
  for _ in 1 2 3; do sql ledger -c "INSERT INTO payment VALUES (1, 100) ON CONFLICT DO NOTHING"; done
  kept
  echo "stored: $(sql ledger -c "SELECT count(*) FROM payment")"
  echo "and once DO UPDATE:"
  sql ledger -c "INSERT INTO payment VALUES (1, 100) ON CONFLICT (id) DO UPDATE SET cents = excluded.cents"
  kept
)"
