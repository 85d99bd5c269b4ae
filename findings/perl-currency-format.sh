#!/usr/bin/env bash
# Perl's Locale::Currency::Format has 1.00 pounds of the 1,250.00 that it wrote itself, and rounds half a Mauritian rupee to two.
#
# Guess: currency_format refuses a text that is no number and a currency that it does not know, groups rupees by lakhs, and has no decimals of yen.
# Seen: Locale::Currency::Format 1.35 (Debian's) makes a number of a text by its first digits, so 1,250.00 is 1.00 GBP, and 12,50 is 12.00; strict and warnings
# say nothing. Rupees stand by thousands. MUR, HUF, IDR and TWD are rounded to whole ones, though ISO 4217 has two decimals, and ISK and VND have two, though it
# has none. -0.004 is -0,00 EUR. Of MGA, SLE and XCG it returns nothing and sets $error.
# So an amount is a number before it is shown, its decimals come from a table of today, and an empty text is looked for.
source "$(dirname "$0")/common.bash"
debian_packages 'liblocale-currency-format-perl=1.35*' 2>"$folder/unsandboxed"
expect "GBP 1250: 1,250.00 GBP
GBP 1,250.00 GBP: 1.00 GBP
GBP 1,250.00: 1.00 GBP
GBP 12,50: 12.00 GBP
INR 1234567.5: 1,234,567.50 INR
JPY 1234567.5: 1,234,568 JPY
MUR 1234567.5: 1,234,568 MUR
HUF 1234567.5: 1.234.568 HUF
IDR 1234567.5: 1.234.568 IDR
TWD 1234567.5: 1234568 TWD
ISK 1234567.5: 1.234.567,50 ISK
VND 1234567.5: 1.234.567,50 VND
EUR 1234567.5: 1.234.567,50 EUR
KWD 12.5: 12.500 KWD
MGA 12.5: nothing
SLE 12.5: nothing
XCG 12.5: nothing
EUR -0.004: -0,00 EUR" "$(perl -I"$folder/debian/usr/share/perl5" - <<'P'
use strict;
use warnings;
use Locale::Currency::Format;

sub shown { my ($currency, $amount) = @_; my $text = currency_format($currency, $amount); return defined $text && $text ne "" ? $text : "nothing" }
print "GBP $_: ", shown("GBP", $_), "\n" for "1250", shown("GBP", 1250), "1,250.00", "12,50";
print "$_ 1234567.5: ", shown($_, 1234567.5), "\n" for qw(INR JPY MUR HUF IDR TWD ISK VND EUR);
print "$_ 12.5: ", shown($_, 12.5), "\n" for qw(KWD MGA SLE XCG);
print "EUR -0.004: ", shown("EUR", -0.004), "\n";
P
)"
