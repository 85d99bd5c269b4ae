#!/usr/bin/env bash
# A reader of iCalendar in Ruby leaves out the last rent and keeps one that was called off, since it does not look at the zone that stands beside the day.
#
# Guess: 9:00 in Berlin is 8:00 UTC in January, so UNTIL and EXDATE at 08:00 UTC are that day's; the last working day is one a month; and a rule on the 31st
# leaves out months without one.
# Seen: ice_cube 0.16.4 (Debian's ruby-ice-cube) reads the name of a zone and does not use it, as a report of theirs has it: 9:00 is that of the zone of
# the process. On a server in UTC the rent of 1 March, with UNTIL on its own moment, is not there, and the one of 1 February is, though EXDATE names it.
# With TZ=Europe/Berlin both are right.
# BYSETPOS is passed over, so the last working day is each working day; a later version knows it. A rule from the 31st goes on on the last day of each
# month, by quarters on 30 April, where RFC 5545 leaves such months out.
# So a calendar that is written has days without a time, or UNTIL and EXDATE in the zone of DTSTART; a last day is BYMONTHDAY=-1.
source "$(dirname "$0")/common.bash"
debian_packages 'ruby3.1=3.1.2*' 'libruby3.1=3.1.2*' 'ruby-ice-cube=0.16.4*' libyaml-0-2 2>"$folder/unsandboxed"
ruby_folder=$folder/debian/usr/lib/ruby
export RUBYLIB=$ruby_folder/3.1.0:$folder/debian/usr/lib/x86_64-linux-gnu/ruby/3.1.0:$folder/debian/usr/share/rubygems-integration/all/gems/ice_cube-0.16.4/lib

expect "until its own moment, in UTC: 1 Jan, 1 Feb; in Berlin: 1 Jan, 1 Feb, 1 Mar
without 1 February, in UTC: 1 Jan, 1 Feb, 1 Mar, 1 Apr; in Berlin: 1 Jan, 1 Mar, 1 Apr
last working day, in UTC: 30 Jan, 2 Feb, 3 Feb, 4 Feb; in Berlin: 30 Jan, 2 Feb, 3 Feb, 4 Feb
from the 31st, in UTC: 31 Jan, 28 Feb, 31 Mar, 30 Apr; in Berlin: 31 Jan, 28 Feb, 31 Mar, 30 Apr
by quarters, in UTC: 31 Jan, 30 Apr, 31 Jul, 31 Oct; in Berlin: 31 Jan, 30 Apr, 31 Jul, 31 Oct
last day, in UTC: 31 Jan, 28 Feb, 31 Mar, 30 Apr; in Berlin: 31 Jan, 28 Feb, 31 Mar, 30 Apr" "$(ruby3.1 --disable-gems 2>"$folder/warnings" - <<'R'
require 'ice_cube'

def dates(zone, text)
  ENV['TZ'] = zone
  IceCube::Schedule.from_ical(text).first(4).map { |time| "#{time.day} #{time.strftime('%b')}" }.join(', ')
end

def show(name, day, *lines)
  text = ["DTSTART;TZID=Europe/Berlin:202601#{day}T090000", *lines].join("\n")
  puts "#{name}, in UTC: #{dates('UTC', text)}; in Berlin: #{dates('Europe/Berlin', text)}"
end

show('until its own moment', '01', 'RRULE:FREQ=MONTHLY;UNTIL=20260301T080000Z')
show('without 1 February', '01', 'RRULE:FREQ=MONTHLY;COUNT=4', 'EXDATE:20260201T080000Z')
show('last working day', '30', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1')
show('from the 31st', '31', 'RRULE:FREQ=MONTHLY')
show('by quarters', '31', 'RRULE:FREQ=MONTHLY;INTERVAL=3')
show('last day', '31', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1')
R
)"
