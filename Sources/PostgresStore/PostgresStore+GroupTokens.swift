import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// Gives an identity a token for one group in one commit, if it is in the group and not suspended, and the device is
  /// its own.
  public func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome {
    try writing { turn in
      let connection = turn.connection
      // The row of the membership keeps two nodes from making both the last token that there is space for, and its end
      // from coming between.
      let present = try connection.query(
        """
        SELECT 1 FROM membership JOIN identity ON identity.identity = membership.identity
          JOIN device ON device.identity = membership.identity
        WHERE membership.identity = $1 AND membership.group_id = $2 AND NOT membership.is_ended AND identity.suspended_at IS NULL
          AND device.device = $3
        FOR UPDATE OF membership, device
        """, [.id(token.identity), .id(token.scope.group), .id(token.device)])
      guard present.count > 0 else { return .notPresent }
      let holder = [SQLValue.id(token.scope.group), .id(token.holder)]
      _ = try connection.query(
        "DELETE FROM group_token WHERE group_id = $1 AND holder = $2 AND ends_at <= $3", holder + [.integer(token.createdAt)])
      let count = try connection.query("SELECT count(*) FROM group_token WHERE group_id = $1 AND holder = $2", holder).integer(0, 0)
      guard let count else { throw StoreFailure.damaged("the group tokens of identity \(token.identity)") }
      guard count < Int64(GroupTokenLimits.tokensOfMemberMax) else { return .tooMany }
      let name = try stored(token.name, at: .token(token.id), in: connection)
      let made: DatabaseConnection.Wish = (
        """
        INSERT INTO group_token (token, identity, device, group_id, holder, secret_hash, name, may_write, created_at, ends_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, \(token.scope.access == .write), $8, $9)
        """,
        [
          .id(token.id), .id(token.identity), .id(token.device), .id(token.scope.group), .id(token.holder), .bytes(token.secretHash),
          .bytes(name), .integer(token.createdAt), .integer(token.scope.endsAt),
        ]
      )
      try connection.pipeline([made] + Self.statements(noting: [token.note], turn))
      return .made
    }
  }

  /// The identity's tokens for groups, in the order in which they were made.
  public func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord] {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT token, name, group_id, may_write::int::bigint, ends_at, created_at, used_day
        FROM group_token WHERE identity = $1 ORDER BY ordinal
        """, [.id(identity)])
      return try rows.indices.map { row in
        guard let id = rows.identifier(row, 0, of: IdentifierKind.Token.self),
          let name = try text(rows, row, 1, at: .token(id), in: connection), let scope = Self.scope(rows, row, from: 2),
          let createdAt = rows.integer(row, 5)
        else { throw StoreFailure.damaged("the group tokens of identity \(identity)") }
        return GroupTokenRecord(id: id, scope: scope, name: name, createdAt: createdAt, usedDay: rows.integer(row, 6))
      }
    }
  }

  /// Takes a group token from the identity in one commit; false when it has no such token.
  public func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try writing { turn in
      let gone = try turn.connection.query(
        "DELETE FROM group_token WHERE token = $1 AND identity = $2 RETURNING device, group_id", [.id(token), .id(identity)])
      guard gone.count > 0 else { return false }
      let note = AuditNote(
        .groupTokenRevoked, at: instant, identity: identity, device: gone.identifier(0, 0, of: IdentifierKind.Device.self),
        group: gone.identifier(0, 1, of: IdentifierKind.Group.self))
      try turn.connection.pipeline([statement(telling: .token(token))] + Self.statements(noting: [note], turn))
      return true
    }
  }

  /// What is kept of the group tokens with these ids.
  func groupTokens(_ ids: [TokenID], in connection: DatabaseConnection) throws -> [TokenRecord] {
    let rows = try connection.query(
      """
      SELECT token, group_token.identity, identity.display_name, group_id, may_write::int::bigint, ends_at, secret_hash, device,
        group_token.created_at, used_day, (identity.suspended_at IS NOT NULL)::int::bigint
      FROM group_token JOIN identity ON identity.identity = group_token.identity WHERE token = ANY($1)
      """, [.ids(ids)])
    return try rows.indices.map { row in
      guard let id = rows.identifier(row, 0, of: IdentifierKind.Token.self) else { throw StoreFailure.damaged("a group token's id") }
      guard let identity = rows.identifier(row, 1, of: IdentifierKind.Identity.self),
        let name = try text(rows, row, 2, at: .name(identity), in: connection), let scope = Self.scope(rows, row, from: 3),
        let secretHash = rows.blob(row, 6), let device = rows.identifier(row, 7, of: IdentifierKind.Device.self),
        let createdAt = rows.integer(row, 8), let isSuspended = rows.integer(row, 10)
      else { throw StoreFailure.damaged("token \(id)") }
      return TokenRecord(
        id: id, identity: identity, displayName: name, secretHash: secretHash, device: device, createdAt: createdAt,
        usedDay: rows.integer(row, 9) ?? createdAt / DeviceLimits.dayMilliseconds, scope: scope, wasUsed: rows.integer(row, 9) != nil,
        isSuspended: isSuspended != 0)
    }
  }

  /// Group, right to write and end, in three columns.
  static func scope(_ rows: Rows, _ row: Int, from column: Int32) -> TokenScope? {
    guard let group = rows.identifier(row, column, of: IdentifierKind.Group.self), let mayWrite = rows.integer(row, column + 1),
      let endsAt = rows.integer(row, column + 2)
    else { return nil }
    return TokenScope(group: group, access: mayWrite == 0 ? .read : .write, endsAt: endsAt)
  }
}
