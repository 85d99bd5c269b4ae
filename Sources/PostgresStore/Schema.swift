import EventStore
import Foundation

/// The tables, in one text for each version; the row of `schema_version` says how many of them were taken.
enum Schema {
  /// Step n leads from version n to n + 1. A released step never changes; what is needed later is another step, which
  /// the nodes of the version before must survive.
  ///
  /// `node` has a row for each node: the number of its connection makes what an earlier one left behind fail, and
  /// its token says which commit of the node was the last. `room` has the head of each log: an append moves it where
  /// it is what the appender expects and the fence is the appender's.
  static let steps = [
    """
    CREATE TABLE node (
      name text PRIMARY KEY,
      connection bigint NOT NULL,
      token bytea NOT NULL,
      audit_number bigint NOT NULL,
      audit_hash bytea NOT NULL
    ) WITH (fillfactor = 10);
    CREATE TABLE room (
      group_id bytea PRIMARY KEY CHECK (octet_length(group_id) = 16),
      head bigint NOT NULL CHECK (head >= 0),
      fence bigint NOT NULL,
      node text NOT NULL
    ) WITH (fillfactor = 70);
    CREATE TABLE event (
      group_id bytea NOT NULL,
      sequence bigint NOT NULL,
      lane text NOT NULL,
      position bigint NOT NULL,
      bytes bytea NOT NULL,
      hash bytea NOT NULL,
      PRIMARY KEY (group_id, sequence)
    ) PARTITION BY HASH (group_id);
    -- What is never rewritten is frozen the first time that it is looked at.
    DO $$ BEGIN FOR part IN 0..15 LOOP
      EXECUTE format(
        'CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (autovacuum_freeze_min_age = 0)',
        part, part);
    END LOOP; END $$;
    CREATE TABLE snapshot (
      group_id bytea NOT NULL,
      sequence bigint NOT NULL,
      checksum bytea NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (group_id, sequence)
    );
    CREATE TABLE epoch (
      group_id bytea PRIMARY KEY,
      epoch bigint NOT NULL
    );
    CREATE TABLE purged (
      group_id bytea PRIMARY KEY,
      purged_at bigint NOT NULL
    );
    CREATE TABLE due (
      group_id bytea PRIMARY KEY,
      due_at bigint NOT NULL
    );
    CREATE INDEX due_in_order ON due (due_at, group_id);

    CREATE TABLE identity (
      identity bytea PRIMARY KEY,
      display_name bytea NOT NULL,
      created_at bigint NOT NULL,
      suspended_at bigint
    );
    CREATE INDEX identity_suspended ON identity (identity) WHERE suspended_at IS NOT NULL;
    CREATE TABLE subject (
      subject_hash bytea PRIMARY KEY,
      identity bytea NOT NULL UNIQUE REFERENCES identity (identity)
    );
    CREATE TABLE device (
      device bytea PRIMARY KEY,
      ordinal bigint GENERATED ALWAYS AS IDENTITY,
      identity bytea NOT NULL REFERENCES identity (identity),
      name bytea NOT NULL,
      created_at bigint NOT NULL,
      used_day bigint NOT NULL
    );
    CREATE INDEX device_of_identity ON device (identity, ordinal);
    CREATE TABLE token (
      token bytea PRIMARY KEY,
      identity bytea NOT NULL REFERENCES identity (identity),
      secret_hash bytea NOT NULL,
      created_at bigint NOT NULL,
      device bytea NOT NULL REFERENCES device (device),
      ordinal bigint NOT NULL DEFAULT 0,
      is_ended boolean NOT NULL DEFAULT false
    );
    CREATE INDEX token_of_device ON token (device, ordinal);

    CREATE TABLE membership (
      ordinal bigint GENERATED ALWAYS AS IDENTITY,
      identity bytea NOT NULL,
      group_id bytea NOT NULL,
      holder bytea NOT NULL,
      is_ended boolean NOT NULL DEFAULT false,
      PRIMARY KEY (identity, group_id)
    );
    CREATE UNIQUE INDEX membership_of_group ON membership (group_id, holder);
    CREATE TABLE invite (
      code_hash bytea PRIMARY KEY,
      group_id bytea NOT NULL,
      invite bytea NOT NULL
    );
    CREATE INDEX invite_of_group ON invite (group_id);

    CREATE TABLE encryption (
      id integer PRIMARY KEY CHECK (id = 1),
      key_id text NOT NULL,
      wrapped bytea NOT NULL
    );
    CREATE TABLE data_key (
      id bigint PRIMARY KEY,
      owner bytea NOT NULL UNIQUE,
      wrapped bytea NOT NULL
    );
    CREATE TABLE audit (
      node text NOT NULL,
      number bigint NOT NULL,
      at bigint NOT NULL,
      act text NOT NULL,
      identity bytea,
      device bytea,
      group_id bytea,
      origin text,
      count bigint NOT NULL,
      member bytea,
      hash bytea NOT NULL,
      PRIMARY KEY (node, number)
    );
    """,
    """
    CREATE TABLE group_token (
      token bytea PRIMARY KEY,
      ordinal bigint GENERATED ALWAYS AS IDENTITY,
      identity bytea NOT NULL REFERENCES identity (identity),
      device bytea NOT NULL REFERENCES device (device),
      group_id bytea NOT NULL,
      holder bytea NOT NULL,
      secret_hash bytea NOT NULL,
      name bytea NOT NULL,
      may_write boolean NOT NULL,
      created_at bigint NOT NULL,
      ends_at bigint NOT NULL,
      used_day bigint
    );
    CREATE INDEX group_token_of_identity ON group_token (identity, ordinal);
    CREATE INDEX group_token_of_device ON group_token (device);
    CREATE INDEX group_token_of_holder ON group_token (group_id, holder);
    """,
    webhooks,
    filesAndNodes,
    revocations,
    nodeAddresses,
    "ALTER TABLE device ADD COLUMN push bytea;",
    roomMoves,
    sharedCounts,
    roomMemory,
    seenChains,
  ]

