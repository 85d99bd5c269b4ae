#!/usr/bin/env bash
# hledger makes tags of what people write in a note: it ends at its first comma, a word with a colon is a tag, and behind a posting "date:" moves it.
#
# Guess: "; note: bread, milk" is the tag note with "bread, milk", as in ledger, and a note does not change what is booked.
# Seen: of "; note: rent, paid by: Ravi" hledger 1.25 has note = "rent" and a tag "by" = "Ravi"; ledger 3.3.0 has the whole line. Below the
# transaction's first line "date:" is a tag like any other. Behind a posting hledger books it on the day of "date: 2026-02-02" or "[2026-02-02]", and
# refuses the file for "date: tomorrow"; ledger passes over all three.
# So text that people write stands below the first line and never behind a posting, with its commas replaced where hledger is to find it whole.
source "$(dirname "$0")/common.bash"
debian_packages ledger=3.3.0-3 hledger=1.25-2+b5 libboost-regex1.74.0 libboost-filesystem1.74.0 libboost-iostreams1.74.0 libboost-python1.74.0 \
  libpython3.11 2>"$folder/unsandboxed"

# journal BELOW BEHIND: one entry with a comment below its first line, and one behind its first posting.
journal() { printf '2026-01-31 bread%s\n    Food    10.00 INR%s\n    Purse\n' "${1:+$'\n    ; '$1}" "${2:+  ; $2}" >"$folder/journal"; }
days() {
  echo "$1, ledger: $(ledger -f "$folder/journal" register Food --format '%(format_date(date, "%Y-%m-%d"))' 2>&1 | tail -1)"
  echo "$1, hledger: $(hledger -f "$folder/journal" register Food -O csv 2>"$folder/error" | sed -n '2s/^[^,]*,"\([^"]*\)".*/\1/p')$(grep -qi date "$folder/error" && echo refuses the file)"
}
seen() {
  journal "note: rent, paid by: Ravi" ""
  echo "note, ledger: $(ledger -f "$folder/journal" register Food --format '%(tag("note"))')"
  echo "note, hledger: $(hledger -f "$folder/journal" tags note --values)"
  echo "tags, hledger: $(hledger -f "$folder/journal" tags | paste -sd ' ')"
  journal "note: rent, date: 2026-02-02" ""
  days "date: below"
  journal "note: rent, date: tomorrow" ""
  days "date: tomorrow below"
  journal "" "note: rent, date: 2026-02-02"
  days "date: behind"
  journal "" "note: rent, date: tomorrow"
  days "date: tomorrow behind"
  journal "note: for [2026-02-02]" ""
  days "[day] below"
  journal "" "note: for [2026-02-02]"
  days "[day] behind"
}
expect "note, ledger: rent, paid by: Ravi
note, hledger: rent
tags, hledger: by note
date: below, ledger: 2026-01-31
date: below, hledger: 2026-01-31
date: tomorrow below, ledger: 2026-01-31
date: tomorrow below, hledger: 2026-01-31
date: behind, ledger: 2026-01-31
date: behind, hledger: 2026-02-02
date: tomorrow behind, ledger: 2026-01-31
date: tomorrow behind, hledger: refuses the file
[day] below, ledger: 2026-01-31
[day] below, hledger: 2026-01-31
[day] behind, ledger: 2026-01-31
[day] behind, hledger: 2026-02-02" "$(seen)"
