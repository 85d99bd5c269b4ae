#!/usr/bin/env bash
# A year has 336 days in PHP's Carbon, since a month has four weeks; thirty days are "1 month 2 days", and rent from 31 January is on the 3rd from then on.
#
# Guess: a period by months from 31 January begins with 3 March, as Carbon documents that months run over, and the later dates are of the 3rd or the 31st;
# addMonths gives 3 March.
# Expected besides: an interval of a year has about 365 days, and one of thirty days is about a month.
# Seen: Carbon 2.65.0 (Debian's) reckons between days and months by four weeks a month, wherever an interval is summed up: totalDays of a month is 28 and of a
# year 336, cascade() makes 1 month 2 days of thirty days and 1 year 1 month 1 day of 365, and half of three months is 1 month 2 weeks. (The factors can be set.)
# CarbonPeriod from 31 January has no February and then the 3rd of each month; so has PHP's own DatePeriod, where "last day of next month" is right.
# So interest and allowances by the day take the days between two dates, and dates of a series are reckoned from the first one without overflow.
source "$(dirname "$0")/common.bash"
debian_packages 'php8.2-cli=8.2.36*' 'php8.2-common=8.2.36*' 'php8.2-mbstring=8.2.36*' 'php-nesbot-carbon=2.65.0*' php-symfony-translation php-symfony-translation-contracts \
  php-symfony-deprecation-contracts libonig5 libsodium23 libargon2-1 2>"$folder/unsandboxed"

cat >"$folder/months.php" <<'P'
<?php
require "Carbon/autoload.php";
use Carbon\Carbon;
use Carbon\CarbonInterval;
use Carbon\CarbonPeriod;

function days(iterable $dates): string {
    $shown = [];
    foreach ($dates as $date) $shown[] = $date->format("m-d");
    return implode(" ", $shown);
}
echo "a month has ", CarbonInterval::month()->totalDays, " days, a year ", CarbonInterval::year()->totalDays, "\n";
echo "30 days: ", CarbonInterval::days(30)->cascade(), ", 365 days: ", CarbonInterval::days(365)->cascade(), "\n";
echo "half of 3 months: ", CarbonInterval::months(3)->divide(2), "\n";
echo "2026-01-31 to 2027-01-31: ", Carbon::parse("2026-01-31")->diffInDays("2027-01-31"), "\n";
echo "period: ", days(CarbonPeriod::create("2026-01-31", "1 month", "2026-06-15")), "\n";
$first = new DateTime("2026-01-31");
$end = new DateTime("2026-06-15");
echo "PHP: ", days(new DatePeriod($first, new DateInterval("P1M"), $end)), "\n";
echo "PHP: ", days(new DatePeriod($first, DateInterval::createFromDateString("last day of next month"), $end)), "\n";
P
expect "a month has 28 days, a year 336
30 days: 1 month 2 days, 365 days: 1 year 1 month 1 day
half of 3 months: 1 month 2 weeks
2026-01-31 to 2027-01-31: 365
period: 01-31 03-03 04-03 05-03 06-03
PHP: 01-31 03-03 04-03 05-03 06-03
PHP: 01-31 02-28 03-31 04-30 05-31" "$(php8.2 -n -d date.timezone=UTC -d "extension_dir=$(echo "$folder"/debian/usr/lib/php/2*)" -d extension=mbstring \
  -d "include_path=$folder/debian/usr/share/php" "$folder/months.php")"
