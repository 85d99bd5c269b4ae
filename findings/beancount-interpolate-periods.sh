#!/usr/bin/env bash
# An insurance for a "Quarter" is spread over one month by a plugin of beancount, and one for a "Fortnight", too: what it cannot read is its default.
#
# Guess: a period that the plugin does not know is an error of beancount, as any other fault in a journal.
# Seen: beancount-interpolate 2.5.1 (spread) under beancount 3.2.3 prints a line on the console and takes a month from the
# day that is named; what beancount calls errors has none, so bean-check ends with 0, and a page that shows the journal shows a month.
# Parts that are not of the past yet are left out, so that a year's 100.00 are less until it is over; no cent is lost otherwise.
# So what is repeated or spread is read by one grammar, which refuses what it does not know and shows the days it found.
source "$(dirname "$0")/common.bash"
python_packages beancount==3.2.3 beancount-interpolate==2.5.1

expect "Days: 3 parts from 2025-01-05 to 2025-01-07, 100.00 in all
Month: 31 parts from 2025-01-05 to 2025-02-04, 100.00 in all
Year: 365 parts from 2025-01-05 to 2026-01-04, 100.00 in all
Quarter: 31 parts from 2025-01-05 to 2025-02-04, 100.00 in all
Fortnight: 31 parts from 2025-01-05 to 2025-02-04, 100.00 in all
printed: 2 lines; errors of beancount: none; bean-check ends with 0" "$(cd "$folder" && python - 2>"$folder/log" <<'P'
import contextlib
import io
import pathlib
import subprocess
import sys

from beancount import loader
from beancount.core.data import Transaction

text = 'plugin "beancount_interpolate.spread"\n'
for account in ("Liabilities:Card", "Expenses:Insurance", "Assets:Current:Insurance"):
    text += f"2025-01-01 open {account}\n"
periods = {"Days": "3", "Month": "Month", "Year": "Year", "Quarter": "Quarter", "Fortnight": "Fortnight"}
for name, period in periods.items():
    text += (f'2025-01-05 * "{name}"\n  Liabilities:Card  -100.00 EUR\n  Expenses:Insurance  100.00 EUR\n'
             f'    spreadAfter: "{period} @ 2025-01-05"\n')
pathlib.Path("journal").write_text(text)
with contextlib.redirect_stdout(io.StringIO()) as printed:
    entries, errors, _ = loader.load_file("journal")
for name in periods:
    parts = [(entry.date, posting.units.number) for entry in entries if isinstance(entry, Transaction) and entry.narration.startswith(name)
             for posting in entry.postings if posting.account == "Expenses:Insurance"]
    print(f"{name}: {len(parts)} parts from {min(parts)[0]} to {max(parts)[0]}, {sum(part[1] for part in parts)} in all")
check = subprocess.run([pathlib.Path(sys.executable).parent / "bean-check", "journal"], capture_output=True)
print(f"printed: {len(printed.getvalue().splitlines())} lines; errors of beancount:", (", ".join(error.message for error in errors) or "none") + f"; bean-check ends with {check.returncode}")
P
)"
