#!/usr/bin/env bash
# A payment of 2 January that the bank entered on 31 December is entered on 31 December of the new year, and a statement of two pages has no balances to compare.
#
# Guess: mt940 reads both days of a line rightly over new year, keeps each text, and has the balances of each page of a statement.
# Seen: mt940 0.8.1, by which Tryton reads statements, has amounts and the signs of RC and RD right. It gives the day of entry the year of the value day, so one is
# a year late, and one a year early. A statement of two pages is two, and the balances between them (60M and 62M) are None, so neither can be compared with its
# lines. What the bank says behind the first page's balance takes the place of its last line's text. None of it is an error.
# So the day of entry is moved to the year that is next to the value day, and pages are joined before balances are compared.
source "$(dirname "$0")/common.bash"
python_packages mt940==0.8.1

expect "over new year
  page 1/1: 1000.00 1000.00
    value day 2026-01-02, entered 2026-12-31, -12.50, 'Tea'
    value day 2025-12-31, entered 2025-01-02, 12.50, 'Milk'
    value day 2026-01-03, entered 2026-01-03, -8.00, 'Back'
    value day 2026-01-03, entered 2026-01-03, 8, 'Back'
two pages
  page 1/1: 1000.00 None
    value day 2026-01-02, entered 2026-01-02, -12.50, 'Continued'
  page 1/2: None 980.50
    value day 2026-01-03, entered 2026-01-03, -7.00, 'Milk'" \
  "$(python - <<'P'
import io

from mt940 import MT940

def read(name, *lines):
    print(name)
    for statement in MT940(io.StringIO("\n".join(lines) + "\n")).statements:
        print(f"  page {statement.information}:", *(balance and balance.amount for balance in (statement.start_balance, statement.end_balance)))
        for line in statement.transactions:
            print(f"    value day {line.date}, entered {line.booking}, {line.amount}, {line.description!r}")

head = (":20:S", ":25:DE89370400440532013000")
read("over new year", *head, ":28C:1/1", ":60F:C251230EUR1000,00", ":61:2601021231D12,50NTRFNONREF", ":86:Tea", ":61:2512310102C12,50NTRFNONREF", ":86:Milk",
     ":61:2601030103RC8,00NTRFNONREF", ":86:Back", ":61:2601030103RD8,NTRFNONREF", ":86:Back", ":62F:C260103EUR1000,00", "-")
read("two pages", *head, ":28C:1/1", ":60F:C260101EUR1000,00", ":61:2601020102D12,50NTRFNONREF", ":86:Tea", ":62M:C260102EUR987,50", ":86:Continued", "-",
     *head, ":28C:1/2", ":60M:C260102EUR987,50", ":61:2601030103D7,00NTRFNONREF", ":86:Milk", ":62F:C260103EUR980,50", "-")
P
)"
