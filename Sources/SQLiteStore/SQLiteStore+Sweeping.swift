import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// What the database's `application_id` is while bytes that were replaced may be left in it: in pages of snapshots
  /// that were deleted, and between rows that SQLite has moved. It changes in the same transaction as the rows.
  static let unsweptMark = 0x4865_6172

  // Limit: a database of 16,384 pages (64 MiB) is rewritten behind the commit that replaced bytes, within about a
  // second, in which no commit is made. A larger one is rewritten when it is opened for writing next.
  private static let sweptPagesMax = 16_384

  /// Rewrites the database, so that nothing is left of bytes that were replaced, and cuts the log to nothing. What
  /// cannot be done now is done when the store is opened next.
  func sweep() {
    rewriting { database in
      guard try Self.isUnswept(database), try Int.fetchOne(database, sql: "PRAGMA page_count") ?? .max <= Self.sweptPagesMax else {
        return
      }
      try Self.rewrite(database)
    }
    emptyLog()
  }

  /// Rewrites a database that is opened for writing, if bytes that were replaced may be left in it.
  static func sweepLeftovers(of database: Database) throws {
    guard try isUnswept(database) else { return }
    do {
      try rewrite(database)
      _ = try database.checkpoint(.truncate)
    } catch let error as DatabaseError where database.failure(of: error, writing: .log) == .full || error.resultCode == .SQLITE_BUSY {
      // Without space for a second database, or while another process reads, it stays as it is until the next opening.
    }
  }

  private static func isUnswept(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA application_id") == unsweptMark
  }

  private static func rewrite(_ database: Database) throws {
    try database.execute(sql: "VACUUM")
    try database.execute(sql: "PRAGMA application_id = 0")
  }
}
