#!/usr/bin/env bash
# ICU's rounding for cash takes half a coin to the even one, knows nothing of Hungary's five forints, and shows half a Danish krone as 0.0.
#
# Guess: with precision-currency-cash 1.025 francs are 1.05, half a Swedish krona is 1, and 103 forints are 105.
# Seen: ICU 72.1 (Debian's, by PyICU 2.10.2) rounds halves to the even coin, as it documents for all its rounding: 1.025 francs are 1.00 and 1.075
# are 1.10, and 2.50 kronor are 2. Danish kroner, with coins of 0.50, have one decimal: 0.0, 0.5, 1.0. Forints, of which Hungary has no coin below 5,
# and the dollars of Australia and New Zealand, which have no coin of a cent, are not rounded for cash at all.
# With rounding-mode-half-up the halves go up. The currency alone decides: euros are as they are, also in Finland and the Netherlands.
# So what is paid in cash is rounded by a table of one's own, by country, halves away from zero, and the difference is an entry.
source "$(dirname "$0")/common.bash"
debian_packages 'python3-icu=2.10.2*' 'libicu72=72.1*' 2>"$folder/unsandboxed"

expect "CHF: 1.02 is CHF 1.00, 1.025 is CHF 1.00, half up CHF 1.05
CHF: 1.075 is CHF 1.10, half up CHF 1.10
SEK: 0.50 is SEK 0, 1.50 is SEK 2, 2.50 is SEK 2, half up SEK 3
DKK: 0.25 is DKK 0.0, 0.50 is DKK 0.5, 0.75 is DKK 1.0, half up DKK 1.0
HUF: 102 is HUF 102, 103 is HUF 103, half up HUF 103
AUD: 1.02 is A\$1.02, 1.03 is A\$1.03, half up A\$1.03
NZD: 1.04 is NZ\$1.04, half up NZ\$1.04
CAD: 1.02 is CA\$1.00, 1.03 is CA\$1.05, half up CA\$1.05
EUR: 1.02 is €1.02, half up €1.02" "$(PYTHONPATH="$folder/debian/usr/lib/python3/dist-packages" python3.11 - <<'P'
from icu import Locale, NumberFormatter

def cash(currency, amount, mode="", locale="en"):
    formatter = NumberFormatter.forSkeleton(f"currency/{currency} precision-currency-cash {mode}").locale(Locale(locale))
    return formatter.formatDecimal(amount.encode()).replace("\u00a0", " ")

for currency, amounts in (("CHF", ("1.02", "1.025")), ("CHF", ("1.075",)), ("SEK", ("0.50", "1.50", "2.50")), ("DKK", ("0.25", "0.50", "0.75")),
                          ("HUF", ("102", "103")), ("AUD", ("1.02", "1.03")), ("NZD", ("1.04",)), ("CAD", ("1.02", "1.03")), ("EUR", ("1.02",))):
    print(f"{currency}:", ", ".join(f"{amount} is {cash(currency, amount)}" for amount in amounts) + ",",
          "half up", cash(currency, amounts[-1], "rounding-mode-half-up"))
P
)"
