import Cryptography
import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// The newest snapshot whose checksum holds, or nil.
  ///
  /// - Throws: `.damaged` when it stands after the end of the log.
  public func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT sequence, checksum, bytes FROM snapshot WHERE group_id = ? ORDER BY sequence DESC")
      let rows = try Row.fetchCursor(statement, arguments: [group.blob])
      while let row = try rows.next() {
        guard let snapshot = try snapshot(row, of: group, in: database) else { continue }
        let head = try Heads.read(group, in: database)
        guard snapshot.sequence <= head else { throw StoreFailure.snapshotAheadOfLog(snapshot, head: head) }
        return snapshot
      }
      return nil
    }
  }

  /// Reads a row of sequence, checksum and bytes; nil when the checksum does not hold, or it does not open.
  func snapshot(_ row: Row, of group: GroupID, in database: Database) throws -> StoredSnapshot? {
    guard let sequence = row.number(0), let checksum = row.blob(1), let stored = row.blob(2) else { return nil }
    var snapshot = StoredSnapshot(group: group, sequence: GroupSequence(sequence), bytes: stored)
    guard snapshot.checksum == checksum else { return nil }
    if let keys {
      guard let bytes = try keys.open(stored, of: .group(group), at: .snapshot(snapshot.sequence), in: database) else { return nil }
      snapshot.bytes = bytes
    }
    return snapshot
  }

  /// Keeps a snapshot with its checksum and drops all but the newest two, in one commit. One of a group that was
  /// deleted meanwhile is not kept.
  public func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) {
    guard let sequence = snapshot.sequence.integer else { throw .broken("no log reaches sequence \(snapshot.sequence)") }
    let group = snapshot.group.blob
    try writing(pages: 4 + snapshot.bytes.count / 4_096) { database in
      // It may have waited while the group was deleted; nothing of it may come back, not even a key.
      if try Self.isPurged(snapshot.group, in: database) { return }
      // The same while words were erased that it has.
      if replacements.areLater(than: snapshot) { return }
      var snapshot = snapshot
      if let keys {
        snapshot.bytes = try [UInt8](
          keys.current(.group(snapshot.group), in: database).seal(snapshot.bytes, at: .snapshot(snapshot.sequence)))
      }
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO snapshot (group_id, sequence, checksum, bytes) VALUES (?, ?, ?, ?)")
        .execute(arguments: [group, sequence, Data(snapshot.checksum), Data(snapshot.bytes)])
      try database.cachedStatement(
        sql: """
          DELETE FROM snapshot WHERE group_id = ?1
            AND sequence NOT IN (SELECT sequence FROM snapshot WHERE group_id = ?1 ORDER BY sequence DESC LIMIT 2)
          """
      ).execute(arguments: [group])
    }
  }

  /// Removes every snapshot; the logs stay.
  public func deleteSnapshots() throws(StoreFailure) {
    try writing(pages: 1_000) { try $0.execute(sql: "DELETE FROM snapshot") }
  }
}
