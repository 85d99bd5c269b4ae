#!/usr/bin/env bash
# In HSQLDB and Firebird, the databases of LibreOffice Base, three thirds of 0.05 are 0.03 and 1.85 % of 100.00 can be 1.00; Derby stores 12.349 as 12.34.
#
# Guess: each rounds what has too many decimals to the nearest cent, halves away from zero, and has more decimals than cents in an average and behind a division.
# Seen: HSQLDB 2.7.1, Firebird 3.0.11, Derby 10.14.2 and H2 2.1.214 (Debian's). H2 does so. HSQLDB and Firebird keep the decimals of what is divided and cut the
# rest: the average of 0.01, 0.02 and 0.02 is 0.01, 100.00 / 3 is 33.33, and a percentage in brackets, (1.85 / 100), is 0.01. In Firebird 100.00 / 3.00 has four
# decimals. Derby cuts what is stored: 12.349 is 12.34, and -0.009 is nothing. It refuses the percentages. HSQLDB stores half a cent down. None of the rest is an error.
# So shares are reckoned in whole cents with a rest, and an amount is rounded before it is stored.
source "$(dirname "$0")/common.bash"
debian_packages 'openjdk-17-jre-headless=17.0.21*' 'libhsqldb-java=2.7.1*' 'libderby-java=10.14.2*' 'libh2-java=2.1.214*' 'firebird3.0-server-core=3.0.11*' \
  'firebird3.0-utils=3.0.11*' 'firebird3.0-common=3.0.11*' 'libfbclient2=3.0.11*' 'libib-util=3.0.11*' libtommath1 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/stored.sql" <<'Q'
CREATE TABLE entry (id INT, amount DECIMAL(10,2));
INSERT INTO entry VALUES (1, 12.345);
INSERT INTO entry VALUES (2, 12.349);
INSERT INTO entry VALUES (3, -12.345);
INSERT INTO entry VALUES (4, -0.009);
CREATE TABLE share (amount DECIMAL(10,2), parts INT);
INSERT INTO share VALUES (0.01, 3);
INSERT INTO share VALUES (0.02, 3);
INSERT INTO share VALUES (0.02, 3);
CREATE TABLE bill (amount DECIMAL(10,2), parts INT);
INSERT INTO bill VALUES (100.00, 3);
Q
cat >"$folder/asked.sql" <<'Q'
stored: SELECT amount FROM entry ORDER BY id
average: SELECT AVG(amount) FROM share
sum, its third, three thirds: SELECT SUM(amount), SUM(amount) / 3, SUM(amount) / 3 * 3 FROM share
a third of 100.00: SELECT amount / parts, amount / 3.00 FROM bill
1.85 %: SELECT amount * 1.85 / 100, amount * (1.85 / 100) FROM bill
Q
cat >"$folder/Cents.java" <<'J'
import java.nio.file.*;
import java.sql.*;

class Cents {
  public static void main(String[] arguments) throws Exception {
    System.setProperty("derby.stream.error.file", arguments[0] + "/derby.log");
    for (String name : new String[] {"hsqldb", "derby", "h2"}) {
      String place = name.equals("derby") ? "derby:memory:home;create=true" : name + ":mem:home";
      try (Connection home = DriverManager.getConnection("jdbc:" + place); Statement statement = home.createStatement()) {
        System.out.println(name);
        for (String line : Files.readString(Path.of(arguments[0], "stored.sql")).split(";\n")) statement.execute(line);
        for (String line : Files.readAllLines(Path.of(arguments[0], "asked.sql"))) {
          StringBuilder shown = new StringBuilder("  " + line.substring(0, line.indexOf(':') + 1));
          try (ResultSet found = statement.executeQuery(line.substring(line.indexOf(':') + 1))) {
            while (found.next()) for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) shown.append(' ').append(found.getBigDecimal(column).toPlainString());
          } catch (SQLException error) {
            shown.append(" refused, ").append(error.getSQLState());
          }
          System.out.println(shown);
        }
      }
    }
  }
}
J
# firebird NAME.sql: what Firebird answers, without a server.
firebird() { FIREBIRD=/usr/lib/x86_64-linux-gnu/firebird/3.0 FIREBIRD_LOCK="$folder/lock" over_usr isql-fb -q -bail -user OWNER -i "$folder/$1"; }
# shown_by_firebird: the questions, each answered in a line.
shown_by_firebird() {
  mkdir "$folder/lock"
  { echo "CREATE DATABASE '$folder/home.fdb';" && cat "$folder/stored.sql"; } >"$folder/made.sql"
  firebird made.sql
  echo firebird
  while IFS=: read -r name question; do
    printf '%s\n' "CONNECT '$folder/home.fdb';" "SET LIST ON;" "$question;" >"$folder/one.sql"
    echo "  $name: $(firebird one.sql | awk 'NF { print $2 }' | paste -sd' ')"
  done <"$folder/asked.sql"
}
expect "hsqldb
  stored: 12.34 12.35 -12.34 -0.01
  average: 0.01
  sum, its third, three thirds: 0.05 0.01 0.03
  a third of 100.00: 33.33 33.33
  1.85 %: 1.8500 1.0000
derby
  stored: 12.34 12.34 -12.34 0.00
  average: 0.0166
  sum, its third, three thirds: 0.05 0.016666666666666 0.049999999999998
  a third of 100.00: 33.33333333333333333333333 33.333333333333333333333
  1.85 %: refused, 22003
h2
  stored: 12.35 12.35 -12.35 -0.01
  average: 0.016666666667
  sum, its third, three thirds: 0.05 0.0166666666666666666667 0.0500000000000000000001
  a third of 100.00: 33.3333333333333333333333 33.333333
  1.85 %: 1.850000000000000000000000 1.850000000000000000000000
firebird
  stored: 12.35 12.35 -12.35 -0.01
  average: 0.01
  sum, its third, three thirds: 0.05 0.01 0.03
  a third of 100.00: 33.33 33.3333
  1.85 %: 1.8500 1.0000" \
  "$("$java/bin/java" -XX:TieredStopAtLevel=1 -cp "$(printf '%s:' "$folder"/debian/usr/share/java/*.jar)" "$folder/Cents.java" "$folder" && shown_by_firebird)"
