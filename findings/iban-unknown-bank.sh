#!/usr/bin/env bash
# A checker of IBANs refuses the Belgian example of the IBAN registry, whose check digits are right.
#
# Guess: an IBAN is valid when its country, length, letters and check digits are right; both libraries take the examples of the registry, and
# both or none take hyphens and points between the groups.
# Seen: python-stdnum 2.2 looks a Belgian number's bank up in a table of its own and refuses BE68 5390 0754 7034, since bank 539 is not in it;
# schwifty 2026.10.1 takes it. stdnum takes hyphens and points out, schwifty refuses both.
# So a payment link checks the check digits and the length, and does not ask whether a bank is known to a table of one year.
source "$(dirname "$0")/common.bash"
python_packages python-stdnum==2.2 schwifty==2026.10.1

expect "BE68 5390 0754 7034 stdnum refused schwifty taken
NL91 ABNA 0417 1643 00 stdnum taken schwifty taken
DE89 3704 0044 0532 0130 00 stdnum taken schwifty taken
DE89-3704-0044-0532-0130-00 stdnum taken schwifty refused
DE89.3704.0044.0532.0130.00 stdnum taken schwifty refused" "$(python - <<'P'
from schwifty import IBAN
from stdnum import iban

def taken(check, text):
    try:
        check(text)
        return "taken"
    except ValueError:
        return "refused"

for text in ("BE68 5390 0754 7034", "NL91 ABNA 0417 1643 00", "DE89 3704 0044 0532 0130 00", "DE89-3704-0044-0532-0130-00",
             "DE89.3704.0044.0532.0130.00"):
    print(text, "stdnum", taken(iban.validate, text), "schwifty", taken(IBAN, text))
P
)"
