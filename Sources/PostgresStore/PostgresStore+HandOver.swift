import EventStore
import HearthProtocol

/// Groups go from one node to another while both run: the owner gives them away, in one statement with the next higher
/// fence, and stores nothing more.
extension PostgresStore {
  /// Gives a group of this node's to another that lives and has an address, and forgets that anybody wants it moved.
  public func handOver(_ group: GroupID, to node: String) throws(StoreFailure) -> Bool {
    guard node != settings.node else { return false }
    return try onWriter { state in
      do {
        guard try give(group, to: node, state) else { return false }
        _ = state.fences.release(group)
        keys?.forget(.group(group))
        return true
      } catch {
        state.doubt(error)
        throw error
      }
    }
  }

  private func give(_ group: GroupID, to node: String, _ state: WriterState) throws -> Bool {
    let (id, name) = (SQLValue.id(group), SQLValue.text(node))
    return try state.writer.statement(
      settle: { try $0.query("SELECT 1 FROM room WHERE group_id = $1 AND node = $2", [id, name]).count > 0 }
    ) { turn in
      try turn.connection.committing(
        """
        WITH mine AS (\(Writer.mark) RETURNING name), wished AS (DELETE FROM room_move WHERE group_id = $4)
        UPDATE room SET fence = room.fence + 1, node = $5 FROM mine
        WHERE room.group_id = $4 AND room.node = mine.name AND EXISTS (
          SELECT FROM node_life WHERE node_life.name = $5 AND address IS NOT NULL
            AND node_life.seen_at > clock_timestamp() - make_interval(secs => $6::bigint)
        )
        RETURNING 1::bigint
        """, turn.mark + [id, name, .integer(NodeLife.leaseSeconds)]
      ).count > 0
    }
  }

  /// Keeps what the room of a group of this node's remembers, sealed where there is a key; what is too old goes.
  public func remember(_ memory: [UInt8], of group: GroupID) throws(StoreFailure) {
    _ = try writing { turn in
      var bytes = memory
      if let keys { bytes = [UInt8](try keys.current(.group(group), in: turn.connection).seal(memory, at: .memory)) }
      try turn.connection.pipeline([
        (
          "DELETE FROM room_memory WHERE kept_at < clock_timestamp() - make_interval(secs => $1::bigint)",
          [.integer(RoomMemory.seconds)]
        ),
        (
          """
          INSERT INTO room_memory (group_id, bytes) SELECT group_id, $3 FROM room WHERE group_id = $1 AND node = $2
          ON CONFLICT (group_id) DO UPDATE SET bytes = excluded.bytes, kept_at = excluded.kept_at
          """, [.id(group), .text(settings.node), .bytes(bytes)]
        ),
      ])
    }
  }

  /// What the node before kept of a group's, if that was not longer ago than `RoomMemory.seconds`.
  public func memory(of group: GroupID) throws(StoreFailure) -> [UInt8] {
    try reading { connection in
      let rows = try connection.query(
        "SELECT bytes FROM room_memory WHERE group_id = $1 AND kept_at > clock_timestamp() - make_interval(secs => $2::bigint)",
        [.id(group), .integer(RoomMemory.seconds)])
      guard let bytes = rows.blob(0, 0) else { return [] }
      guard let keys else { return bytes }
      return [UInt8](try keys.open(bytes, of: .group(group), at: .memory, in: connection) ?? [])
    }
  }

  /// Has somebody told which groups of this node are to go to others.
  public func whenMoving(_ tell: @escaping @Sendable (GroupMoves) -> Void) { endings.whenMoving(tell) }

  /// Looks at once which groups are to go to others, and has it told.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  public func noticeMoves() -> Bool { endings.noticeMoves() }

  /// Others may have this node's groups from now on; its name stays its own until the store is closed.
  public func leave() { life.withLock { $0 }?.leave() }

  // MARK: What operators want

  /// What became of a wish to have a group moved.
  public enum MoveOutcome: Sendable, Equatable {
    /// The node has it: it did before, or nobody who lives had it.
    case done
    /// The node that has it is to hand it over.
    case asked(owner: String)
    /// There is no such group.
    case noGroup
    /// The node does not live, or serves no other nodes.
    case noNode
    /// The node that has it serves no other nodes, so its members could not go on.
    case ownerAlone(String)
  }

