#!/usr/bin/env bash
# Babel's strict reader of amounts takes 1e3 and NaN, and refuses a blank between thousands and Swedish minus signs.
#
# Guess: strict takes what CLDR writes for the language, with a common blank for the narrow one, and nothing else: digits, one sign, groups.
# Seen: parse_decimal of Babel 2.19.0 with strict=True reads 1e3 as 1000 and NaN as such; in French it refuses "1 234,50" with a blank or a
# no-break space, which it reads unless strict; U+2212, CLDR's minus sign for Swedish, is refused in any case, and so is 1’234.50 (U+2019)
# in Swiss German, while 1'234.50 is read.
# So the importer has a list of its own of blanks, apostrophes and signs, and digits are all that an amount's middle may hold.
source "$(dirname "$0")/common.bash"
python_packages Babel==2.19.0

expect "minus sign for Swedish U+2212
en 1e3: strict 1E+3, else 1E+3
en NaN: strict NaN, else NaN
fr blank: strict refused, else 1234.50
fr U+00A0: strict refused, else 1234.50
fr U+202F: strict 1234.50, else 1234.50
sv U+2212: strict refused, else refused
sv U+002D: strict -12.50, else -12.50
de_CH U+2019: strict refused, else refused
de_CH U+0027: strict 1234.50, else 1234.50" "$(python - <<'P'
from babel.numbers import get_minus_sign_symbol, parse_decimal

def read(text, locale, strict):
    try:
        return str(parse_decimal(text, locale=locale, strict=strict))
    except ValueError:
        return "refused"

print("minus sign for Swedish", f"U+{ord(get_minus_sign_symbol('sv')):04X}")
for text, name, locale in (("1e3", "1e3", "en"), ("NaN", "NaN", "en"), ("1 234,50", "blank", "fr"), ("1\u00a0234,50", "U+00A0", "fr"),
                           ("1\u202f234,50", "U+202F", "fr"), ("\u221212,50", "U+2212", "sv"), ("-12,50", "U+002D", "sv"),
                           ("1\u2019234.50", "U+2019", "de_CH"), ("1'234.50", "U+0027", "de_CH")):
    print(f"{locale} {name}: strict {read(text, locale, True)}, else {read(text, locale, False)}")
P
)"
