#!/usr/bin/env bash
# DBOS makes a payment twice when the same program is started once more, as a deployment does, and keeps one of them in its records.
#
# Guess: a second process of a program leaves the workflows alone that run in the first one, and a step that has no result yet is carried out once.
# (Known before: processes may share a name.)
# Seen: each process of dbos 3.4.0 (PostgreSQL 15) is the executor "local" where nobody names it, and takes at its start what is pending of that name for its own that
# was cut off. The workflow then runs a second time beside the first, here in the first process too: both wait, and both make the second payment. It ends as
# SUCCESS with one record of that step. The first payment, which has a record, is made once. With an executor_id for each process the second payment is made once too.
# The documentation asks for such names for many servers; a restart that overlaps on one server needs them as well. Steps are promised "at least once".
# So each process gets a name of its own, and each payment a key that the table of entries holds unique.
source "$(dirname "$0")/common.bash"
python_packages dbos==3.4.0 'psycopg[binary]==3.3.9'
postgres_packages
new_database home

cat >"$folder/allowance.py" <<'P'
import os
import sys
import time

from dbos import DBOS

address, executor, mark = sys.argv[1:]
DBOS(config={"name": "home", "system_database_url": address, "run_admin_server": False, "log_level": "CRITICAL"} | ({"executor_id": executor} if executor else {}))

@DBOS.step()
def pay(what):
    print("paid", what, flush=True)

@DBOS.workflow()
def allowance():
    pay("Asha")
    open(mark, "w").close()
    DBOS.sleep(8)
    pay("Mira")

DBOS.launch()
if os.path.exists(mark):
    time.sleep(10)
else:
    DBOS.start_workflow(allowance).get_result()
    # A second run would end now.
    time.sleep(3)
DBOS.destroy()
P
# allowances DATABASE [EXECUTOR EXECUTOR]: two processes, the second of which starts after the first payment; what they paid, and DBOS's records.
allowances() {
  sql home -c "CREATE DATABASE $1"
  local address="postgresql://owner@/$1?host=$folder/sockets&port=$(port_of home)" first
  python "$folder/allowance.py" "$address" "${2:-}" "$folder/$1.mark" >"$folder/$1.first" 2>"$folder/$1.errors" &
  first=$!
  for _ in $(seq 300); do [ -e "$folder/$1.mark" ] && break || sleep 0.1; done
  python "$folder/allowance.py" "$address" "${3:-}" "$folder/$1.mark" >"$folder/$1.second" 2>>"$folder/$1.errors"
  wait "$first"
  echo "$1: $(sort "$folder/$1.first" "$folder/$1.second" | uniq -c | sed 's/^ *//' | paste -sd, | sed 's/,/, /g')," \
    "$("$programs/psql" -X -q -At -h "$folder/sockets" -p "$(port_of home)" -U owner -d "$1" -c "SELECT status FROM dbos.workflow_status" \
      -c "SELECT count(*) || ' steps of pay' FROM dbos.operation_outputs WHERE function_name = 'pay'" | paste -sd, | sed 's/,/, /g')"
}
expect "named: 1 paid Asha, 1 paid Mira, SUCCESS, 2 steps of pay
unnamed: 1 paid Asha, 2 paid Mira, SUCCESS, 2 steps of pay" "$(allowances named one two; allowances unnamed)"
