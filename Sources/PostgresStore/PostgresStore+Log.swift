import Dispatch
import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// Reads at most `limit` events after a sequence.
  ///
  /// - Throws: `.damaged` when a sequence is missing, also at the end, or a row cannot be read.
  public func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    guard limit > 0, let start = Int64(exactly: after.rawValue) else { return [] }
    return try reading { connection in
      // One statement has one view: the head is that of these events.
      let rows = try connection.query(
        """
        SELECT room.head, found.sequence, found.lane, found.position, found.bytes, found.hash
        FROM (VALUES (1)) AS one LEFT JOIN room ON room.group_id = $1 LEFT JOIN LATERAL (
          SELECT sequence, lane, position, bytes, hash FROM event
          WHERE event.group_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
        ) AS found ON true ORDER BY found.sequence
        """, [.id(group), .integer(start), .integer(Int64(clamping: limit))])
      let head = rows.number(0, 0) ?? 0
      var events: [StoredEvent] = []
      var last = after
      for row in rows.indices where !rows.isNull(row, 1) {
        let event = try self.event(rows, row, of: group, after: last, in: connection)
        last = event.sequence
        events.append(event)
      }
      if !events.isEmpty || head > after.rawValue {
        let isShort = events.count < limit && last.rawValue < head
        guard !isShort, last.rawValue <= head else {
          throw StoreFailure.damaged("group \(group): the log ends at \(last), but its head is \(head)")
        }
      }
      return events
    }
  }

  private func event(_ rows: Rows, _ row: Int, of group: GroupID, after last: GroupSequence, in connection: DatabaseConnection) throws
    -> StoredEvent
  {
    let found = EventRow(
      sequence: rows.number(row, 1), lane: rows.text(row, 2), position: rows.number(row, 3), bytes: rows.blob(row, 4),
      hash: rows.blob(row, 5).flatMap { LaneHash(bytes: $0) })
    guard let keys else { return try found.event(of: group, after: last, opening: nil) }
    return try found.event(of: group, after: last) { try keys.open($0, of: .group(group), at: $1, in: connection) }
  }

  /// Runs both side by side if another core is idle; the caller's thread takes part, so neither waits for a thread.
  public func run(_ reading: @Sendable () -> Void, beside work: @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? reading() : work() }
  }

  /// All groups that have events.
  public func groups() throws(StoreFailure) -> [GroupID] {
    try reading { connection in
      try Self.parts.flatMap { part in
        let rows = try connection.query(
          """
          SELECT group_id FROM room WHERE head > 0 AND group_id >= $1 AND group_id < $2
            AND NOT EXISTS (SELECT FROM purged WHERE purged.group_id = room.group_id)
          """, part)
        return try Self.groups(rows, .damaged("the head of a group whose id is not 16 bytes"))
      }
    }
  }

  /// All groups in sixteen parts: from which id on, and before which. An answer is waited for some seconds only, and
  /// one about all groups at once would take longer where there are millions.
  static let parts: [[SQLValue]] = (0..<16).map { number in
    // The last one ends behind every id of 16 bytes.
    let end = number < 15 ? [UInt8(number + 1) << 4] : [UInt8](repeating: 0xFF, count: 17)
    return [.bytes([UInt8(number) << 4]), .bytes(end)]
  }

  /// The groups of the first column.
  static func groups(_ rows: Rows, _ failure: StoreFailure) throws -> [GroupID] {
    try rows.indices.map { row in
      guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self) else { throw failure }
      return group
    }
  }
}
