#!/usr/bin/env bash
# numfmt makes 13 euros of 1201 cents and 0.13 of 0.121: unless it is told otherwise it rounds each rest up, away from zero.
#
# Guess: numfmt rounds to the nearest, halves up or to the even digit, as printf does; so 1201 by a hundred is 12, and 1001 is 1.0K.
# Seen: numfmt of coreutils 9.1 (Debian) has --round=from-zero by default: any rest makes the last digit one more, in what is owed and in what is had
# (-12.341 is -12.35). --round=nearest takes halves away from zero. printf "%.2f" of the shell gives 12.34.
# So a report of shares that goes through numfmt adds up to more than was shared; --round=nearest, or enough decimals, keep it right.
source "$(dirname "$0")/common.bash"
debian_packages 'coreutils=9.1*'

shown() { echo "$* -- $(LC_ALL=C numfmt "$@")"; }
expect "--to-unit=100 1201 -- 13
--to-unit=100 --format=%.2f 1201 -- 12.01
--format=%.2f -- 0.121 -- 0.13
--format=%.2f -- -12.341 -- -12.35
--to=si 1001 -- 1.1K
--round=nearest --to-unit=100 1201 -- 12
--round=nearest --format=%.2f -- 0.121 -- 0.12
--round=nearest --format=%.2f -- 0.125 -- 0.13
--round=nearest --to=si 1001 -- 1.0K
three thirds of 10.00: 10.02
printf: 12.34" "$(
  shown --to-unit=100 1201
  shown --to-unit=100 --format=%.2f 1201
  shown --format=%.2f -- 0.121
  shown --format=%.2f -- -12.341
  shown --to=si 1001
  shown --round=nearest --to-unit=100 1201
  shown --round=nearest --format=%.2f -- 0.121
  shown --round=nearest --format=%.2f -- 0.125
  shown --round=nearest --to=si 1001
  third=$(LC_ALL=C numfmt --format=%.2f 3.33333)
  echo "three thirds of 10.00: $(python3 -c 'import sys; from decimal import Decimal; print(3 * Decimal(sys.argv[1]))' "$third")"
  echo "printf: $(LC_ALL=C printf '%.2f' 12.341)"
)"
