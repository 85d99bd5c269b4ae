#!/usr/bin/env bash
# PostgreSQL's to_number leaves signs and digits out that its format does not name, and says nothing: 4.95- is 4.95 and
# EUR 12.50 is 12.
#
# Guess: a text that does not fit the format is refused, as an amount with too many digits is by numeric(4,2).
# Seen: in 15 (Debian's 15.20) what the format has no place for is passed over: a minus behind the number with 9.99, the
# hundreds' last digit with 99, the third decimal, the letter of 1e3 (which is 13), and letters before the amount take
# the places of digits, so that EUR 12.50 is 12. A comma is passed over wherever it stands: 12,50 with 9,999.99 is 1250.
# More digits before a point than the format has are the one thing that is refused, if a point follows. With S, MI or PR
# in the format the minus counts. A cast to numeric refuses all of these.
# So an amount is checked as a whole by an own pattern and then cast; to_number is for what to_char has written.
source "$(dirname "$0")/common.bash"
postgres_packages
new_database ledger

# read_as TEXT FORMAT: what to_number makes of it, and a cast to numeric.
read_as() {
  local number cast
  number=$(sql ledger -c "SELECT to_number('$1', '$2')" 2>&1 | sed '2,$d; s/^ERROR: .*/refused/')
  cast=$(sql ledger -c "SELECT '$1'::numeric" 2>&1 | sed '2,$d; s/^ERROR: .*/refused/')
  echo "$1 with $2: $number; cast: $cast"
}
expect "12.50 with 99.99: 12.50; cast: 12.50
4.95- with 9.99: 4.95; cast: refused
4.95- with 9.99S: -4.95; cast: refused
4.95 Dr with 9.99: 4.95; cast: refused
123 with 99: 12; cast: 123
123.50 with 99.99: refused; cast: 123.50
12.345 with 99.99: 12.34; cast: 12.345
EUR 12.50 with 99.99: 12; cast: refused
12,50 with 9,999.99: 1250; cast: refused
1e3 with 9999: 13; cast: 1000" "$(
  read_as 12.50 99.99
  read_as 4.95- 9.99
  read_as 4.95- 9.99S
  read_as '4.95 Dr' 9.99
  read_as 123 99
  read_as 123.50 99.99
  read_as 12.345 99.99
  read_as 'EUR 12.50' 99.99
  read_as 12,50 9,999.99
  read_as 1e3 9999)"
