#!/usr/bin/env bash
# Noon in UTC is the next day in Auckland for GnuCash's reader of OFX, and a date alone is the same day everywhere.
#
# Guess: a date of OFX is safest at 12:00, since noon in UTC is the same day nearly everywhere; a date without a time is midnight in UTC,
# so it is the day before in America; midnight at India's offset is 18:30 of the day before in UTC.
# Seen: libofx 0.10.9, which GnuCash and KMyMoney read with, puts a date without a time, and any midnight, whatever its offset, at 10:59 UTC.
# That is the same day from UTC-10 to UTC+13. 12:00 stays noon in UTC, which is 01:00 of the next day in Auckland in summer.
# 23:30 without an offset is UTC, as OFX says, and the next day in Kolkata.
# So a writer of OFX writes the date alone.
source "$(dirname "$0")/common.bash"
debian_packages ofx=1:0.10.9-1 libofx7=1:0.10.9-1 libosp5 libxml++2.6-2v5 libglibmm-2.4-1v5 libsigc++-2.0-0v5
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:$folder/debian/usr/lib" OFX_DTD_PATH="$folder/debian/usr/share/libofx7/libofx/dtd"

try() {
  python3 -c 'import sys; from bank_statement import debit, statement; print(statement(debit(sys.argv[1])))' "$1" >"$folder/statement.ofx"
  line=$1
  for zone in UTC Asia/Kolkata Pacific/Auckland America/Los_Angeles; do
    line="$line $(TZ=$zone ofxdump "$folder/statement.ofx" 2>/dev/null | sed -n 's/.*Date posted: *[A-Z][a-z]* [A-Z][a-z]* \([0-9]* [0-9:]*\):00 .*/\1/p')"
  done
  echo "$line"
}
expect "DTPOSTED UTC Kolkata Auckland Los_Angeles
20261127 27 10:59 27 16:29 27 23:59 27 02:59
20261127000000[+5.30:IST] 27 10:59 27 16:29 27 23:59 27 02:59
20261127120000 27 12:00 27 17:30 28 01:00 27 04:00
20261127233000 27 23:30 28 05:00 28 12:30 27 15:30" "$(
  echo "DTPOSTED UTC Kolkata Auckland Los_Angeles"
  for posted in 20261127 '20261127000000[+5.30:IST]' 20261127120000 20261127233000; do try "$posted"; done)"
