import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  // Limit: events removed in one commit, so that the commits of other groups wait for a few milliseconds only.
  private static let purgedEventsMax = 1_000

  /// Deletes a group for ever, but for its id and for when it is due.
  ///
  /// What is removed is overwritten with zeros in the database file, the group's data key first, and the database's log
  /// is emptied behind it. Copies that the file system or backups have are not touched; of an encrypted group they
  /// cannot be read but by whoever has a copy of the data key with them, and the key of the key file.
  public func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) {
    try overwriting { database in
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO purged (group_id, purged_at) VALUES (?, ?)")
        .execute(arguments: [group.blob, instant])
      if database.changesCount > 0 { try Self.note([AuditNote(.groupPurged, at: instant, group: group)], in: database) }
      for table in ["data_key", "membership", "invite", "group_token", "webhook", "snapshot"] {
        try database.cachedStatement(sql: "DELETE FROM \(table) WHERE group_id = ?").execute(arguments: [group.blob])
      }
    }
    keys?.forget(.group(group))
    heads.forget([group])
    var isEmpty = false
    while !isEmpty {
      isEmpty = try overwriting { database in
        // From the end, as the index has them: what is left is always the beginning of the log.
        try database.cachedStatement(
          sql: "DELETE FROM event WHERE id IN (SELECT id FROM event WHERE group_id = ? ORDER BY sequence DESC LIMIT ?)"
        ).execute(arguments: [group.blob, Self.purgedEventsMax])
        return database.changesCount < Self.purgedEventsMax
      }
    }
    heads.forget([group])
    emptyLog()
  }

  /// Whether the group was deleted, all of it or as far as that came.
  public func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool {
    try reading { database in try Self.isPurged(group, in: database) }
  }

  static func isPurged(_ group: GroupID, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM purged WHERE group_id = ?")
    return try Row.fetchOne(statement, arguments: [group.blob]) != nil
  }

  /// A transaction that leaves nothing readable of what it deletes.
  private func overwriting<Value>(_ body: (Database) throws -> Value) throws(StoreFailure) -> Value {
    // Counted as if it filled the log, so that what is overwritten soon is so in the database file, too.
    try writing(pages: 4_000) { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")
      defer { try? database.execute(sql: "PRAGMA secure_delete = OFF") }
      return try body(database)
    }
  }
}
