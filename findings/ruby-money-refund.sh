#!/usr/bin/env bash
# A dinner of 10.00 that is shared by three and given back leaves one member a cent up and one a cent down, in the money library of Ruby.
#
# Guess: shares of a negative sum are those of the positive one with the other sign; 0.005 EUR is 0.01; and 0 EUR is not equal to 0 USD.
# Expected besides: a half and a quarter of 1.00 are 0.50 and 0.25, or refused, since a quarter of it would be nobody's.
# Seen: ruby-money 6.16.0 (Debian's) gives the cent that is left to the first member of 10.00, and to the last of -10.00. A half and a quarter are 0.67
# and 0.33: the shares are parts of their own sum, and 0.3, 0.3 and 0.3 are the whole, too. A sum in two shares of 0 is halved. Halves of a cent go to
# the even one, and the next major version is announced to round up. 0 EUR == 0 USD is true, though as keys of a hash they are two. The leone of 2022
# (SLE) and the Caribbean guilder (XCG) are unknown.
# So a refund takes the shares of its purchase with their sign turned, and a rule for a left cent is of the amount without its sign.
source "$(dirname "$0")/common.bash"
debian_packages 'ruby3.1=3.1.2*' 'libruby3.1=3.1.2*' 'ruby-money=6.16.0*' ruby-i18n ruby-concurrent ruby-sixarm-ruby-unaccent libyaml-0-2
ruby_folder=$folder/debian/usr/lib/ruby
RUBYLIB=$ruby_folder/vendor_ruby:$ruby_folder/3.1.0:$folder/debian/usr/lib/x86_64-linux-gnu/ruby/3.1.0
for library in "$folder"/debian/usr/share/rubygems-integration/all/gems/*/lib; do RUBYLIB+=:$library; done
# Where the package concurrent has its files beside the folder's lib.
RUBYLIB+=:$(dirname "$(dirname "$(find "$folder/debian" -path '*/concurrent/map.rb' | head -1)")")
export RUBYLIB

expect "10.00 by three: 334 333 333; -10.00: -333 -333 -334; both together: 1 0 -1
a half and a quarter of 100 cents: 67 33; three times 0.3 of 1000: 334 333 333; two shares of 0 of 5: 3 2
0.005 EUR: 0 cents, 0.015 EUR: 2, 1.005 EUR: 100; half of 0.01: 0
0 EUR equals 0 USD: true, 0.01 EUR equals 0.01 USD: false; keys of a hash: 2
SLE: unknown, XCG: unknown" "$(ruby3.1 --disable-gems 2>"$folder/warnings" - <<'R'
require 'money'
I18n.enforce_available_locales = false
Money.locale_backend = nil

def cents(amounts) = amounts.map(&:cents)
def shares(sum, parts) = cents(Money.new(sum, 'EUR').allocate(parts)).join(' ')

paid, back = [1000, -1000].map { |sum| cents(Money.new(sum, 'EUR').allocate([1, 1, 1])) }
puts "10.00 by three: #{paid.join(' ')}; -10.00: #{back.join(' ')}; both together: #{paid.zip(back).map(&:sum).join(' ')}"
puts "a half and a quarter of 100 cents: #{shares(100, [0.5, 0.25])}; three times 0.3 of 1000: #{shares(1000, [0.3, 0.3, 0.3])}; two shares of 0 of 5: #{shares(5, [0, 0])}"
small, odd, large = %w[0.005 0.015 1.005].map { |text| Money.from_amount(BigDecimal(text), 'EUR').cents }
puts "0.005 EUR: #{small} cents, 0.015 EUR: #{odd}, 1.005 EUR: #{large}; half of 0.01: #{(Money.new(1, 'EUR') * 0.5).cents}"
none, cent = [0, 1].map { |sum| %w[EUR USD].map { |currency| Money.new(sum, currency) } }
puts "0 EUR equals 0 USD: #{none[0] == none[1]}, 0.01 EUR equals 0.01 USD: #{cent[0] == cent[1]}; keys of a hash: #{none.to_h { |amount| [amount, 1] }.size}"
puts %w[SLE XCG].map { |code| "#{code}: #{Money::Currency.find(code) ? 'known' : 'unknown'}" }.join(', ')
R
)"
