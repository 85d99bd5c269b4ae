import EventStore
import HearthProtocol

/// Epochs, deletion and import of whole groups.
extension PostgresStore: GroupImporting {
  /// Which history of the group this is.
  public func epoch(of group: GroupID) throws(StoreFailure) -> UInt64 {
    try reading { connection in
      let rows = try connection.query("SELECT epoch FROM epoch WHERE group_id = $1", [.id(group)])
      if rows.count == 0 { return 1 }
      guard let epoch = rows.number(0, 0) else { throw StoreFailure.damaged("the epoch of group \(group)") }
      return epoch
    }
  }

  /// Says that every group's history is another one from here on: a client that has followed an earlier one reads it
  /// anew.
  ///
  /// - Parameter epoch: larger than any before.
  /// - Returns: the epoch, which is larger than wished when one as large was there.
  public func startEpoch(atLeast epoch: UInt64) throws(StoreFailure) -> UInt64 {
    try writing { turn in
      let last = try turn.connection.query("SELECT max(epoch) FROM epoch").number(0, 0) ?? 1
      guard last < UInt64(Int64.max), epoch < UInt64(Int64.max) else { throw StoreFailure.damaged("an epoch") }
      let next = max(epoch, last + 1)
      _ = try turn.connection.query(
        """
        INSERT INTO epoch (group_id, epoch) SELECT group_id, $1 FROM room WHERE head > 0
        ON CONFLICT (group_id) DO UPDATE SET epoch = excluded.epoch
        """, [.integer(Int64(next))])
      return next
    }
  }

  // Limit: events removed in one commit, so that the commits of other groups wait for a few milliseconds only.
  private static let purgedEventsMax: Int64 = 1_000

  /// Makes the group this node's within a transaction, if it is nobody's or this node's already.
  private static func claim(_ group: GroupID, _ turn: Writer.Turn) throws -> (head: GroupSequence, fence: Int64) {
    let rows = try turn.connection.query(
      """
      INSERT INTO room (group_id, head, fence, node) VALUES ($1, 0, 1, $2)
      ON CONFLICT (group_id) DO UPDATE SET fence = room.fence + 1, node = excluded.node
      WHERE room.node = excluded.node OR room.head = 0 RETURNING head, fence
      """, [.id(group), .text(turn.node)])
    if rows.count == 0 {
      // The node that has it may have taken back what this node knows of it.
      let found = try turn.connection.query("SELECT head FROM room WHERE group_id = $1", [.id(group)])
      throw StoreFailure.conflict(head: GroupSequence(found.number(0, 0) ?? 0))
    }
    guard let head = rows.number(0, 0), let fence = rows.integer(0, 1) else {
      throw StoreFailure.damaged("the row of a group's head")
    }
    return (GroupSequence(head), fence)
  }

  /// Deletes a group for ever, but for its id and for when it is due.
  ///
  /// The group's data key goes first. What is removed stays in the database's files until it is vacuumed and its space
  /// used again, in its log until that is recycled, and in its backups; of an encrypted group it cannot be read but by
  /// whoever has a copy of the data key with it, and the key of the key file.
  public func purge(_ group: GroupID, at instant: Int64) throws(StoreFailure) {
    let id = SQLValue.id(group)
    let fence = try writing { turn in
      let fence = try Self.claim(group, turn).fence
      let isNew =
        try turn.connection.query(
          "INSERT INTO purged (group_id, purged_at) VALUES ($1, $2) ON CONFLICT (group_id) DO NOTHING", [id, .integer(instant)]
        ).changed > 0
      let gone = ["membership", "invite", "group_token", "webhook", "snapshot", "room_memory"].map {
        ("DELETE FROM \($0) WHERE group_id = $1", [id])
      }
      let notes = isNew ? [AuditNote(.groupPurged, at: instant, group: group)] : []
      try turn.connection.pipeline(
        [("DELETE FROM data_key WHERE owner = $1", [id])] + gone + Self.statements(noting: notes, turn))
      return fence
    }
    keys?.forget(.group(group))
    try onWriter { state in
      state.fences.keep(fence, of: group)
      state.heads.forget(group)
    }
    var isEmpty = false
    while !isEmpty {
      isEmpty = try writing { turn in
        // From the end: what is left is always the beginning of the log, and the head says so.
        let rows = try turn.connection.query("SELECT head FROM room WHERE group_id = $1 AND fence = $2 FOR UPDATE", [id, .integer(fence)])
        // Another node goes on with it, and the group may have been brought back since.
        guard let head = rows.integer(0, 0) else { return true }
        let left = max(head - Self.purgedEventsMax, 0)
        try turn.connection.pipeline([
          ("DELETE FROM event WHERE group_id = $1 AND sequence > $2", [id, .integer(left)]),
          ("UPDATE room SET head = $2 WHERE group_id = $1", [id, .integer(left)]),
        ])
        return left == 0
      }
    }
  }

