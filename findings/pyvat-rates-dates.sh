#!/usr/bin/env bash
# A library for value added tax is given the day of a sale and has one rate for each country, that of early 2024, for every day before and after.
#
# Guess: some rates of 2025 are missing.
# Expected besides: a rate goes by the day, which the function takes first, and a day past the last rate it knows is an error.
# Seen: pyvat 1.3.18 has 22 % for Estonia, which was 20 until the end of 2023 and is 24 from July 2025, 19 for Germany also in the second half of
# 2020, when it was 16, and 17 for Luxembourg in 2023, when it was 16. Slovakia, Finland and Romania have 20, 24 and 19 in 2026, and raised them in
# 2024 and 2025. The day only decides whether the seller's or the buyer's country counts, from 2015 on.
# So a rate of tax is part of the invoice that was made, and a table of rates has days for each of them and a last one.
source "$(dirname "$0")/common.bash"
python_packages pyvat==1.3.18

expect "EE 2023-12-31 22, 2024-01-01 22, 2026-11-27 22
DE 2020-06-30 19, 2020-08-01 19, 2026-11-27 19
LU 2022-12-31 17, 2023-06-01 17, 2026-11-27 17
SK 2024-12-31 20, 2025-01-01 20, 2026-11-27 20
FI 2024-08-31 24, 2024-09-01 24, 2026-11-27 24
RO 2025-07-31 19, 2025-08-01 19, 2026-11-27 19" "$(python - <<'P'
import datetime

from pyvat import ItemType, Party, get_sale_vat_charge

def rate(country, day):
    charge = get_sale_vat_charge(datetime.date.fromisoformat(day), ItemType.generic_electronic_service, Party(country, False), Party("FR", True))
    return f"{day} {charge.rate}"

for country, days in (("EE", ("2023-12-31", "2024-01-01")), ("DE", ("2020-06-30", "2020-08-01")), ("LU", ("2022-12-31", "2023-06-01")),
                      ("SK", ("2024-12-31", "2025-01-01")), ("FI", ("2024-08-31", "2024-09-01")), ("RO", ("2025-07-31", "2025-08-01"))):
    print(country, ", ".join(rate(country, day) for day in (*days, "2026-11-27")))
P
)"
