#!/usr/bin/env bash
# HBCI4Java books a payment of February on 30 January where the bank's MT940 file has no day of entry, and has three letters of a plain text: Mil of Milk.
#
# Guess: HBCI4Java takes the value day where there is no day of entry, has the year of each right over new year, and keeps a text without ?-fields whole.
# Seen: HBCI4Java 3.1.64 (Debian's), which Hibiscus is built on, has both days right over new year, and RC and RD with their signs. A line of field 61 without the
# optional day of entry is booked on the day of the opening balance, which is that of the statement before. Of a field 86 without ?-fields, as banks outside Germany
# have it, the first three letters are the code of the kind of payment, and the rest is nowhere. Balances behind the lines are reckoned back from the closing balance:
# with a line of 5.00 missing in the file, the first one is 1000.00 - 12.50 = 982.50. None of it is an error.
# So the value day is compared with the day of entry, a text with the file, and the first balance with the opening one.
source "$(dirname "$0")/common.bash"
debian_packages 'openjdk-17-jre-headless=17.0.21*' 'libhbci4j-core-java=3.1.64*' 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/Statement.java" <<'J'
import java.text.SimpleDateFormat;
import java.util.*;
import org.kapott.hbci.GV_Result.GVRKUms;
import org.kapott.hbci.callback.HBCICallbackConsole;
import org.kapott.hbci.manager.HBCIUtils;

class Statement {
  static String day(Date date) { return new SimpleDateFormat("yyyy-MM-dd").format(date); }

  static void read(String name, String opening, String closing, String... lines) {
    GVRKUms read = new GVRKUms();
    read.appendMT940Data(String.join("\r\n", ":20:S", ":25:37040044/0532013000", ":28C:1/1", ":60F:C" + opening, String.join("\r\n", lines), ":62F:C" + closing, "-", ""));
    for (GVRKUms.BTag part : read.getDataPerDay()) {
      System.out.println(name + ": " + part.start.value + " to " + part.end.value);
      for (GVRKUms.UmsLine line : part.lines) {
        System.out.println("  value day " + day(line.valuta) + ", booked " + day(line.bdate) + ", " + line.value + ", kind " + line.gvcode + ", " + line.usage + ", then "
          + line.saldo.value);
      }
    }
  }

  public static void main(String[] arguments) {
    HBCIUtils.init(new Properties(), new HBCICallbackConsole() {
      @Override public void log(String text, int level, Date date, StackTraceElement trace) { if (level <= HBCIUtils.LOG_WARN) System.out.println("told: " + text); }
    });
    read("over new year", "251230EUR1000,00", "260102EUR1000,00", ":61:2601021231D12,50NTRFNONREF", ":86:105?20Tea", ":61:2512310102C12,50NTRFNONREF", ":86:105?20Milk");
    read("no day of entry", "260130EUR1000,00", "260203EUR990,50", ":61:260202D12,50NTRFNONREF", ":86:105?20Tea", ":61:260203RD3,00NTRFNONREF", ":86:105?20Milk");
    read("plain text", "260130EUR1000,00", "260203EUR980,50", ":61:2602020202D12,50NTRFNONREF", ":86:Milk for Asha", ":61:2602030203D7,00NTRFNONREF", ":86:999Bread");
    read("a line missing", "260130EUR1000,00", "260203EUR975,50", ":61:2602020202D12,50NTRFNONREF", ":86:105?20Tea", ":61:2602030203D7,00NTRFNONREF", ":86:105?20Milk");
  }
}
J
expect "over new year: 1000.00 EUR to 1000.00 EUR
  value day 2026-01-02, booked 2025-12-31, -12.50 EUR, kind 105, [Tea], then 987.50 EUR
  value day 2025-12-31, booked 2026-01-02, 12.50 EUR, kind 105, [Milk], then 1000.00 EUR
no day of entry: 1000.00 EUR to 990.50 EUR
  value day 2026-02-02, booked 2026-01-30, -12.50 EUR, kind 105, [Tea], then 987.50 EUR
  value day 2026-02-03, booked 2026-01-30, 3.00 EUR, kind 105, [Milk], then 990.50 EUR
plain text: 1000.00 EUR to 980.50 EUR
  value day 2026-02-02, booked 2026-02-02, -12.50 EUR, kind Mil, [], then 987.50 EUR
  value day 2026-02-03, booked 2026-02-03, -7.00 EUR, kind 999, [], then 980.50 EUR
a line missing: 1000.00 EUR to 975.50 EUR
  value day 2026-02-02, booked 2026-02-02, -12.50 EUR, kind 105, [Tea], then 982.50 EUR
  value day 2026-02-03, booked 2026-02-03, -7.00 EUR, kind 105, [Milk], then 975.50 EUR" \
  "$(LC_ALL=C.UTF-8 "$java/bin/java" -XX:TieredStopAtLevel=1 -cp "$folder/debian/usr/share/java/hbci4j-core.jar" "$folder/Statement.java")"
