import EventStore
import GRDB

/// The tables, and how an older file becomes a current one. `PRAGMA user_version` counts the steps a file has taken.
enum Schema {
  /// Step n leads from version n to n + 1. A released step never changes; what is needed later is another step.
  ///
  /// `event` is a plain rowid table that only ever grows at its end, found by a unique index; clustering it by group
  /// would scatter every commit over as many leaves as groups and rewrite whole payload pages.
  private static let steps = [
    """
    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      group_id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      lane TEXT NOT NULL,
      position INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      hash BLOB NOT NULL
    );
    CREATE UNIQUE INDEX event_of_group ON event (group_id, sequence);
    CREATE TABLE snapshot (
      group_id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      checksum BLOB NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (group_id, sequence)
    );
    CREATE TABLE epoch (
      group_id BLOB PRIMARY KEY NOT NULL,
      epoch INTEGER NOT NULL
    );
    CREATE TABLE purged (
      group_id BLOB PRIMARY KEY NOT NULL,
      purged_at INTEGER NOT NULL
    );
    CREATE TABLE due (
      group_id BLOB PRIMARY KEY NOT NULL,
      due_at INTEGER NOT NULL
    );
    CREATE INDEX due_in_order ON due (due_at, group_id);

    CREATE TABLE identity (
      identity BLOB PRIMARY KEY NOT NULL,
      display_name TEXT NOT NULL,
      created_at INTEGER NOT NULL
    );
    CREATE TABLE subject (
      subject_hash BLOB PRIMARY KEY NOT NULL,
      identity BLOB NOT NULL UNIQUE REFERENCES identity (identity)
    );
    CREATE TABLE device (
      device BLOB PRIMARY KEY NOT NULL,
      identity BLOB NOT NULL REFERENCES identity (identity),
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_day INTEGER NOT NULL
    );
    CREATE INDEX device_of_identity ON device (identity);
    CREATE TABLE token (
      token BLOB PRIMARY KEY NOT NULL,
      identity BLOB NOT NULL REFERENCES identity (identity),
      secret_hash BLOB NOT NULL,
      created_at INTEGER NOT NULL,
      device BLOB REFERENCES device (device),
      ordinal INTEGER NOT NULL DEFAULT 0,
      is_ended INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX token_of_identity ON token (identity);
    CREATE INDEX token_of_device ON token (device, ordinal);

    CREATE TABLE membership (
      ordinal INTEGER PRIMARY KEY,
      identity BLOB NOT NULL,
      group_id BLOB NOT NULL,
      is_ended INTEGER NOT NULL DEFAULT 0,
      UNIQUE (identity, group_id)
    );
    CREATE INDEX membership_of_group ON membership (group_id);
    CREATE TABLE invite (
      code_hash BLOB PRIMARY KEY NOT NULL,
      group_id BLOB NOT NULL,
      invite BLOB NOT NULL
    );

    CREATE TABLE encryption (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key_id TEXT NOT NULL,
      wrapped BLOB NOT NULL,
      is_complete INTEGER NOT NULL
    );
    CREATE TABLE data_key (
      id INTEGER PRIMARY KEY,
      group_id BLOB NOT NULL UNIQUE,
      wrapped BLOB NOT NULL
    );
    CREATE TABLE audit (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      act TEXT NOT NULL,
      identity BLOB,
      device BLOB,
      group_id BLOB,
      origin TEXT,
      count INTEGER NOT NULL,
      hash BLOB NOT NULL
    );
    CREATE TABLE audit_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      number INTEGER NOT NULL,
      hash BLOB NOT NULL
    );
    """,
    """
    ALTER TABLE audit ADD COLUMN member BLOB;
    """,
    """
    ALTER TABLE identity ADD COLUMN suspended_at INTEGER;
    CREATE INDEX identity_suspended ON identity (suspended_at) WHERE suspended_at IS NOT NULL;
    """,
    tokensAndWebhooks,
    pushes,
  ]

  /// The step that adds tokens for groups, and webhooks: where each is sent to, by whom it was added, and how far it
  /// was sent to.
  private static let tokensAndWebhooks = """
    CREATE TABLE group_token (
      ordinal INTEGER PRIMARY KEY,
      token BLOB NOT NULL UNIQUE,
      identity BLOB NOT NULL REFERENCES identity (identity),
      device BLOB NOT NULL REFERENCES device (device),
      group_id BLOB NOT NULL,
      holder BLOB NOT NULL,
      secret_hash BLOB NOT NULL,
      name TEXT NOT NULL,
      may_write INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      used_day INTEGER
    );
    CREATE INDEX group_token_of_identity ON group_token (identity);
    CREATE INDEX group_token_of_device ON group_token (device);
    CREATE INDEX group_token_of_holder ON group_token (group_id, holder);
    CREATE TABLE webhook (
      group_id BLOB NOT NULL,
      webhook BLOB NOT NULL,
      identity BLOB NOT NULL,
      url TEXT NOT NULL,
      secret BLOB NOT NULL,
      former_secret BLOB,
      former_until INTEGER NOT NULL DEFAULT 0,
      is_paused INTEGER NOT NULL DEFAULT 0,
      sequence INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      failing_since INTEGER,
      next_at INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (group_id, webhook)
    );
    """

  /// The step that adds where a device is told of notices.
  private static let pushes = """
    ALTER TABLE device ADD COLUMN push TEXT;
    """

  /// The version this program reads and writes.
  static let version = steps.count

  /// Takes the steps the file still lacks, all in one commit.
  ///
  /// - Parameters:
  ///   - before: called before that commit with the version that the file has, unless it is empty.
  ///   - began: called in that commit when the file was empty.
  /// - Returns: the version that the file had.
  @discardableResult
  static func migrate(
    _ database: Database, before: (Int) throws -> Void = { _ in }, began: (Database) throws -> Void = { _ in }
  ) throws -> Int {
    let found = try check(database)
    guard found < version else { return found }
    if found > 0 { try before(found) }
    try database.inTransaction(.immediate) {
      for step in steps[found...] { try database.execute(sql: step) }
      try database.execute(sql: "PRAGMA user_version = \(version)")
      if found == 0 { try began(database) }
      return .commit
    }
    return found
  }

  /// Refuses a file whose tables this program cannot read as they are: nothing is migrated when reading only.
  static func requireCurrent(_ database: Database) throws {
    let found = try check(database)
    guard found == version else {
      throw StoreFailure.broken("the database has schema version \(found) and must be opened for writing once to become version \(version)")
    }
  }

  /// Refuses a file that a newer program wrote.
  static func requireKnown(_ database: Database) throws { _ = try check(database) }

  private static func check(_ database: Database) throws -> Int {
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard (0...version).contains(found) else {
      throw StoreFailure.broken(
        "the database has schema version \(found), but this program knows versions up to \(version): it was written by a newer program")
    }
    return found
  }
}
