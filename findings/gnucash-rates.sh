#!/usr/bin/env bash
# Ten rupees without a rate are worth 0.00 euros in GnuCash, and dollars of July have the rate of November.
#
# Expected: an amount whose currency has no rate is an error or nothing at all, and a day's rate is of that day or before it.
# Seen: the engine of GnuCash 4.13 (Debian's, by its Python bindings) returns 0.00 where there is no rate, as its header says, which is also what
# nothing is worth, so a total over currencies is too small. convert_balance_nearest_price_t64 takes the nearest day, as its name says, and that is
# often one that came later: the 1st of July 2026 lies nearer to November than to January, and a day of 2025 has the rate of 2026. A rate by way of
# a third currency is found, whose two halves may be of two times: 10 francs of July are 11 dollars of June and 8.80 euros of November.
# So a conversion says which rate of which day it took, and an amount that cannot be converted stands beside the total.
source "$(dirname "$0")/common.bash"
debian_packages 'gnucash=1:4.13*' 'python3-gnucash=1:4.13*' guile-3.0-libs libgc1 libdbi1 libsecret-1-0 libboost-filesystem1.74.0 \
  libboost-locale1.74.0 libboost-program-options1.74.0 libboost-regex1.74.0 libboost-thread1.74.0 libboost-chrono1.74.0 \
  2>"$folder/unsandboxed"
cat >"$folder/rates.py" <<'P'
import datetime
import sys

from gnucash import GncNumeric, GncPrice, Session, SessionOpenMode

session = Session(f"xml://{sys.argv[1]}/book.gnucash", SessionOpenMode.SESSION_NEW_STORE)
book = session.book
currencies = {name: book.get_table().lookup("CURRENCY", name) for name in ("EUR", "USD", "CHF", "INR")}
rates = book.get_price_db()

def moment(day):
    return datetime.datetime.fromisoformat(day)

for day, currency, other, cents in (("2026-01-01", "USD", "EUR", 90), ("2026-11-01", "USD", "EUR", 80), ("2026-06-01", "CHF", "USD", 110)):
    price = GncPrice(book)
    price.begin_edit()
    price.set_commodity(currencies[currency])
    price.set_currency(currencies[other])
    price.set_time64(moment(day))
    price.set_value(GncNumeric(cents, 100))
    price.commit_edit()
    rates.add_price(price)

ten = GncNumeric(1000, 100)
for currency, day in (("USD", "2025-06-01"), ("USD", "2026-05-01"), ("USD", "2026-07-01"), ("CHF", "2026-07-01"), ("INR", "2026-07-01")):
    worth = rates.convert_balance_nearest_price_t64(ten, currencies[currency], currencies["EUR"], moment(day))
    print(f"10.00 {currency} of {day}: {worth.num() / worth.denom():.2f} EUR")
worth = rates.convert_balance_latest_price(ten, currencies["INR"], currencies["EUR"])
print(f"10.00 INR by the latest rate: {worth.num() / worth.denom():.2f} EUR")
P

expect "10.00 USD of 2025-06-01: 9.00 EUR
10.00 USD of 2026-05-01: 9.00 EUR
10.00 USD of 2026-07-01: 8.00 EUR
10.00 CHF of 2026-07-01: 8.80 EUR
10.00 INR of 2026-07-01: 0.00 EUR
10.00 INR by the latest rate: 0.00 EUR" "$(HOME="$folder" over_usr /usr/bin/python3.11 "$folder/rates.py" "$folder" 2>"$folder/log" | grep '^10')"
