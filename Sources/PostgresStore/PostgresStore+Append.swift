import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// The batches of one group that follow each other without gap, as one append.
  private struct Run {
    let group: GroupID
    let expected: GroupSequence
    var head: GroupSequence
    /// Places in the call.
    var places: [Int]
  }

  /// Batches of a call and what became of them.
  private struct Call {
    let batches: [AppendBatch]
    var outcomes: [Result<Void, StoreFailure>?]

    init(_ batches: [AppendBatch]) {
      self.batches = batches
      outcomes = Array(repeating: nil, count: batches.count)
    }

    /// For each group the first batch that is not decided, with those that follow it up to the first that does not: no
    /// group twice.
    var runs: [Run] {
      var runs: [GroupID: Run] = [:]
      var order: [GroupID] = []
      var ended: Set<GroupID> = []
      for (place, batch) in batches.enumerated() where outcomes[place] == nil && !ended.contains(batch.group) {
        guard let run = runs[batch.group] else {
          runs[batch.group] = Run(group: batch.group, expected: batch.expected, head: batch.headAfter, places: [place])
          order.append(batch.group)
          continue
        }
        if run.head == batch.expected {
          runs[batch.group]?.head = batch.headAfter
          runs[batch.group]?.places.append(place)
        } else {
          ended.insert(batch.group)
        }
      }
      return order.compactMap { runs[$0] }
    }

    mutating func fail(_ failure: StoreFailure) { outcomes = outcomes.map { $0 ?? .failure(failure) } }
  }

  /// Appends batches of many groups in one transaction; batches of a group that do not follow each other in one more
  /// for each gap.
  ///
  /// - Returns: one outcome per batch; when a transaction fails, the same failure for all that it was to store.
  public func append(_ batches: [AppendBatch]) -> [Result<Void, StoreFailure>] {
    for batch in batches {
      precondition(batch.isNumberedWithoutGap, "the events of a batch follow its expected sequence without gap")
    }
    var call = Call(batches)
    do {
      try onWriter { state in
        do {
          while call.outcomes.contains(where: { $0 == nil }) { try store(&call, state) }
        } catch {
          keys?.forgetAll()
          state.doubt(error)
          throw error
        }
      }
    } catch {
      call.fail(error)
    }
    return call.outcomes.map { $0 ?? .failure(.broken("a batch was not decided")) }
  }

  /// Makes this node the one that may append to the group; the node before it stores nothing more. To be called
  /// before the log is read that is to grow.
  ///
  /// An append claims by itself only a group that is new or this node's already: what this node knows of another's may
  /// be old. It waits for an append that is under way.
  public func claim(_ group: GroupID) throws(StoreFailure) {
    try onWriter { state in try claim([group], takesOver: true, state) }
  }

  private func claim(_ groups: [GroupID], takesOver: Bool, _ state: WriterState) throws {
    if groups.isEmpty { return }
    let ids = SQLValue.ids(groups)
    let node = SQLValue.text(settings.node)
    let rows = try state.writer.statement(
      settle: { try $0.query("SELECT group_id, fence FROM room WHERE group_id = ANY($1) AND node = $2", [ids, node]) }
    ) { turn in
      try turn.connection.committing(
        """
        WITH mine AS (\(Writer.mark) RETURNING name)
        INSERT INTO room (group_id, head, fence, node)
        SELECT wish, 0, 1, mine.name FROM mine, unnest($4::bytea[]) AS wish ORDER BY wish
        ON CONFLICT (group_id) DO UPDATE SET fence = room.fence + 1, node = excluded.node
        WHERE $5::bigint = 1 OR room.node = excluded.node
        RETURNING group_id, fence
        """, turn.mark + [ids, .integer(takesOver ? 1 : 0)])
    }
    for group in groups { state.fences.lose(group) }
    for row in rows.indices {
      guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self), let fence = rows.integer(row, 1) else {
        throw StoreFailure.damaged("the row of a group's head")
      }
      state.fences.keep(fence, of: group)
      // Another node may have deleted the group's key, and a newer key may exist.
      keys?.forget(.group(group))
    }
  }

  /// Stores the next batch of each group, with those that follow it.
  private func store(_ call: inout Call, _ state: WriterState) throws {
    let runs = call.runs
    let unclaimed = runs.map(\.group).filter { state.fences[$0] == nil && !state.fences.isOvertaken($0) }
    try claim(unclaimed, takesOver: false, state)
    let going = runs.filter { !state.fences.isOvertaken($0.group) }
    // No log reaches further than PostgreSQL's integers.
    let stored = try moved(going.filter { Int64(exactly: $0.head.rawValue) != nil }, call.batches, state)
    let left = runs.filter { !stored.contains($0.group) }
    for run in runs where stored.contains(run.group) {
      for place in run.places { call.outcomes[place] = .success(()) }
      for place in run.places { replacements.note(CollectionOfOne(call.batches[place])) }
      if let last = run.places.compactMap({ call.batches[$0].events.last }).last {
        state.heads.note(run.group, last.sequence.rawValue, hash: last.hash.bytes)
      }
    }
    if left.isEmpty { return }
    let heads = try self.heads(of: left, state)
    for run in left { call.outcomes[run.places[0]] = .failure(.conflict(head: heads[run.group] ?? .start)) }
  }

  /// Where the logs end; groups that another node has claimed are this one's no more.
  private func heads(of runs: [Run], _ state: WriterState) throws -> [GroupID: GroupSequence] {
    let rows = try state.writer.repeating { connection in
      try connection.query("SELECT group_id, head, fence FROM room WHERE group_id = ANY($1)", [.ids(runs.map(\.group))])
    }
    var heads: [GroupID: GroupSequence] = [:]
    for row in rows.indices {
      guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self), let head = rows.number(row, 1) else {
        throw StoreFailure.damaged("the row of a group's head")
      }
      heads[group] = GroupSequence(head)
      if let mine = state.fences[group], rows.integer(row, 2) != mine { state.fences.lose(group) }
      // It is looked into when the group is read again.
      if let known = state.heads[group], head < known.sequence { state.fences.doubt(group) }
    }
    return heads
  }

  /// Which of the groups have moved on, durably.
  private func moved(_ runs: [Run], _ batches: [AppendBatch], _ state: WriterState) throws -> Set<GroupID> {
    if runs.isEmpty { return [] }
    try state.writer.repeating { connection in try keys?.ensure(runs.map { .group($0.group) }, in: connection) }
    let wish = try values(runs, batches, state)
    // What an answer that never came would have said: the log has the last event with its hash.
    func settle(_ connection: DatabaseConnection) throws -> Set<GroupID> {
      let rows = try connection.query(
        """
        SELECT want.group_id FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) AS want (group_id, head, hash)
        JOIN room ON room.group_id = want.group_id
        LEFT JOIN event ON event.group_id = want.group_id AND event.sequence = want.head
        WHERE room.head >= want.head AND (want.hash IS NULL OR event.hash = want.hash)
        """,
        [
          .ids(runs.map(\.group)), .integers(runs.map { Int64(clamping: $0.head.rawValue) }),
          .byteses(runs.map { run in run.places.compactMap { batches[$0].events.last }.last?.hash.bytes }),
        ])
      return Self.groups(rows)
    }
    let hasMore = runs.contains {
      $0.places.contains { !batches[$0].projections.isEmpty || !batches[$0].notes.isEmpty || !batches[$0].replacements.isEmpty }
    }
    guard hasMore else {
      return try state.writer.statement(settle: settle) { turn in
        Self.groups(try turn.connection.committing(Self.appending, turn.mark + wish))
      }
    }
    return try state.writer.transaction(settle: settle) { turn in
      let moved = Self.groups(try turn.connection.query(Self.appending, turn.mark + wish))
      let places = runs.filter { moved.contains($0.group) }.flatMap(\.places).sorted()
      for place in places { try replace(batches[place].replacements, of: batches[place].group, turn.connection) }
      var more = try places.flatMap { try batches[$0].projections.map { try statement($0, in: turn.connection) } }
      more += try Self.statements(noting: places.flatMap { batches[$0].notes }, turn)
      try turn.connection.pipeline(more)
      return moved
    }
  }

  /// Puts other bytes in the place of events', and removes the group's snapshots.
  private func replace(_ events: [StoredEvent], of group: GroupID, _ connection: DatabaseConnection) throws {
    guard !events.isEmpty else { return }
    let replaced = try connection.query(
      """
      UPDATE event SET bytes = new.bytes
      FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[], $6::bytea[])
        AS new (group_id, sequence, lane, position, bytes, hash)
      WHERE event.group_id = new.group_id AND event.sequence = new.sequence AND event.lane = new.lane
        AND event.position = new.position AND event.hash = new.hash
      RETURNING event.sequence
      """, columns(events.map { (group, $0) }, connection))
    guard replaced.count == events.count else { throw StoreFailure.broken(AppendBatch.noPlace) }
    _ = try connection.query("DELETE FROM snapshot WHERE group_id = $1", [.id(group)])
  }

  /// Moves the heads that are as expected and this node's, and adds the events of those groups.
  private static let appending = """
    WITH mine AS (\(Writer.mark) RETURNING name),
    moved AS (
      UPDATE room SET head = wish.head
      FROM unnest($4::bytea[], $5::bigint[], $6::bigint[], $7::bigint[]) AS wish (group_id, expected, fence, head)
      WHERE room.group_id = wish.group_id AND room.head = wish.expected AND room.fence = wish.fence
      RETURNING room.group_id
    ),
    stored AS (
      INSERT INTO event (group_id, sequence, lane, position, bytes, hash)
      SELECT new.* FROM unnest($8::bytea[], $9::bigint[], $10::text[], $11::bigint[], $12::bytea[], $13::bytea[])
        AS new (group_id, sequence, lane, position, bytes, hash)
      JOIN moved ON moved.group_id = new.group_id
    )
    SELECT moved.group_id FROM mine JOIN moved ON true
    """

  /// The parameters of `appending` after those of `mark`.
  private func values(_ runs: [Run], _ batches: [AppendBatch], _ state: WriterState) throws -> [SQLValue] {
    let fences = runs.map { state.fences[$0.group] ?? 0 }
    let heads: [SQLValue] = [
      .ids(runs.map(\.group)), .integers(runs.map { Int64(clamping: $0.expected.rawValue) }), .integers(fences),
      .integers(runs.map { Int64(clamping: $0.head.rawValue) }),
    ]
    let events = runs.flatMap { run in run.places.flatMap { place in batches[place].events.map { (run.group, $0) } } }
    return try state.writer.repeating { connection in try heads + columns(events, connection) }
  }

  /// Events as the columns of their table, sealed if the store is encrypted.
  func columns(_ events: [(GroupID, StoredEvent)], _ connection: DatabaseConnection) throws -> [SQLValue] {
    let bytes = try events.map { group, event in
      guard let key = try keys?.current(.group(group), in: connection) else { return event.bytes }
      return [UInt8](try key.seal(event.bytes, at: SealedPlace(of: event)))
    }
    return [
      .ids(events.map(\.0)), .integers(events.map { Int64(bitPattern: $0.1.sequence.rawValue) }), .texts(events.map { $0.1.lane.name }),
      .integers(events.map { Int64(bitPattern: $0.1.position.rawValue) }), .byteses(bytes), .byteses(events.map { $0.1.hash.bytes }),
    ]
  }

  private static func groups(_ rows: Rows) -> Set<GroupID> {
    Set(rows.indices.compactMap { rows.identifier($0, 0, of: IdentifierKind.Group.self) })
  }
}
