#!/usr/bin/env bash
# Of five rows in a batch of Java's, one of which is refused, PostgreSQL stores none; of three hundred it stores 255, and with generated keys all before it.
#
# Guess: executeBatch without a transaction of its own is one for the whole batch, however long it is, or stores what went before the refused row.
# Seen: JDBC 42.5.5 (Debian's) with PostgreSQL 15 (Debian's 15.20) sends a batch in pieces, each of which is a transaction: with the last row but one refused, none
# of 5 rows is stored, 255 of 300 and 2815 of 3000. With RETURN_GENERATED_KEYS each row is a transaction, and with reWriteBatchedInserts alone the whole batch
# is one. getUpdateCounts() of the error tells rightly which rows are stored.
# So a batch of entries runs between setAutoCommit(false) and commit(), or each row has a key of its own that the table holds unique.
source "$(dirname "$0")/common.bash"
postgres_packages 'openjdk-17-jre-headless=17.0.21*' 'libpostgresql-jdbc-java=42.5.5*' 2>"$folder/unsandboxed"
java=$folder/debian/usr/lib/jvm/java-17-openjdk-amd64
# The settings, which the package keeps in /etc.
while read -r link; do ln -sfn "$folder/debian$(readlink "$link")" "$link"; done < <(find "$java" -lname '/etc/*')
cat >"$folder/Batch.java" <<'J'
import java.sql.*;

class Batch {
  static final String INSERT = "INSERT INTO entry (cents, note) VALUES (?, ?)";

  /** The last row but one of these is refused. */
  static void fill(PreparedStatement insert, int rows) throws SQLException {
    for (int row = 1; row <= rows; row++) {
      insert.setLong(1, row == rows - 1 ? -1 : 100);
      insert.setString(2, "milk");
      insert.addBatch();
    }
  }

  static int told(PreparedStatement insert) throws SQLException {
    try {
      return insert.executeBatch().length;
    } catch (BatchUpdateException error) {
      int done = 0;
      for (int count : error.getUpdateCounts()) if (count != Statement.EXECUTE_FAILED) done++;
      return done;
    }
  }

  static void show(String name, Connection home, int keys) throws SQLException {
    StringBuilder shown = new StringBuilder(name + ":");
    for (int rows : new int[] {5, 300, 3000}) {
      try (Statement other = home.createStatement(); PreparedStatement insert = home.prepareStatement(INSERT, keys)) {
        other.execute("TRUNCATE entry");
        if (!home.getAutoCommit()) home.commit();
        fill(insert, rows);
        int told = told(insert);
        if (!home.getAutoCommit()) home.rollback();
        ResultSet count = other.executeQuery("SELECT count(*) FROM entry");
        count.next();
        shown.append(String.format(" %d of %d stored (told %d)", count.getInt(1), rows, told));
      }
    }
    System.out.println(shown);
  }

  public static void main(String[] arguments) throws SQLException {
    for (String setting : new String[] {"", "&reWriteBatchedInserts=true"}) {
      try (Connection home = DriverManager.getConnection(arguments[0] + setting)) {
        show("as it is" + setting, home, Statement.NO_GENERATED_KEYS);
        show("generated keys" + setting, home, Statement.RETURN_GENERATED_KEYS);
        home.setAutoCommit(false);
        show("in a transaction" + setting, home, Statement.NO_GENERATED_KEYS);
      }
    }
  }
}
J
read -r port < <(free_ports 1)
new_database home "listen_addresses = '127.0.0.1'" "port = $port"
echo "$port" >"$folder/port-of-home"
sql home -c "CREATE TABLE entry (id serial PRIMARY KEY, cents bigint CHECK (cents > 0), note text)"
expect "as it is: 0 of 5 stored (told 0) 255 of 300 stored (told 255) 2815 of 3000 stored (told 2815)
generated keys: 3 of 5 stored (told 3) 298 of 300 stored (told 298) 2998 of 3000 stored (told 2998)
in a transaction: 0 of 5 stored (told 0) 0 of 300 stored (told 0) 0 of 3000 stored (told 0)
as it is&reWriteBatchedInserts=true: 0 of 5 stored (told 0) 0 of 300 stored (told 0) 0 of 3000 stored (told 0)
generated keys&reWriteBatchedInserts=true: 3 of 5 stored (told 3) 298 of 300 stored (told 298) 2998 of 3000 stored (told 2998)
in a transaction&reWriteBatchedInserts=true: 0 of 5 stored (told 0) 0 of 300 stored (told 0) 0 of 3000 stored (told 0)" \
  "$("$java/bin/java" -XX:TieredStopAtLevel=1 -cp "$folder/debian/usr/share/java/postgresql-42.5.5.jar" "$folder/Batch.java" "jdbc:postgresql://127.0.0.1:$port/postgres?user=owner")"
