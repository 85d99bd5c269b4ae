#!/usr/bin/env bash
# Rent "on the 31st" is due on 1 February, too, in a Ruby reader of cron lines, a daily three o'clock is left out on 29 March in PHP, and "every second day"
# means the even days in Perl.
#
# Guess: a month without a 31st is left out; what is due daily at three is due each day, since the clocks leave out two o'clock alone; */2 is the 1st, the 3rd
# and so on, as cron(8) says. (parse-cron was run beside the others, for which the first guess was made.)
# Seen: parse-cron 0.1.4 for Ruby goes on from 31 January to 1 February and 1 April, and has 1 February 2027 for the 29th.
# cron-expression 3.3.1 for PHP goes from 28 to 30 March in Berlin, and has three o'clock at two on 25 October, too; the weekday nearest the 31st (31W) is
# 3 February and 1 April. Schedule::Cron::Events 1.96 for Perl has the 2nd, the 4th and so on for */2, and May and October for */5. Each is Debian's, and none of
# them says anything.
# So the next dates of a line are looked at for a year, a February and both nights of the clocks in it, before a program pays by them.
source "$(dirname "$0")/common.bash"
debian_packages 'libschedule-cron-events-perl=1.96*' libset-crontab-perl 'php8.2-cli=8.2.36*' 'php8.2-common=8.2.36*' libsodium23 libargon2-1 \
  'php-dragonmantank-cron-expression=3.3.1*' php-webmozart-assert 'ruby3.1=3.1.2*' 'libruby3.1=3.1.2*' 'ruby-parse-cron=0.1.4*' libyaml-0-2 2>"$folder/unsandboxed"
lines=("0 9 31 * *" "0 9 29 2 *" "0 9 */2 * *" "0 9 1 */5 *" "0 9 31W * *")
ruby_path=$(printf '%s:' "$folder"/debian/usr/lib/ruby/{vendor_ruby,3.1.0} "$folder"/debian/usr/lib/x86_64-linux-gnu/ruby/3.1.0)
cat >"$folder/dates.rb" <<'R'
require "parse-cron"

ARGV.reject { |line| line.include?("W") }.each do |line|
  time, cron = Time.local(2025, 12, 31, 23), CronParser.new(line)
  puts "parse-cron #{line}: #{(1..5).map { (time = cron.next(time)).strftime("%y-%m-%d") }.join(" ")}"
end
R
cat >"$folder/dates.php" <<'P'
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
require "Cron/autoload.php";
date_default_timezone_set("Europe/Berlin");
function dates($line, $after, $format, $count) {
    $dates = (new Cron\CronExpression($line))->getMultipleRunDates($count, new DateTime($after));
    echo "cron-expression $line: ", implode(" ", array_map(fn($date) => $date->format($format), $dates)), "\n";
}
foreach (array_slice($argv, 1) as $line) dates($line, "2025-12-31 23:00", "y-m-d", 5);
foreach (["03-28", "10-24"] as $day) dates("0 3 * * *", "2026-$day 12:00", "m-d:H", 2);
P
cat >"$folder/dates.pl" <<'P'
use strict;
use warnings;
use Schedule::Cron::Events;
use Time::Local;

for my $line (grep { !/W/ } @ARGV) {
    my $events = Schedule::Cron::Events->new($line, Seconds => timelocal(0, 0, 23, 31, 11, 2025));
    my @dates = map { my @at = $events->nextEvent; sprintf "%02d-%02d-%02d", $at[5] % 100, $at[4] + 1, $at[3] } 1 .. 5;
    print "Schedule::Cron::Events $line: @dates\n";
}
P
expect "parse-cron 0 9 31 * *: 26-01-31 26-02-01 26-03-31 26-04-01 26-05-31
parse-cron 0 9 29 2 *: 27-02-01 28-02-29 29-02-01 30-02-01 31-02-01
parse-cron 0 9 */2 * *: 26-01-01 26-01-03 26-01-05 26-01-07 26-01-09
parse-cron 0 9 1 */5 *: 26-01-01 26-06-01 26-11-01 27-01-01 27-06-01
cron-expression 0 9 31 * *: 26-01-31 26-03-31 26-05-31 26-07-31 26-08-31
cron-expression 0 9 29 2 *: 28-02-29 32-02-29 36-02-29 40-02-29 44-02-29
cron-expression 0 9 */2 * *: 26-01-01 26-01-03 26-01-05 26-01-07 26-01-09
cron-expression 0 9 1 */5 *: 26-01-01 26-06-01 26-11-01 27-01-01 27-06-01
cron-expression 0 9 31W * *: 26-01-30 26-02-03 26-03-31 26-04-01 26-05-29
cron-expression 0 3 * * *: 03-30:03 03-31:03
cron-expression 0 3 * * *: 10-25:02 10-25:03
Schedule::Cron::Events 0 9 31 * *: 26-01-31 26-03-31 26-05-31 26-07-31 26-08-31
Schedule::Cron::Events 0 9 29 2 *: 28-02-29 32-02-29 36-02-29 40-02-29 44-02-29
Schedule::Cron::Events 0 9 */2 * *: 26-01-02 26-01-04 26-01-06 26-01-08 26-01-10
Schedule::Cron::Events 0 9 1 */5 *: 26-05-01 26-10-01 27-05-01 27-10-01 28-05-01" "$(
  TZ=Europe/Berlin RUBYLIB="$ruby_path" ruby3.1 --disable-gems "$folder/dates.rb" "${lines[@]}"
  php8.2 -n -d include_path="$folder/debian/usr/share/php" "$folder/dates.php" "${lines[@]}"
  TZ=Europe/Berlin perl -I"$folder/debian/usr/share/perl5" "$folder/dates.pl" "${lines[@]}"
)"
