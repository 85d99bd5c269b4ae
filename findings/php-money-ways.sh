#!/usr/bin/env bash
# PHP has four ways to write 1.025 with two decimals, and they give 1.02 and 1.03; and it reads no "12,50 €" that a person typed.
#
# Guess: parseCurrency("1.234,50 €") in German is 1234.50 euros.
# Expected: formatCurrency, number_format, round and sprintf agree on a price, whichever way halves go.
# Seen: in PHP 8.2.36 (Debian's, ICU 72.1) formatCurrency takes halves of the shortest decimal to even, number_format and round take them away from
# zero, and sprintf goes by the float: of 1.005, 1.015, 1.025, 0.125 and 0.285 there is none on which all agree. -0.001 is -€0.00 and 0.00.
# parseCurrency wants the no-break space that it writes itself; with a common blank it returns false in German, French and Swedish, while parse()
# reads 1234.5 of "1.234,50 €" and of "1234,50 dollars".
# So money is whole cents before it is shown, one function shows it, and blanks are made alike before an amount is read.
source "$(dirname "$0")/common.bash"
debian_packages 'php8.2-cli=8.2.36*' 'php8.2-intl=8.2.36*' 'php8.2-common=8.2.36*' 'libicu72=72.1*' libsodium23 libargon2-1 2>"$folder/unsandboxed"

expect "1.005: formatCurrency €1.00, number_format 1.01, round 1.01, sprintf 1.00
1.015: formatCurrency €1.02, number_format 1.02, round 1.02, sprintf 1.01
1.025: formatCurrency €1.02, number_format 1.03, round 1.03, sprintf 1.02
0.125: formatCurrency €0.12, number_format 0.13, round 0.13, sprintf 0.12
0.285: formatCurrency €0.28, number_format 0.29, round 0.29, sprintf 0.28
-0.001: formatCurrency -€0.00, number_format 0.00, round -0, sprintf -0.00
de 1.234,50_€: parseCurrency 1234.5 EUR, with a blank false, parse 1234.5
fr 12,50_€: parseCurrency 12.5 EUR, with a blank false, parse 12.5
sv 12,50_kr: parseCurrency 12.5 SEK, with a blank false, parse 12.5
de 1234,50_dollars: parseCurrency false, with a blank false, parse 1234.5" "$(
  php8.2 -n -d extension="$(echo "$folder"/debian/usr/lib/php/*/intl.so)" <<'P'
<?php
foreach ([1.005, 1.015, 1.025, 0.125, 0.285, -0.001] as $price) {
  $shown = (new NumberFormatter("en_US", NumberFormatter::CURRENCY))->formatCurrency($price, "EUR");
  echo "$price: formatCurrency $shown, number_format ", number_format($price, 2), ", round ", round($price, 2), sprintf(", sprintf %.2f\n", $price);
}
function currency(string $language, string $text): string {
  $amount = (new NumberFormatter($language, NumberFormatter::CURRENCY))->parseCurrency($text, $currency);
  return $amount === false ? "false" : "$amount $currency";
}
foreach ([["de_DE", "1.234,50_€"], ["fr_FR", "12,50_€"], ["sv_SE", "12,50_kr"], ["de_DE", "1234,50_dollars"]] as [$language, $text]) {
  $blank = str_replace("_", " ", $text);
  $number = (new NumberFormatter($language, NumberFormatter::DECIMAL))->parse($blank);
  echo substr($language, 0, 2), " $text: parseCurrency ", currency($language, str_replace("_", "\u{a0}", $text)),
    ", with a blank ", currency($language, $blank), ", parse $number\n";
}
P
)"
