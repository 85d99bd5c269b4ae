import Dispatch
import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// Appends batches of many groups in one synced commit.
  ///
  /// - Returns: one outcome per batch; when the commit fails, the same failure for all of them.
  public func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] {
    for batch in batches {
      precondition(batch.isNumberedWithoutGap, "the events of a batch follow its expected sequence without gap")
    }
    let replaces = batches.contains { !$0.replacements.isEmpty }
    do {
      // The heads are kept before the next append can ask for them.
      let outcomes = try writing(pages: Self.pages(of: batches)) { database in
        if replaces { try database.execute(sql: "PRAGMA secure_delete = ON") }
        defer { if replaces { try? database.execute(sql: "PRAGMA secure_delete = OFF") } }
        return try insert(batches, in: database)
      } whenDurable: { _, moved in
        heads.keep(moved)
        replacements.note(batches)
      }.0
      if batches.contains(where: \.endsReplacing) { sweep() }
      return outcomes
    } catch {
      heads.forget(batches.map(\.group))
      return batches.map { _ in .failure(error) }
    }
  }

  /// A leaf of the index for each batch, one of each table per projection, and what the payload fills (4,096 bytes a
  /// page).
  private static func pages(of batches: [AppendBatch]) -> Int {
    batches.reduce(2) { pages, batch in
      pages + 1 + batch.projections.count * 2 + batch.replacements.count * 2 + batch.events.reduce(0) { $0 + $1.bytes.count } / 4_096
    }
  }

  private func insert(
    _ batches: [AppendBatch], in database: Database
  ) throws -> ([Result<Void, StoreFailure>], [GroupID: GroupSequence]) {
    var moved: [GroupID: GroupSequence] = [:]
    var notes: [AuditNote] = []
    let outcomes = try batches.map { batch -> Result<Void, StoreFailure> in
      let head = try moved[batch.group] ?? heads.head(of: batch.group, in: database)
      guard head == batch.expected else { return .failure(.conflict(head: head)) }
      try insert(batch.events, of: batch.group, in: database)
      try replace(batch.replacements, of: batch.group, in: database)
      for projection in batch.projections { try apply(projection, in: database) }
      notes += batch.notes
      moved[batch.group] = batch.headAfter
      return .success(())
    }
    try Self.note(notes, in: database)
    return (outcomes, moved)
  }

  /// Adds events to a group's log, sealed if the folder is encrypted.
  func insert(_ events: [StoredEvent], of group: GroupID, in database: Database) throws {
    guard !events.isEmpty else { return }
    let insert = try database.cachedStatement(
      sql: "INSERT INTO event (group_id, sequence, lane, position, bytes, hash) VALUES (?, ?, ?, ?, ?, ?)")
    let key = try keys?.current(.group(group), in: database)
    let group = group.blob
    for event in events {
      let bytes = try key?.seal(event.bytes, at: SealedPlace(of: event)) ?? Data(event.bytes)
      try insert.execute(arguments: [
        group, Int64(bitPattern: event.sequence.rawValue), event.lane.name, Int64(bitPattern: event.position.rawValue), bytes,
        Data(event.hash.bytes),
      ])
    }
  }

  /// Puts other bytes in the place of events', and removes the group's snapshots.
  private func replace(_ events: [StoredEvent], of group: GroupID, in database: Database) throws {
    guard !events.isEmpty else { return }
    let update = try database.cachedStatement(
      sql: "UPDATE event SET bytes = ? WHERE group_id = ? AND sequence = ? AND lane = ? AND position = ? AND hash = ?")
    let key = try keys?.current(.group(group), in: database)
    for event in events {
      let bytes = try key?.seal(event.bytes, at: SealedPlace(of: event)) ?? Data(event.bytes)
      try update.execute(arguments: [
        bytes, group.blob, Int64(bitPattern: event.sequence.rawValue), event.lane.name, Int64(bitPattern: event.position.rawValue),
        Data(event.hash.bytes),
      ])
      guard database.changesCount == 1 else { throw StoreFailure.broken(AppendBatch.noPlace) }
    }
    try database.cachedStatement(sql: "DELETE FROM snapshot WHERE group_id = ?").execute(arguments: [group.blob])
    try database.execute(sql: "PRAGMA application_id = \(Self.unsweptMark)")
  }

  /// Reads at most `limit` events after a sequence.
  ///
  /// - Throws: `.damaged` when a sequence is missing between two others or a row cannot be read.
  public func read(_ group: GroupID, after: GroupSequence, limit: Int) throws(StoreFailure) -> [StoredEvent] {
    // A negative limit means none to SQLite.
    guard limit > 0, let start = after.integer else { return [] }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT sequence, lane, position, bytes, hash FROM event WHERE group_id = ? AND sequence > ? ORDER BY sequence LIMIT ?")
      let rows = try Row.fetchCursor(statement, arguments: [group.blob, start, limit])
      var events: [StoredEvent] = []
      var last = after
      let row = LogRow(statement)
      while try rows.next() != nil {
        let event = try self.event(row, of: group, after: last, in: database)
        last = event.sequence
        events.append(event)
      }
      return events
    }
  }

  private func event(_ row: LogRow, of group: GroupID, after last: GroupSequence, in database: Database) throws -> StoredEvent {
    let found = EventRow(
      sequence: row.number(0), lane: row.text(1), position: row.number(2), bytes: row.blob(3).map { [UInt8]($0) },
      hash: row.blob(4).flatMap { LaneHash(bytes: $0) })
    guard let keys else { return try found.event(of: group, after: last, opening: nil) }
    return try found.event(of: group, after: last) { try keys.open($0, of: .group(group), at: $1, in: database) }
  }

  /// Runs both side by side if another core is idle; the caller's thread takes part, so neither waits for a thread.
  public func run(_ reading: @Sendable () -> Void, beside work: @Sendable () -> Void) {
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? reading() : work() }
  }

  /// All groups that have events.
  public func groups() throws(StoreFailure) -> [GroupID] {
    try reading { database in
      // One index look-up per group; DISTINCT would walk every event.
      let rows = try Row.fetchCursor(
        database,
        sql: """
          WITH RECURSIVE found (group_id) AS (
            SELECT min(group_id) FROM event
            UNION ALL
            SELECT (SELECT min(group_id) FROM event WHERE group_id > found.group_id) FROM found WHERE found.group_id IS NOT NULL
          )
          SELECT group_id FROM found WHERE group_id IS NOT NULL AND group_id NOT IN (SELECT group_id FROM purged)
          """)
      var groups: [GroupID] = []
      while let row = try rows.next() {
        guard let group = row.identifier(0, of: IdentifierKind.Group.self) else {
          throw StoreFailure.damaged("the log of a group whose id is not 16 bytes")
        }
        groups.append(group)
      }
      return groups
    }
  }
}
