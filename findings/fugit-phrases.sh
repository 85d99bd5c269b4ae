#!/usr/bin/env bash
# "Every 14 days" is the 1st, the 15th and the 29th for Ruby's fugit, "every 90 minutes" is each hour, and "every 1st and 15th of the month" is the 1st alone.
#
# Guess: fugit understands a phrase of a recurrence whole, or answers nil; rent on the 31st leaves out months without one.
# Seen: fugit 1.5.2 (Debian's) makes a line of cron of the words that it knows, and drops the others: "every monday and 1st of the month" is each Monday. Days
# and minutes are counted anew in each month and hour, so three days lie between 29 January and 1 February, and "every 45 minutes" goes by 45 and by 15.
# "every 2 weeks", "every quarter" and "every other friday" are nil; in a program that has chronic, too, each is one date, without a recurrence. A month as a
# duration is 30 days, and ends on 3 March from 31 January on. Nothing of it is an error.
# So a schedule that was made of words is shown as its next dates, and two weeks are counted from a date that the program keeps.
source "$(dirname "$0")/common.bash"
debian_packages 'ruby3.1=3.1.2*' 'libruby3.1=3.1.2*' 'ruby-fugit=1.5.2*' 'ruby-et-orbi=1.2.2*' 'ruby-raabro=1.4.0*' 'ruby-chronic=0.10.5*' \
  ruby-numerizer ruby-tzinfo ruby-concurrent libyaml-0-2 2>"$folder/unsandboxed"
ruby_path=$(printf '%s:' "$folder"/debian/usr/lib/ruby/vendor_ruby "$folder"/debian/usr/lib/ruby/3.1.0 "$folder"/debian/usr/lib/x86_64-linux-gnu/ruby/3.1.0 \
  "$folder"/debian/usr/share/rubygems-integration/all/gems/*/lib "$folder"/debian/usr/share/rubygems-integration/all/gems/*/lib/*)
cat >"$folder/phrases.rb" <<'R'
require "fugit"

def shown(words)
  found = Fugit.parse(words)
  return "#{words}: #{found.class}" unless found.is_a?(Fugit::Cron)
  time = EtOrbi.make_time("2025-12-31 23:59:59 UTC")
  dates = (1..5).map { time = found.next_time(time) }
  "#{words}: #{found.original}: " + dates.map { |date| date.strftime(words.include?("minutes") ? "%H:%M" : "%m-%d") }.join(" ")
end

puts ["every month on the 31st", "every 14 days", "every 45 minutes", "every 90 minutes", "every 1st and 15th of the month",
      "every monday and 1st of the month"].map { |words| shown(words) }
one = ["every 2 weeks", "every quarter", "every other friday"]
puts one.map { |words| shown(words) }
puts "with chronic"
require "chronic"
puts one.map { |words| shown(words) }
month = Fugit.parse("1 month")
puts "a month: #{month.to_sec / 86400} days, from 31 January to #{month.add_to_time(EtOrbi.make_time("2026-01-31 10:00 UTC")).strftime("%-d %B")}"
R
expect "every month on the 31st: 0 0 31 * *: 01-31 03-31 05-31 07-31 08-31
every 14 days: 0 0 */14 * *: 01-01 01-15 01-29 02-01 02-15
every 45 minutes: */45 * * * *: 00:00 00:45 01:00 01:45 02:00
every 90 minutes: */90 * * * *: 00:00 01:00 02:00 03:00 04:00
every 1st and 15th of the month: 0 0 1 * *: 01-01 02-01 03-01 04-01 05-01
every monday and 1st of the month: 0 0 * * 1: 01-05 01-12 01-19 01-26 02-02
every 2 weeks: NilClass
every quarter: NilClass
every other friday: NilClass
with chronic
every 2 weeks: EtOrbi::EoTime
every quarter: EtOrbi::EoTime
every other friday: EtOrbi::EoTime
a month: 30 days, from 31 January to 3 March" "$(TZ=UTC RUBYLIB="$ruby_path" ruby3.1 --disable-gems "$folder/phrases.rb")"
