#!/usr/bin/env bash
# 1,500 rupees that a person types into a Symfony form are one rupee and a half, and 1.234 euros in German are one euro and 23 cents.
#
# Guess: MoneyType reads a text with the marks of its language, so 1.234,50 in German is 1234.50 and 12.5 is refused; the decimals are the currency's, none of yen.
# Seen: MoneyType of Symfony 5.4.53 (Debian's, with ICU 72.1) takes points and commas alike for the decimal one, unless `grouping` is on, and it is off:
# 1,234 in English is 1.23, 1,500 in Hindi 1.5, and 1.234 in German 1.23, which is rounded to two decimals. 1,234.50 it refuses. With `grouping` each is read as
# it stands. With `divisor` 100 it hands over 123.0, a float. Each currency has two decimals, JPY and KWD too, whose third is rounded away.
# So `grouping` is switched on, `scale` is set to the currency's decimals, and the amount that was read is shown before it is booked.
source "$(dirname "$0")/common.bash"
debian_packages 'php8.2-cli=8.2.36*' 'php8.2-intl=8.2.36*' 'php8.2-common=8.2.36*' 'php8.2-mbstring=8.2.36*' 'libicu72=72.1*' libonig5 libsodium23 libargon2-1 \
  'php-symfony-form=5.4.53*' 'php-symfony-intl=5.4.53*' php-symfony-event-dispatcher php-symfony-event-dispatcher-contracts php-symfony-options-resolver \
  php-symfony-property-access php-symfony-property-info php-symfony-string php-symfony-polyfill-intl-icu php-symfony-deprecation-contracts \
  php-symfony-service-contracts php-psr-event-dispatcher php-psr-container 2>"$folder/unsandboxed"

cat >"$folder/money.php" <<'P'
<?php
spl_autoload_register(function (string $class) use ($argv): void {
  $file = "$argv[1]/" . strtr($class, "\\", "/") . ".php";
  if (is_file($file)) require $file;
});
use Symfony\Component\Form\Extension\Core\Type\MoneyType;
use Symfony\Component\Form\Forms;

$forms = Forms::createFormFactory();
function read(string $typed, array $options = []): string {
  $form = $GLOBALS["forms"]->create(MoneyType::class, null, $options);
  $form->submit($typed);
  return $form->isSynchronized() ? json_encode($form->getData(), JSON_PRESERVE_ZERO_FRACTION) : "refused";
}
foreach (["en_US" => ["12.50", "1,234", "1,234.50", "12,50"], "hi_IN" => ["1,500", "1,23,456"], "de_DE" => ["12,50", "1.234", "1.234,50"]] as $language => $texts) {
  Locale::setDefault($language);
  foreach ($texts as $text) {
    echo substr($language, 0, 2), " $text: ", read($text), ", grouping ", read($text, ["grouping" => true]), ", divisor 100 ", read($text, ["divisor" => 100]), "\n";
  }
}
Locale::setDefault("en_US");
echo "12 JPY shown: ", $forms->create(MoneyType::class, 12, ["currency" => "JPY"])->createView()->vars["value"], ", 1.234 KWD read: ", read("1.234", ["currency" => "KWD"]), "\n";
P
expect "en 12.50: 12.5, grouping 12.5, divisor 100 1250.0
en 1,234: 1.23, grouping 1234.0, divisor 100 123.0
en 1,234.50: refused, grouping 1234.5, divisor 100 refused
en 12,50: 12.5, grouping refused, divisor 100 1250.0
hi 1,500: 1.5, grouping 1500.0, divisor 100 150.0
hi 1,23,456: refused, grouping 123456.0, divisor 100 refused
de 12,50: 12.5, grouping 12.5, divisor 100 1250.0
de 1.234: 1.23, grouping 1234.0, divisor 100 123.0
de 1.234,50: refused, grouping 1234.5, divisor 100 refused
12 JPY shown: 12.00, 1.234 KWD read: 1.23" "$(
  php8.2 -n -d extension="$(echo "$folder"/debian/usr/lib/php/*/mbstring.so)" -d extension="$(echo "$folder"/debian/usr/lib/php/*/intl.so)" \
    "$folder/money.php" "$folder/debian/usr/share/php"
)"
