#!/usr/bin/env bash
# A member imports a statement of LINES (10000) lines, into a group and into an account: the preview has to be there within 3 s, and all lines within
# 30 s of --commit, as a person at a console waits for them. The file again adds nothing.
# Exit status: 0 when all is in time and every line is there once, 1 when not.
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
source "$here/server.sh"
LINES="${LINES:-10000}"
PREVIEW_SECONDS=3
COMMIT_SECONDS=30
[[ "$LINES" =~ ^[1-9][0-9]{0,4}$ ]] || fail "LINES=$LINES is no count that one import takes. Give 1 to 99999."
need hearthd hearth
command -v python3 >/dev/null || fail "python3 is missing. Install it: apt-get install python3"

asha() { HEARTH_HOME="$WORK/Asha" NO_COLOR=1 LANG=C.UTF-8 "$PROGRAMS/hearth" "$@"; }

python3 - "$LINES" >"$WORK/statement.csv" <<'PYTHON'
import datetime, sys
print("Date,Narration,Ref No,Withdrawal,Deposit")
for line in range(int(sys.argv[1])):
    day = datetime.date(2025, 4, 1) + datetime.timedelta(line % 365)
    amount = f"{line % 4_000 + 1}.{line % 90 + 10}"
    print(f"{day:%d/%m/%Y},UPI-SHOP {line % 700}-{line},R{line}," + (f",{amount}" if line % 9 == 0 else f"{amount},"))
PYTHON
# As an operator has it who lets members import long files; with the limits of their own a server takes 20 lines a second.
start_server --message-rate 100000 --identity-message-rate 100000
asha register --server "$URL" --name Asha >/dev/null
asha create "Sharma Family" --currency INR --time-zone UTC >/dev/null
asha account add Savings --type savings >/dev/null

status=0
figures=""
# What it is called, the seconds that it may take, then the words of hearth import.
timed() {
  local name="$1" most="$2" begin took seconds
  shift 2
  begin="$(date +%s%N)"
  asha import "$WORK/statement.csv" --json "$@" >"$WORK/said.json" || { cat "$WORK/said.json" >&2; fail "hearth import $* failed."; }
  took="$((($(date +%s%N) - begin) / 10000000))"
  seconds="$(printf '%d.%02d' $((took / 100)) $((took % 100)))"
  printf '%-24s %6s s of at most %s\n' "$name" "$seconds" "$most"
  figures+="${figures:+, }$seconds"
  ((took <= most * 100)) || status=1
}
# How many lines of the last answer came to this.
lines_are() {
  local count
  count="$(grep -c "\"outcome\":\"$1\"" "$WORK/said.json" || true)"
  [[ $count == "$LINES" ]] || { echo "$count of $LINES lines are $1"; status=1; }
}
for target in group account; do
  words=()
  [[ $target == group ]] || words=(--account Savings)
  timed "preview into the $target" "$PREVIEW_SECONDS" "${words[@]}"
  lines_are new
  timed "commit into the $target" "$COMMIT_SECONDS" "${words[@]}" --commit
  lines_are new
  timed "the same file again" "$PREVIEW_SECONDS" "${words[@]}"
  lines_are known
done
echo "import-speed: $LINES lines; preview, commit and again of a group and of an account: $figures s; $([[ $status == 0 ]] && echo good || echo NOT good)"
exit "$status"
