#!/usr/bin/env bash
# A family lives in a group while you watch as a viewer: demo.sh [30s|5m|forever]. With STORE=postgres two servers keep it in a PostgreSQL:
# the family is at one of them, and you are at the other.
# In a terminal the family lives on until Ctrl-C, so that you can open the page; otherwise the demo ends by itself. It leaves nothing behind.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/server.sh"
SPAN="${1:-30s}"
need hearthd hearth hearth-load

case "${STORE:-}" in
  "" | sqlite)
    say "Starting a server in a fresh folder"
    start_server
    HOME_URL="$URL"
    ;;
  postgres)
    say "Starting a PostgreSQL in a fresh folder, and two servers over it"
    start_postgres
    make_node_certificates one two
    mapfile -t options < <(node_options one)
    start_server "${options[@]}"
    HOME_URL="$URL"
    mapfile -t options < <(node_options two)
    start_server "${options[@]}"
    ;;
  *) fail "STORE=$STORE is no store. Leave it out, or say STORE=postgres." ;;
esac

say "The Sharma family makes its group: Asha, Ravi, Meera, Kabir and Riya, who is a child"
life="$SPAN"
[[ ! -t 0 || ! -t 1 ]] || life=forever
"$PROGRAMS/hearth-load" family --server "$HOME_URL" --for "$life" --invite-file "$WORK/invite" &
FAMILY_PID=$!
STARTED+=("$FAMILY_PID")
for _ in $(seq 200); do
  [[ -s "$WORK/invite" ]] && break
  kill -0 "$FAMILY_PID" 2>/dev/null || fail "The family did not come: hearth-load says why above. Is there disk and memory left? Run make demo again, or make test to see what is broken."
  sleep 0.05
done
[[ -s "$WORK/invite" ]] || fail "The family did not make its group within 10 s. Is the machine very busy? Run make demo again when it is not."

# The viewer keeps to a home of its own, so that yours stays as it is.
export HEARTH_HOME="$WORK/home"
say "You join as a viewer, with the code that Asha gave you: $(<"$WORK/invite")"
[[ "$URL" == "$HOME_URL" ]] || say "The family is at $HOME_URL, which has the group; you are at $URL, the other server"
trouble="The visitor had trouble: hearth says what above. Run make demo again, or make test to see what is broken."
"$PROGRAMS/hearth" register --server "$URL" --name "Visitor" || fail "$trouble"
"$PROGRAMS/hearth" join "$(<"$WORK/invite")" || fail "$trouble"
page="http${URL#ws}/join#$(<"$WORK/invite")"
say "In a browser: $page"

if [[ "$SPAN" == forever ]]; then
  say "Watching a month of theirs each minute (hearth feed); Ctrl-C ends it"
  "$PROGRAMS/hearth" feed
else
  say "Watching a month of theirs for $SPAN (hearth feed --for $SPAN)"
  "$PROGRAMS/hearth" feed --for "$SPAN" || fail "$trouble"
fi
[[ "$life" == forever ]] || wait "$FAMILY_PID" || fail "The family had trouble: hearth-load says what above. Run make demo again, or make test to see what is broken."

say "Who is owed and who owes (hearth balances)"
"$PROGRAMS/hearth" balances || fail "$trouble"
say "How far the budgets are spent (hearth budgets)"
"$PROGRAMS/hearth" budgets || fail "$trouble"
if [[ "$life" == forever ]]; then
  say "The family lives on until Ctrl-C. Open it in a browser: $page"
  wait "$FAMILY_PID" || fail "The family had trouble: hearth-load says what above."
else
  say "In a terminal the family would live on, and be open in a browser at $page"
fi