  /// Whether the group was deleted, all of it or as far as that came.
  public func isPurged(_ group: GroupID) throws(StoreFailure) -> Bool {
    try reading { connection in try connection.query("SELECT 1 FROM purged WHERE group_id = $1", [.id(group)]).count > 0 }
  }

  /// Writes a whole group in one commit, or nothing. A connection that is lost on the way ends it with `.broken`:
  /// the pages cannot be had again.
  public func importGroup(_ group: ImportedGroup, nextPage: () throws(StoreFailure) -> [StoredEvent]) throws(StoreFailure) {
    let id = SQLValue.id(group.group)
    let fence = try writing(isRepeatable: false) { turn in
      let (head, fence) = try Self.claim(group.group, turn)
      guard head == .start else { throw StoreFailure.conflict(head: head) }
      keys?.forget(.group(group.group))
      // Before the attachments that arrive on the way are sealed with it.
      _ = try keys?.current(.group(group.group), in: turn.connection)
      var last = head
      while true {
        let page = try nextPage()
        guard let end = page.last else { break }
        _ = try turn.connection.query(
          """
          INSERT INTO event (group_id, sequence, lane, position, bytes, hash)
          SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[], $6::bytea[])
          """, columns(page.map { (group.group, $0) }, turn.connection))
        last = end.sequence
      }
      guard let epoch = Int64(exactly: group.epoch), let reached = Int64(exactly: last.rawValue) else {
        throw StoreFailure.damaged("the epoch of group \(group.group)")
      }
      let due = group.due.map { [Projection.due(group: group.group, at: $0)] } ?? []
      try turn.connection.pipeline(
        [
          ("UPDATE room SET head = $2 WHERE group_id = $1", [id, .integer(reached)]),
          ("DELETE FROM purged WHERE group_id = $1", [id]),
          (
            "INSERT INTO epoch (group_id, epoch) VALUES ($1, $2) ON CONFLICT (group_id) DO UPDATE SET epoch = excluded.epoch",
            [id, .integer(epoch)]
          ),
        ] + (group.invites + due).map { try statement($0, in: turn.connection) })
      try join(group, turn)
      return fence
    }
    try onWriter { state in
      state.fences.keep(fence, of: group.group)
      state.heads.forget(group.group)
    }
  }

  // Limit: identities read at once.
  private static let identitiesMax = 5_000

  /// The log names holders only, so each identity of this store is tried against them.
  private func join(_ group: ImportedGroup, _ turn: Writer.Turn) throws {
    var last: [UInt8] = []
    while true {
      let rows = try turn.connection.query(
        "SELECT identity FROM identity WHERE identity > $1 ORDER BY identity LIMIT $2",
        [.bytes(last), .integer(Int64(Self.identitiesMax))])
      let identities = try rows.indices.map { row in
        guard let identity = rows.identifier(row, 0, of: IdentifierKind.Identity.self) else {
          throw StoreFailure.damaged("an identity's row")
        }
        return identity
      }
      try turn.connection.pipeline(identities.flatMap { try group.memberships(of: $0).map { try statement($0, in: turn.connection) } })
      guard identities.count == Self.identitiesMax, let end = identities.last else { return }
      last = end.bytes
    }
  }
}
