import EventStore
import Sealing

extension PostgresStore {
  /// Wraps the store's key by another, and notes it: all in one commit. Nothing else is rewritten, and nodes that run
  /// go on, since they have the store's key; each needs the other key at its next start.
  ///
  /// - Parameter instant: milliseconds since 1970.
  /// - Throws: `.broken` when the store is not encrypted, or not with the former key.
  public func replaceKey(from old: EncryptionKey, to new: EncryptionKey, at instant: Int64) throws(StoreFailure) {
    try writing { turn in
      guard var record = try EncryptionRecord(turn.connection) else { throw StoreFailure.broken("it is not encrypted") }
      try record.rewrap(from: old, to: new)
      let changed = try turn.connection.query(
        "UPDATE encryption SET key_id = $1, wrapped = $2 WHERE id = 1 AND key_id = $3 RETURNING id::bigint",
        [.text(record.keyID), .bytes([UInt8](record.wrapped)), .text(old.id)])
      guard changed.count == 1 else { throw StoreFailure.broken("its key was replaced meanwhile") }
      try Self.note([AuditNote(.keyReplaced, at: instant)], turn)
    }
  }
}
