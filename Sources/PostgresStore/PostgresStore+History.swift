import EventStore
import HearthProtocol

/// Whether groups' histories are those that this node knows. After a restore of the database to an earlier moment they
/// are others, and begin a new epoch: a client that has followed an earlier one reads it anew (SPEC SB-07).
extension PostgresStore {
  /// Has somebody told of groups whose histories were found to be others than before.
  public func whenRestored(_ tell: @escaping @Sendable ([GroupID]) -> Void) { restored.withLock { $0 = tell } }

  /// Compares a group's log with what this node knows of it, begins a new epoch where it is another, and remembers
  /// where it stands.
  ///
  /// - Returns: whether it is another one.
  func meetHistory(of group: GroupID, _ state: WriterState) throws -> Bool {
    let known = state.heads[group]
    let rows = try state.writer.repeating { connection in
      try connection.query(
        """
        SELECT room.head, epoch.epoch, (purged.group_id IS NOT NULL)::int::bigint, event.hash
        FROM (VALUES ($1::bytea)) AS wish (group_id) LEFT JOIN room ON room.group_id = wish.group_id
        LEFT JOIN epoch ON epoch.group_id = wish.group_id LEFT JOIN purged ON purged.group_id = wish.group_id
        LEFT JOIN event ON event.group_id = wish.group_id AND event.sequence = $2
        """, [.id(group), .integer(Int64(clamping: known?.sequence ?? 0))])
    }
    let (head, epoch) = (rows.number(0, 0) ?? 0, rows.number(0, 1) ?? 1)
    guard rows.integer(0, 2) == 0 else {
      state.heads.forget(group)
      return false
    }
    let isOfOtherEpoch = known?.epoch.map { $0 != epoch } ?? false
    // An event that is missing below the head is damage, and who reads the log says so.
    let hasOtherHash = if let hash = rows.blob(0, 3), let knownHash = known?.hash { hash != knownHash } else { false }
    let isShorter = known.map { head < $0.sequence } ?? false
    guard isOfOtherEpoch || hasOtherHash || isShorter else {
      state.heads.note(group, head, hash: nil, epoch: epoch)
      return false
    }
    // Where it is another epoch already, another node has noticed it first.
    let next = isOfOtherEpoch ? epoch : try beginEpoch(of: group, state)
    state.heads.forget(group)
    state.heads.note(group, head, hash: nil, epoch: next)
    return true
  }

  /// Says that the group's history is another one from here on; the clock makes two restores two histories.
  private func beginEpoch(of group: GroupID, _ state: WriterState) throws -> UInt64 {
    try state.writer.transaction { turn in
      let rows = try turn.connection.query(
        """
        INSERT INTO epoch (group_id, epoch) VALUES ($1, greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint, 2))
        ON CONFLICT (group_id) DO UPDATE SET epoch = greatest(excluded.epoch, epoch.epoch + 1)
        RETURNING epoch, (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        """, [.id(group)])
      guard let epoch = rows.number(0, 0), let instant = rows.integer(0, 1) else {
        throw StoreFailure.damaged("the epoch of group \(group)")
      }
      try Self.note([AuditNote(.restored, at: instant, group: group)], turn)
      return epoch
    }
  }
}