  /// The step that adds webhooks: where each is sent to, by whom it was added, and how far it was sent to.
  private static let webhooks = """
    CREATE TABLE webhook (
      group_id bytea NOT NULL,
      webhook bytea NOT NULL,
      identity bytea NOT NULL,
      url bytea NOT NULL,
      secret bytea NOT NULL,
      former_secret bytea,
      former_until bigint NOT NULL DEFAULT 0,
      is_paused boolean NOT NULL DEFAULT false,
      sequence bigint NOT NULL,
      attempts bigint NOT NULL DEFAULT 0,
      failing_since bigint,
      next_at bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (group_id, webhook)
    );
    """

  /// The version this program reads and writes.
  static let version = steps.count

  // Any number: all nodes wait for the one that makes the tables.
  private static let lock: Int64 = 0x4865_6172_7468

  /// Checks that all steps were taken, and takes none.
  static func requireCurrent(_ connection: DatabaseConnection, schema: String) throws {
    let made = try connection.query(
      "SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = $1 AND relname = 'schema_version'",
      [.text(schema)])
    guard made.count > 0 else {
      throw StoreFailure.broken(
        "it has no tables of Hearth in the schema \(schema): name the database that hearthd serve keeps with --store")
    }
    let found = try connection.query("SELECT version FROM schema_version WHERE id = 1").integer(0, 0) ?? 0
    try requireKnown(found)
    guard found == version else {
      throw StoreFailure.broken(
        "it has schema version \(found), and this program reads version \(version): serve it with this version first")
    }
  }

  private static func requireKnown(_ found: Int64) throws {
    guard (0...Int64(version)).contains(found) else {
      throw StoreFailure.broken(
        "the database has schema version \(found), but this program knows versions up to \(version): it was written by a newer program")
    }
  }

  // Limit: milliseconds that a step waits for a table which somebody reads; whoever comes later waits behind it so
  // long.
  private static let lockMilliseconds = 500
  // Limit: between two tries, in seconds; those who waited have their turn meanwhile.
  private static let pauseSeconds = 0.25
  // Limit: tries until somebody who reads a table for so long is an error: a minute.
  static let triesMax = 80

  /// Takes the steps that the schema still lacks, all in one transaction. When this returns they are durable, on the
  /// standbys, too.
  ///
  /// - Parameters:
  ///   - tries: how often it is tried while somebody else uses a table that changes.
  ///   - began: called in it when there was nothing.
  /// - Throws: `.broken` when a table is in use all the while, or a newer program made the tables.
  static func migrate(
    _ connection: DatabaseConnection, schema: String, tries: Int = triesMax, began: (DatabaseConnection) throws -> Void
  ) throws {
    var left = tries
    while true {
      do {
        return try takeSteps(connection, schema: schema, began)
      } catch let failure as DatabaseFailure where failure.isLocked || failure.isTransient {
        left -= 1
        guard left > 0 else {
          throw StoreFailure.broken(
            """
            its tables cannot be changed for this version while another session uses them (\(DatabaseFailure.cause(of: failure))): \
            end that session, which pg_stat_activity names, and start again
            """)
        }
        try connection.rollback()
        Thread.sleep(forTimeInterval: pauseSeconds)
      }
    }
  }

  private static func takeSteps(_ connection: DatabaseConnection, schema: String, _ began: (DatabaseConnection) throws -> Void) throws {
    try connection.command("BEGIN")
    _ = try connection.query("SELECT pg_advisory_xact_lock($1)", [.integer(lock)])
    try connection.command("CREATE SCHEMA IF NOT EXISTS \(connection.quoted(name: schema))")
    try connection.command(
      "CREATE TABLE IF NOT EXISTS schema_version (id integer PRIMARY KEY CHECK (id = 1), version bigint NOT NULL)")
    let found = try connection.query("SELECT version FROM schema_version WHERE id = 1").integer(0, 0) ?? 0
    try requireKnown(found)
    if found < version {
      // A table that waits to be changed keeps all others from it, those who log in among them.
      try connection.command("SET LOCAL lock_timeout = '\(lockMilliseconds)ms'")
      for step in steps[Int(found)...] { try connection.command(step) }
      _ = try connection.query(
        "INSERT INTO schema_version (id, version) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
        [.integer(Int64(version))])
    }
    if found == 0 { try began(connection) }
    try connection.commit()
  }
}
