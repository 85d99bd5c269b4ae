import EventStore
import HearthProtocol

/// Which node has which group. Safety is the fence in the append (`PostgresStore+Append`), never a clock: what is said
/// here of a node that lives only keeps two nodes from taking a group from one another.
extension PostgresStore {
  /// Whether the database is known to be out of reach, and watched until it is back: otherwise it is tried each time.
  public var isAway: Bool { outage.isHopeless }

  /// A database can be out of reach and come back.
  public var mayBeAway: Bool { true }

  /// Has somebody told when the database cannot be reached any more, and when it can again.
  public func whenAway(_ tell: @escaping @Sendable (StoreReach) -> Void) { outage.whenChanged(tell) }

  /// Has somebody told of groups that another node has taken.
  public func whenOvertaken(_ tell: @escaping @Sendable ([GroupID]) -> Void) { overtaken.withLock { $0 = tell } }

  /// Makes this node the one that may append to the group, if it is this node's, or its owner has not been seen for
  /// `NodeLife.leaseSeconds`. It waits for an append that is under way. A group that has no row yet is nobody's.
  ///
  /// - Returns: false when this node knew that the group is its own.
  @discardableResult
  public func own(_ group: GroupID) throws(StoreFailure) -> Bool {
    let (owner, isNew, isRestored) = try onWriter { state -> (String?, Bool, Bool) in
      if state.fences[group] != nil { return (nil, false, false) }
      do {
        if let owner = try own(group, state) { return (owner, false, false) }
        return (nil, true, try meetHistory(of: group, state))
      } catch {
        state.doubt(error)
        throw error
      }
    }
    if let owner { throw .elsewhere(node: owner) }
    if isRestored { restored.withLock { $0 }?([group]) }
    return isNew
  }

  /// - Returns: the node that has it; nil: this one, or nobody.
  private func own(_ group: GroupID, _ state: WriterState) throws -> String? {
    let (id, node) = (SQLValue.id(group), SQLValue.text(settings.node))
    // Many ask again and again for the groups of a node that has died: nothing is written before its lease is over.
    let others = try state.writer.repeating {
      try $0.query(
        """
        SELECT room.node FROM room JOIN node_life ON node_life.name = room.node WHERE room.group_id = $1 AND room.node <> $2
          AND node_life.seen_at > clock_timestamp() - make_interval(secs => $3::bigint)
        """, [id, node, .integer(NodeLife.leaseSeconds)])
    }
    if let owner = others.text(0, 0) { return owner }
    let rows = try state.writer.statement(
      settle: { try $0.query("SELECT fence FROM room WHERE group_id = $1 AND node = $2", [id, node]) }
    ) { turn in
      try turn.connection.committing(
        """
        WITH mine AS (\(Writer.mark) RETURNING name)
        UPDATE room SET fence = room.fence + 1, node = mine.name FROM mine
        WHERE room.group_id = $4 AND (room.node = mine.name OR NOT EXISTS (
          SELECT FROM node_life WHERE node_life.name = room.node
            AND node_life.seen_at > clock_timestamp() - make_interval(secs => $5::bigint)
        ))
        RETURNING room.fence
        """, turn.mark + [id, .integer(NodeLife.leaseSeconds)])
    }
    if let fence = rows.integer(0, 0) {
      state.fences.keep(fence, of: group)
      // Another node may have deleted the group's, and there may be another since.
      keys?.forget(.group(group))
      return nil
    }
    let found = try state.writer.repeating { try $0.query("SELECT node FROM room WHERE group_id = $1", [id]) }
    guard found.count > 0 else { return nil }
    guard let owner = found.text(0, 0) else { throw StoreFailure.damaged("the row of a group's head") }
    return owner
  }

