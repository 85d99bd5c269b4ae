#!/usr/bin/env bash
# A loaf of bread gets the tag of a trip when a beancount file is sorted, as the lines that begin and end the tag stay with their neighbours.
#
# Guess: a file that a sorter of beancount's files has put in order has the same entries, tags and metadata.
# Seen: bean-sort 0.1.1 sorts entries by date and takes pushtag and poptag for parts of the entries above them: bread that was bought after the
# trip has its tag. beancount 3.2.3 finds no error in either file. bean-format (of beancount) and
# autobean-format 0.1.8 --sort keep all as it was, the latter by sorting between these lines alone.
# So entries are compared before and after ("bean-query FILE 'SELECT date, narration, tags'"), or tags are written at each transaction.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beanquery==0.2.0 bean-sort==0.1.1 autobean-format==0.1.8

cat >"$folder/home.beancount" <<'B'
2020-01-01 open Assets:Bank
2020-01-01 open Expenses:Food
pushtag #trip
2026-01-03 * "Train"
  Assets:Bank  -40.00 EUR
  Expenses:Food
2026-01-09 * "Hotel"
  Assets:Bank  -90.00 EUR
  Expenses:Food
poptag #trip
2026-01-05 * "Bread"
  Assets:Bank  -4.00 EUR
  Expenses:Food
B
cd "$folder"
venv/bin/bean-format home.beancount -o bean-format.beancount
venv/bin/autobean-format --sort home.beancount >autobean-format.beancount
venv/bin/bean-sort home.beancount >bean-sort.beancount
tags() {
  venv/bin/bean-check "$1.beancount"
  echo "$1: $(venv/bin/bean-query -f csv "$1.beancount" "SELECT date, narration, tags WHERE account ~ 'Bank' ORDER BY date" | tail -n +2 | tr -d '\r' | paste -sd ';' - | sed 's/;/; /g')"
}
expect "home: 2026-01-03,Train,trip; 2026-01-05,Bread,; 2026-01-09,Hotel,trip
bean-format: 2026-01-03,Train,trip; 2026-01-05,Bread,; 2026-01-09,Hotel,trip
autobean-format: 2026-01-03,Train,trip; 2026-01-05,Bread,; 2026-01-09,Hotel,trip
bean-sort: 2026-01-03,Train,trip; 2026-01-05,Bread,trip; 2026-01-09,Hotel,trip" "$(for file in home bean-format autobean-format bean-sort; do tags "$file"; done)"
