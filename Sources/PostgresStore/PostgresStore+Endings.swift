import EventStore
import HearthProtocol

/// What one node ends the others learn from a table, which they look at again and again.
extension PostgresStore {
  /// Has somebody told of what other nodes have ended.
  public func whenEnded(_ tell: @escaping @Sendable (EndingNews) -> Void) { endings.whenEnded(tell) }

  /// Looks at once what other nodes have ended, and has it told.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  public func noticeEndings() -> Bool { endings.notice() }

  /// Which of these tokens let nobody in any more.
  public func ended(among tokens: Set<TokenID>) throws(StoreFailure) -> Set<TokenID> {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT wish FROM unnest($1::bytea[]) AS wish
        WHERE NOT EXISTS (SELECT FROM token WHERE token.token = wish AND NOT token.is_ended)
          AND NOT EXISTS (SELECT FROM group_token WHERE group_token.token = wish)
        """, [.ids(tokens)])
      return Set(rows.indices.compactMap { rows.identifier($0, 0, of: IdentifierKind.Token.self) })
    }
  }

  /// What tells other nodes that something lets nobody in any more; in the transaction that ends it.
  func statement(telling ending: AccessEnding) -> DatabaseConnection.Wish {
    let row = ending.row
    return (
      "INSERT INTO revocation (node, kind, id) VALUES ($1, $2, $3)", [.text(settings.node), .text(row.kind), .bytes(row.id)]
    )
  }

  /// What ends a member's tokens for a group, of which `$1` is the group and `$2` the holder.
  static func endingTokens(readersStay: Bool) -> String {
    "gone AS (DELETE FROM group_token WHERE group_id = $1 AND holder = $2\(readersStay ? " AND may_write" : "") RETURNING token)"
  }

  /// What tells other nodes of it, if there was any; `$3` is this node.
  static func tellingTokens(readersStay: Bool) -> String {
    """
    INSERT INTO revocation (node, kind, id)
    SELECT $3, '\(AccessEnding.kind(readersStay: readersStay))'::text, $2 WHERE EXISTS (SELECT FROM gone)
    """
  }
}
