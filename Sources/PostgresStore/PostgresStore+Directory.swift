import EventStore
import HearthProtocol

extension PostgresStore {
  /// The groups the identity is a member of, in the order of first joining.
  public func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID] {
    try reading { connection in
      let rows = try connection.query(
        "SELECT group_id FROM membership WHERE identity = $1 AND NOT is_ended ORDER BY ordinal", [.id(identity)])
      return try Self.groups(rows, .damaged("the memberships of identity \(identity)"))
    }
  }

  /// Whether the identity is in the group, or ever was.
  public func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool {
    try reading { connection in
      try connection.query("SELECT 1 FROM membership WHERE identity = $1 AND group_id = $2", [.id(identity), .id(group)]).count > 0
    }
  }

  /// The first groups of those, of each identity.
  static func acquaintances(of identities: Set<IdentityID>, in connection: DatabaseConnection) throws -> [IdentityID: [GroupID]] {
    let rows = try connection.query(
      """
      SELECT identity, group_id FROM (
        SELECT identity, group_id, row_number() OVER (PARTITION BY identity ORDER BY ordinal) AS place
        FROM membership WHERE identity = ANY($1)
      ) AS known WHERE place <= $2 ORDER BY identity, place
      """, [.ids(identities), .integer(Int64(TokenRecord.acquaintancesMax))])
    var groups: [IdentityID: [GroupID]] = [:]
    for row in rows.indices {
      guard let identity = rows.identifier(row, 0, of: IdentifierKind.Identity.self),
        let group = rows.identifier(row, 1, of: IdentifierKind.Group.self)
      else { throw StoreFailure.damaged("the memberships of identities") }
      groups[identity, default: []].append(group)
    }
    return groups
  }

  /// How many people and groups there are.
  public func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT (SELECT count(*) FROM identity), (SELECT count(DISTINCT identity) FROM device WHERE used_day >= $1),
          (SELECT count(DISTINCT first.identity)
            FROM (SELECT DISTINCT ON (group_id) identity FROM membership ORDER BY group_id, ordinal) AS first),
          (SELECT count(DISTINCT group_id) FROM membership WHERE NOT is_ended),
          (SELECT count(*) FROM (SELECT FROM membership WHERE NOT is_ended GROUP BY group_id HAVING count(*) > 1) AS shared)
        """, [.integer(day)])
      func count(_ column: Int32) -> Int { Int(clamping: rows.integer(0, column) ?? 0) }
      return UsageFigures(
        identities: count(0), activeIdentities: count(1), creators: count(2), groups: count(3), sharedGroups: count(4))
    }
  }

  /// Where a code with this hash leads, or nil.
  public func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation? {
    try reading { connection in
      let rows = try connection.query("SELECT group_id, invite FROM invite WHERE code_hash = $1", [.bytes(codeHash)])
      if rows.count == 0 { return nil }
      guard let group = rows.identifier(0, 0, of: IdentifierKind.Group.self),
        let invite = rows.identifier(0, 1, of: IdentifierKind.Invite.self)
      else { throw StoreFailure.damaged("an invite") }
      return InviteLocation(group: group, invite: invite)
    }
  }

  /// The groups that are due, the longest due first.
  public func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID] {
    guard limit > 0 else { return [] }
    return try reading { connection in
      let rows = try connection.query(
        "SELECT group_id FROM due WHERE due_at <= $1 ORDER BY due_at, group_id LIMIT $2",
        [.integer(instant), .integer(Int64(clamping: limit))])
      return try Self.groups(rows, .damaged("a group that is due"))
    }
  }

  /// Sets right when a group is due; what is right already is only read.
  public func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure) {
    func isToBeWritten(_ connection: DatabaseConnection, locking: String) throws -> Bool {
      let rows = try connection.query("SELECT due_at FROM due WHERE group_id = $1" + locking, [.id(group)])
      guard rows.count > 0 else { return addsMissing && instant != nil }
      guard let known = rows.integer(0, 0) else { return true }
      return known <= now && known != instant
    }
    guard try reading({ try isToBeWritten($0, locking: "") }) else { return }
    try writing { turn in
      // A commit may have come between.
      guard try isToBeWritten(turn.connection, locking: " FOR UPDATE") else { return }
      try turn.connection.pipeline([statement(.due(group: group, at: instant), in: turn.connection)])
    }
  }

  /// What makes or marks a directory row as an event wants it; an invite that is there already stays.
  func statement(_ projection: Projection, in connection: DatabaseConnection) throws -> DatabaseConnection.Wish {
    let node = SQLValue.text(settings.node)
    func join(_ identity: IdentityID, _ group: GroupID, _ isEnded: Bool, _ meeting: String) -> DatabaseConnection.Wish {
      (
        """
        INSERT INTO membership (identity, group_id, holder, is_ended) VALUES ($1, $2, $3, \(isEnded))
        ON CONFLICT (identity, group_id) DO \(meeting)
        """, [.id(identity), .id(group), .id(HolderID(identity: identity, group: group))]
      )
    }
    switch projection {
    case .membership(let identity, let group): return join(identity, group, false, "UPDATE SET is_ended = false")
    case .membershipRequested(let identity, let group): return join(identity, group, true, "NOTHING")
    case .membershipEnded(let holder, let group):
      return (
        """
        WITH \(Self.endingTokens(readersStay: false)), told AS (\(Self.tellingTokens(readersStay: false)))
        UPDATE membership SET is_ended = true WHERE group_id = $1 AND holder = $2
        """, [.id(group), .id(holder), node]
      )
    case .membershipRestored(let holder, let group):
      return ("UPDATE membership SET is_ended = false WHERE group_id = $1 AND holder = $2", [.id(group), .id(holder)])
    case .tokensEnded(let holder, let group, let readersStay):
      return (
        "WITH \(Self.endingTokens(readersStay: readersStay)) \(Self.tellingTokens(readersStay: readersStay))",
        [.id(group), .id(holder), node]
      )
    case .invite(let codeHash, let group, let invite):
      return (
        "INSERT INTO invite (code_hash, group_id, invite) VALUES ($1, $2, $3) ON CONFLICT (code_hash) DO NOTHING",
        [.bytes(codeHash), .id(group), .id(invite)]
      )
    case .due(let group, let instant?):
      return (
        "INSERT INTO due (group_id, due_at) VALUES ($1, $2) ON CONFLICT (group_id) DO UPDATE SET due_at = excluded.due_at",
        [.id(group), .integer(instant)]
      )
    case .due(let group, nil): return ("DELETE FROM due WHERE group_id = $1", [.id(group)])
    case .webhook(let key, let change): return try statement(change, of: key, in: connection)
    }
  }
}
