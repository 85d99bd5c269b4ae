import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// Which history of the group this is.
  public func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT epoch FROM epoch WHERE group_id = ?")
      guard let row = try Row.fetchOne(statement, arguments: [group.blob]) else { return 1 }
      guard let epoch = row.number(0) else { throw StoreFailure.damaged("the epoch of group \(group)") }
      return epoch
    }
  }

  /// Says that every group's history is another one from here on: a client that has followed an earlier one reads it
  /// anew.
  ///
  /// - Parameter epoch: larger than any before.
  /// - Returns: the epoch, which is larger than wished when one as large was there.
  public func startEpoch(atLeast epoch: UInt64) throws(StoreFailure) -> UInt64 {
    try writing(pages: 100) { database in
      let last = try Row.fetchOne(database, sql: "SELECT MAX(epoch) FROM epoch")?.number(0) ?? 1
      // Limit: SQLite's integers are signed.
      guard last < UInt64(Int64.max), epoch < UInt64(Int64.max) else { throw StoreFailure.damaged("an epoch") }
      let next = Swift.max(epoch, last + 1)
      try database.execute(
        sql: "INSERT OR REPLACE INTO epoch (group_id, epoch) SELECT DISTINCT group_id, ? FROM event", arguments: [Int64(next)])
      return next
    }
  }

  static func set(epoch: UInt64, of group: GroupID, in database: Database) throws {
    guard let number = Int64(exactly: epoch) else { throw StoreFailure.damaged("the epoch of group \(group)") }
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO epoch (group_id, epoch) VALUES (?, ?)")
      .execute(arguments: [group.blob, number])
  }
}
