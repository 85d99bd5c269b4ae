import EventStore
import HearthProtocol

/// Which node has which group. Safety is the fence in the append (`PostgresStore+Append`), never a clock: what is said
/// here of a node that lives only keeps two nodes from taking a group from one another.
extension PostgresStore {
  /// Whether the database is known to be out of reach, and watched until it is back: otherwise it is tried each time.
  public var isAway: Bool { outage.isHopeless }

  /// A database can be out of reach and come back.
  public var mayBeAway: Bool { true }

  /// Has somebody told of groups that another node has taken.
  public func whenOvertaken(_ tell: @escaping @Sendable ([GroupID]) -> Void) { overtaken.withLock { $0 = tell } }

  /// Makes this node the one that may append to the group, if it is this node's, or its owner has not been seen for
  /// `NodeLife.leaseSeconds`. It waits for an append that is under way. A group that has no row yet is nobody's.
  public func own(_ group: GroupID) throws(StoreFailure) {
    let owner = try onWriter { state -> String? in
      if state.fences[group] != nil { return nil }
      do {
        return try own(group, state)
      } catch {
        state.doubt(error)
        throw error
      }
    }
    if let owner { throw .elsewhere(node: owner) }
  }

  /// - Returns: the node that has it; nil: this one, or nobody.
  private func own(_ group: GroupID, _ state: WriterState) throws -> String? {
    let (id, node) = (SQLValue.id(group), SQLValue.text(settings.node))
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

  /// Has the node's name, from now until the store is closed, says that the node lives, and watches whether the
  /// database does.
  ///
  /// - Parameter serves: whether other nodes leave its groups to it; an operator's verb has none for long.
  /// - Throws: `.broken` when another process that runs has this node's name.
  public func live(serves: Bool = true) throws(StoreFailure) {
    do {
      let life = try NodeLife(settings, outage, serves: serves) { [weak self] in self?.noticeOvertaken() ?? true }
      self.life.withLock { $0 = life }
    } catch {
      throw StoreFailure(database: error)
    }
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

  /// Asks which groups another node has taken while this one stood still, and has them told.
  ///
  /// - Returns: whether that is known now; if not, it is to be asked again.
  @discardableResult
  public func noticeOvertaken() -> Bool {
    do {
      let before = try onWriter { state in state.fences }
      if before.held.isEmpty { return true }
      // Beside the writer: with many groups it takes a while.
      let found = try reading { connection in
        let rows = try connection.query(
          "SELECT group_id FROM room WHERE node <> $1 AND group_id = ANY($2)", [.text(settings.node), .ids(Array(before.held))])
        return try Self.groups(rows, .damaged("the head of a group whose id is not 16 bytes"))
      }
      if found.isEmpty { return true }
      let (taken, isKnown) = try onWriter { state in
        // One that this node has got again since is its own.
        let still = found.filter { state.fences[$0] == before[$0] }
        return (still.filter { state.fences.release($0) }, still.count == found.count)
      }
      if !taken.isEmpty { overtaken.withLock { $0 }?(taken) }
      return isKnown
    } catch {
      return false
    }
  }
}
