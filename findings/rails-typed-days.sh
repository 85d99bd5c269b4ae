#!/usr/bin/env bash
# 3.4.26 is 26 April of the year 3 in Rails, 12,50 is twelve and ₹450 is nothing; and who owes a tenth of a cent has a balance of -$0.00.
#
# Guess: number_to_currency(-0.001) is $0.00; of "12,50" it makes an error or leaves it as it is.
# Expected: a year of two digits is of this century, as it is for Ruby's own Date.parse, or is refused; an amount that is not understood is no number.
# Seen: String#to_date of Active Support 6.1.7 (Debian's) takes the first part of 3.4.26, 26-04-03 and 31.4.26 for a year, 3, 26 and 31
# after Christ, though 3.4.2026 is 3 April to it; Ruby 3.1.2's Date.parse has 2003, 2026 and 2031. to_d, by which a form's text becomes a decimal, ends at the first letter that
# it does not know: 12,50 is 12, 1.234,50 is 1.234, 4.95- is 4.95, and (4.95) and ₹450 are 0. number_to_currency leaves "12,50" as it is, and shows
# -$0.00 for what is less than half a cent below nothing. None of it is an error.
# So what a person typed is read by a shape that the program names, and a balance is rounded before its sign is looked at.
source "$(dirname "$0")/common.bash"
debian_packages 'ruby3.1=3.1.2*' 'libruby3.1=3.1.2*' 'ruby-activesupport=2:6.1.7*' ruby-i18n ruby-concurrent ruby-tzinfo ruby-zeitwerk rubygems-integration libyaml-0-2 \
  2>"$folder/unsandboxed"
RUBYLIB=$(printf '%s:' "$folder"/debian/usr/lib/ruby/vendor_ruby "$folder"/debian/usr/lib/ruby/3.1.0 "$folder"/debian/usr/lib/x86_64-linux-gnu/ruby/3.1.0 \
  "$folder"/debian/usr/share/rubygems-integration/all/gems/*/lib "$folder"/debian/usr/share/rubygems-integration/all/gems/concurrent*/lib/*)
export RUBYLIB

cat >"$folder/typed.rb" <<'R'
require "active_support"
require "active_support/all"

%w[2026-04-03 3.4.2026 3.4.26 26-04-03 31.4.26].each do |typed|
  days = [-> { typed.to_date }, -> { Date.parse(typed) }].map do |read|
    read.call.iso8601
  rescue Date::Error
    "refused"
  end
  puts "#{typed}: Rails #{days[0]}, Ruby #{days[1]}"
end
puts %w[12.50 12,50 1.234,50 4.95- (4.95) ₹450].map { |typed| "#{typed}: #{typed.to_d.to_s('F')}" }.join(", ")
puts [-0.001, -12.5, 0.125, "12,50"].map { |amount| ActiveSupport::NumberHelper.number_to_currency(amount) }.join(", ")
R
expect "2026-04-03: Rails 2026-04-03, Ruby 2026-04-03
3.4.2026: Rails 2026-04-03, Ruby 2026-04-03
3.4.26: Rails 0003-04-26, Ruby 2003-04-26
26-04-03: Rails 0026-04-03, Ruby 2026-04-03
31.4.26: Rails 0031-04-26, Ruby 2031-04-26
12.50: 12.5, 12,50: 12.0, 1.234,50: 1.234, 4.95-: 4.95, (4.95): 0.0, ₹450: 0.0
-\$0.00, -\$12.50, \$0.13, \$12,50" "$(LC_ALL=C.UTF-8 ruby3.1 "$folder/typed.rb")"