  /// Has a group moved to a node: at once if nobody who lives has it, otherwise by its owner.
  public func askToMove(_ group: GroupID, to node: String) throws(StoreFailure) -> MoveOutcome {
    let (id, name, lease) = (SQLValue.id(group), SQLValue.text(node), SQLValue.integer(NodeLife.leaseSeconds))
    return try writing { turn in
      let living = """
        SELECT name, address IS NOT NULL AS is_served FROM node_life
        WHERE seen_at > clock_timestamp() - make_interval(secs => $2::bigint)
        """
      let there = try turn.connection.query(
        "SELECT 1 FROM (\(living)) AS living WHERE living.name = $1 AND living.is_served", [name, lease])
      guard there.count > 0 else { return .noNode }
      let rows = try turn.connection.query(
        """
        SELECT room.node, living.is_served::int::bigint FROM room LEFT JOIN (\(living)) AS living ON living.name = room.node
        WHERE room.group_id = $1 FOR UPDATE OF room
        """, [id, lease])
      guard rows.count > 0, let owner = rows.text(0, 0) else { return .noGroup }
      if owner == node { return .done }
      if rows.isNull(0, 1) {
        _ = try turn.connection.query("UPDATE room SET fence = fence + 1, node = $2 WHERE group_id = $1", [id, name])
        return .done
      }
      guard rows.integer(0, 1) == 1 else { return .ownerAlone(owner) }
      _ = try turn.connection.query(
        """
        INSERT INTO room_move (group_id, node) VALUES ($1, $2)
        ON CONFLICT (group_id) DO UPDATE SET node = excluded.node, made_at = clock_timestamp()
        """, [id, name])
      return .asked(owner: owner)
    }
  }

  /// Whether a group that was to be moved has come to the node; nil: its owner has not decided.
  public func hasMoved(_ group: GroupID, to node: String) throws(StoreFailure) -> Bool? {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT (room.node = $2)::int::bigint, EXISTS (SELECT FROM room_move WHERE room_move.group_id = room.group_id)::int::bigint
        FROM room WHERE group_id = $1
        """, [.id(group), .text(node)])
      if rows.integer(0, 0) == 1 { return true }
      return rows.integer(0, 1) == 1 ? nil : false
    }
  }

  /// Takes back what was wanted of a group.
  public func forgetMove(_ group: GroupID) throws(StoreFailure) {
    _ = try writing { turn in try turn.connection.query("DELETE FROM room_move WHERE group_id = $1", [.id(group)]) }
  }
}

extension EndingsPoll {
  /// Which groups of this node are to go to others.
  func moves() throws -> GroupMoves {
    try onLink { connection in
      let rows = try connection.query(
        """
        SELECT room_move.group_id, room_move.node FROM room_move JOIN room ON room.group_id = room_move.group_id
        WHERE room.node = $1 AND room_move.made_at > clock_timestamp() - make_interval(secs => $2::bigint)
        ORDER BY room_move.made_at LIMIT $3
        """, [.text(node), .integer(Self.wishSeconds), .integer(Self.wishesMax)])
      let wishes = rows.indices.compactMap { row -> GroupMoves.Wish? in
        guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self), let node = rows.text(row, 1) else { return nil }
        return GroupMoves.Wish(group, to: node)
      }
      return GroupMoves(wishes: wishes, shares: try shares(connection))
    }
  }

  // Limit: wishes of operators that are looked at together; the others are when these are done.
  private static let wishesMax: Int64 = 100
  // Limit: seconds until nobody moves a group any more whose mover has gone away.
  private static let wishSeconds: Int64 = 60
  /// How many looks there are from one look at who lives to the next.
  private static let looksBetween = 4

  /// How many groups others are to have, if one has come; nil: none has, or it is not looked at.
  private func shares(_ connection: DatabaseConnection) throws -> [String: Int]? {
    defer { looks += 1 }
    guard looks.isMultiple(of: Self.looksBetween) else { return nil }
    let rows = try connection.query(
      "SELECT name FROM node_life WHERE address IS NOT NULL AND seen_at > clock_timestamp() - make_interval(secs => $1::bigint)",
      [.integer(NodeLife.leaseSeconds)])
    let living = Set(rows.indices.compactMap { rows.text($0, 0) })
    guard living.contains(node), living.count > 1, !living.isSubset(of: neighbours) else {
      neighbours = living
      return nil
    }
    let counted = try connection.query(
      "SELECT node, count(*) FROM room WHERE node = ANY($1) GROUP BY node", [.texts(living.sorted())])
    // Not before, so that it is counted at the next look if it could not be.
    neighbours = living
    var counts = Dictionary(uniqueKeysWithValues: living.map { ($0, 0) })
    for row in counted.indices { if let name = counted.text(row, 0) { counts[name] = Int(clamping: counted.integer(row, 1) ?? 0) } }
    return GroupMoves.shares(of: node, counts)
  }
}
