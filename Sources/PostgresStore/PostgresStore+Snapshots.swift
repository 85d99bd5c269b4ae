import Cryptography
import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// The newest snapshot whose checksum holds, or nil.
  ///
  /// - Throws: `.damaged` when it stands after the end of the log.
  public func loadSnapshot(_ group: GroupID) throws(StoreFailure) -> StoredSnapshot? {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT snapshot.sequence, checksum, bytes, coalesce(room.head, 0) FROM snapshot
        LEFT JOIN room ON room.group_id = snapshot.group_id WHERE snapshot.group_id = $1 ORDER BY snapshot.sequence DESC
        """, [.id(group)])
      for row in rows.indices {
        guard let snapshot = try snapshot(rows, row, of: group, in: connection), let head = rows.number(row, 3) else { continue }
        guard snapshot.sequence.rawValue <= head else {
          throw StoreFailure.snapshotAheadOfLog(snapshot, head: GroupSequence(head))
        }
        return snapshot
      }
      return nil
    }
  }

  /// Reads a row of sequence, checksum and bytes; nil when the checksum does not hold, or it does not open.
  private func snapshot(_ rows: Rows, _ row: Int, of group: GroupID, in connection: DatabaseConnection) throws -> StoredSnapshot? {
    guard let sequence = rows.number(row, 0), let checksum = rows.blob(row, 1), let stored = rows.blob(row, 2) else { return nil }
    var snapshot = StoredSnapshot(group: group, sequence: GroupSequence(sequence), bytes: stored)
    guard snapshot.checksum == checksum else { return nil }
    if let keys {
      guard let bytes = try keys.open(stored, of: .group(group), at: .snapshot(snapshot.sequence), in: connection) else { return nil }
      snapshot.bytes = bytes
    }
    return snapshot
  }

  /// Keeps a snapshot with its checksum and drops all but the newest two, in one commit. One of a group that was
  /// deleted meanwhile is not kept, nor one of a group that another node has.
  public func saveSnapshot(_ snapshot: StoredSnapshot) throws(StoreFailure) {
    guard let sequence = Int64(exactly: snapshot.sequence.rawValue) else {
      throw .broken("no log reaches sequence \(snapshot.sequence)")
    }
    let group = SQLValue.id(snapshot.group)
    try writing { turn in
      // A node that deletes the group has this row until it is done; nothing of it may come back, not even a key. Nor
      // may what another node has erased since this one had the group.
      let room = try turn.connection.query("SELECT node FROM room WHERE group_id = $1 FOR SHARE", [group])
      if let node = room.text(0, 0), node != turn.node { return }
      if try turn.connection.query("SELECT 1 FROM purged WHERE group_id = $1", [group]).count > 0 { return }
      // The same while words were erased that it has.
      if replacements.areLater(than: snapshot) { return }
      var snapshot = snapshot
      if let keys {
        let key = try keys.current(.group(snapshot.group), in: turn.connection)
        snapshot.bytes = [UInt8](try key.seal(snapshot.bytes, at: .snapshot(snapshot.sequence)))
      }
      try turn.connection.pipeline([
        (
          """
          INSERT INTO snapshot (group_id, sequence, checksum, bytes) VALUES ($1, $2, $3, $4)
          ON CONFLICT (group_id, sequence) DO UPDATE SET checksum = excluded.checksum, bytes = excluded.bytes
          """, [group, .integer(sequence), .bytes(snapshot.checksum), .bytes(snapshot.bytes)]
        ),
        (
          """
          DELETE FROM snapshot WHERE group_id = $1
            AND sequence NOT IN (SELECT sequence FROM snapshot WHERE group_id = $1 ORDER BY sequence DESC LIMIT 2)
          """, [group]
        ),
      ])
    }
  }

  /// Removes every snapshot; the logs stay.
  public func deleteSnapshots() throws(StoreFailure) {
    try writing { turn in _ = try turn.connection.query("DELETE FROM snapshot") }
  }
}