  /// Who has a group: this node, another that was seen within `NodeLife.leaseSeconds`, or nobody.
  public func owner(of group: GroupID) throws(StoreFailure) -> GroupOwner {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT (room.node = $2)::int::bigint, EXISTS (
          SELECT FROM node_life WHERE node_life.name = room.node
            AND node_life.seen_at > clock_timestamp() - make_interval(secs => $3::bigint)
        )::int::bigint FROM room WHERE room.group_id = $1
        """, [.id(group), .text(settings.node), .integer(NodeLife.leaseSeconds)])
      if rows.count == 0 || rows.integer(0, 0) == 1 { return .here }
      return rows.integer(0, 1) == 1 ? .elsewhere : .nobody
    }
  }

  /// Has the node's name, from now until the store is closed, says that the node lives, and watches whether the
  /// database does. A node that serves says where the others' audit logs stand, now and again and again.
  ///
  /// - Parameter serves: whether other nodes leave its groups to it; an operator's verb has none for long.
  /// - Throws: `.broken` when another process that runs has this node's name.
  public func live(serves: Bool = true) throws(StoreFailure) {
    do {
      let questions = NodeLife.Questions(
        overtaken: { [weak self] in self?.noticeOvertaken() ?? true }, chains: { [weak self] in _ = try? self?.noteChains() })
      let life = try NodeLife(settings, outage, serves: serves, questions)
      self.life.withLock { $0 = life }
    } catch {
      throw StoreFailure(database: error)
    }
    // What cannot be said now is said after the interval.
    if serves { _ = try? noteChains() }
  }

  /// Has other nodes find this one at an address, a host and a port, for as long as it lives.
  ///
  /// It counts when this returns. Called after `live`.
  public func announce(_ address: String) throws(StoreFailure) {
    life.withLock { $0?.say(address) }
    _ = try writing { turn in
      try turn.connection.query("UPDATE node_life SET address = $2 WHERE name = $1", [.text(settings.node), .text(address)])
    }
  }

  /// Where a node that lives is reached.
  public func address(ofNode name: String) throws(StoreFailure) -> String? {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT address FROM node_life
        WHERE name = $1 AND address IS NOT NULL AND seen_at > clock_timestamp() - make_interval(secs => $2::bigint)
        """, [.text(name), .integer(NodeLife.leaseSeconds)])
      return rows.text(0, 0)
    }
  }

  /// Asks which groups another node has taken while this one stood still, and of which the database has another
  /// history, and has them told.
  ///
  /// - Returns: whether that is known now; if not, it is to be asked again.
  @discardableResult
  public func noticeOvertaken() -> Bool {
    do {
      let (before, heads) = try onWriter { state in (state.fences, state.heads) }
      if before.held.isEmpty { return true }
      // Beside the writer: with many groups it takes a while.
      let found = try reading { try Self.changed(before.held, heads, node: settings.node, $0) }
      if found.taken.isEmpty, found.others.isEmpty { return true }
      let (taken, others, isKnown) = try onWriter { state in
        // One that this node has got again since is its own.
        let still = found.taken.filter { state.fences[$0] == before[$0] }
        var others: [GroupID] = []
        do {
          others = try found.others.filter { try meetHistory(of: $0, state) }
        } catch {
          state.doubt(error)
          throw error
        }
        for group in others { state.fences.doubt(group) }
        return (still.filter { state.fences.release($0) }, others, still.count == found.taken.count)
      }
      if !taken.isEmpty { overtaken.withLock { $0 }?(taken) }
      if !others.isEmpty { restored.withLock { $0 }?(others) }
      return isKnown
    } catch {
      return false
    }
  }

  /// Which of a node's groups another has, and of which there is another history than it knows.
  private static func changed(
    _ held: Set<GroupID>, _ heads: KnownHeads, node: String, _ connection: DatabaseConnection
  ) throws -> (taken: [GroupID], others: [GroupID]) {
    let held = Array(held)
    // No epoch is 0.
    let rows = try connection.query(
      """
      SELECT wish.group_id, coalesce(room.node <> $1, false)::int::bigint, (
        purged.group_id IS NULL
        AND (coalesce(room.head, 0) < wish.head OR wish.epoch > 0 AND coalesce(epoch.epoch, 1) <> wish.epoch)
      )::int::bigint
      FROM unnest($2::bytea[], $3::bigint[], $4::bigint[]) AS wish (group_id, head, epoch)
      LEFT JOIN room ON room.group_id = wish.group_id LEFT JOIN epoch ON epoch.group_id = wish.group_id
      LEFT JOIN purged ON purged.group_id = wish.group_id
      WHERE room.node <> $1 OR coalesce(room.head, 0) < wish.head OR wish.epoch > 0 AND coalesce(epoch.epoch, 1) <> wish.epoch
      """,
      [
        .text(node), .ids(held), .integers(held.map { Int64(clamping: heads[$0]?.sequence ?? 0) }),
        .integers(held.map { Int64(clamping: heads[$0]?.epoch ?? 0) }),
      ])
    let groups = try Self.groups(rows, .damaged("the head of a group whose id is not 16 bytes"))
    return (
      rows.indices.filter { rows.integer($0, 1) == 1 }.map { groups[$0] },
      rows.indices.filter { rows.integer($0, 2) == 1 }.map { groups[$0] }
    )
  }
}
