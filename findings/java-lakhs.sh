#!/usr/bin/env bash
# Java writes twelve lakh rupees as 1,234,567.50 in each language of India, and everything from one and a half to two and a half lakhs short as 2L.
#
# Expected: ₹12,34,567.50 in Hindi and in Indian English, as CLDR has it, whose data Java uses; and 1.5L for a lakh and a half, as the browsers say.
# Guess: 12,50 in Indian English, where a comma parts thousands, is refused.
# Seen: OpenJDK 17.0.21 (Debian's) knows one size of group, so getCurrencyInstance and String.format part by thousands in en-IN, hi-IN, mr-IN and ta-IN, and of a
# pattern "#,##,##0.00" the last group counts; DecimalFormat documents that. A short number has no decimals unless setMaximumFractionDigits says so, and halves
# go to the even one: 150000 and 250000 are both 2L. Tamil has 150 thousand. parse() takes commas wherever they stand: 1,23,456.50 is right, and 12,50 is 1250.
# Node's Intl, which has the same data, writes ₹12,34,567.50.
# So a client in Java or Kotlin groups rupees itself or by ICU4J, shows no short amount, and reads amounts by a grammar of its own.
source "$(dirname "$0")/common.bash"
debian_packages 'openjdk-17-jre-headless=17.0.21*' 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/Lakhs.java" <<'J'
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.Locale;

class Lakhs {
  static String small(NumberFormat format, int... amounts) {
    StringBuilder shown = new StringBuilder();
    for (int amount : amounts) shown.append(' ').append(amount).append('=').append(format.format(amount));
    return shown.toString();
  }

  public static void main(String[] arguments) throws Exception {
    BigDecimal amount = new BigDecimal("1234567.50");
    for (String tag : new String[] {"en-IN", "hi-IN", "mr-IN", "ta-IN"}) {
      Locale locale = Locale.forLanguageTag(tag);
      System.out.println(tag + " " + NumberFormat.getCurrencyInstance(locale).format(amount) + " " + String.format(locale, "%,.2f", amount));
    }
    System.out.println("#,##,##0.00 " + new DecimalFormat("#,##,##0.00").format(amount));
    Locale english = Locale.forLanguageTag("en-IN");
    NumberFormat compact = NumberFormat.getCompactNumberInstance(english, NumberFormat.Style.SHORT);
    System.out.println("short" + small(compact, 149999, 150000, 250000, 250001));
    compact.setMaximumFractionDigits(1);
    System.out.println("with a decimal" + small(compact, 149999, 150000, 250000, 250001));
    NumberFormat plain = NumberFormat.getInstance(english);
    System.out.println("1,23,456.50 is " + plain.parse("1,23,456.50") + ", 12,50 is " + plain.parse("12,50"));
  }
}
J

expect "en-IN ₹1,234,567.50 1,234,567.50
hi-IN ₹1,234,567.50 1,234,567.50
mr-IN ₹१,२३४,५६७.५० १,२३४,५६७.५०
ta-IN ₹ 1,234,567.50 1,234,567.50
#,##,##0.00 1,234,567.50
short 149999=1L 150000=2L 250000=2L 250001=3L
with a decimal 149999=1.5L 150000=1.5L 250000=2.5L 250001=2.5L
1,23,456.50 is 123456.5, 12,50 is 1250" "$(LC_ALL=C.UTF-8 "$java/bin/java" -Dfile.encoding=UTF-8 "$folder/Lakhs.java" | sed 's/\xc2\xa0/ /g')"
