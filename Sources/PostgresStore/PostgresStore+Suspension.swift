import EventStore
import HearthProtocol

extension PostgresStore {
  /// Whether the operator has shut the identity out.
  public func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool {
    try reading { connection in
      try connection.query("SELECT 1 FROM identity WHERE identity = $1 AND suspended_at IS NOT NULL", [.id(identity)]).count > 0
    }
  }

  /// All identities that the operator has shut out.
  public func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID> {
    try reading { connection in
      let rows = try connection.query("SELECT identity FROM identity WHERE suspended_at IS NOT NULL")
      return try rows.indices.reduce(into: Set()) { found, row in
        guard let identity = rows.identifier(row, 0, of: IdentifierKind.Identity.self) else {
          throw StoreFailure.damaged("a suspended identity's row")
        }
        found.insert(identity)
      }
    }
  }

  /// Shuts identities out and lets others in again, in one commit: all of it, or nothing where one of them is not
  /// there. Each that changes has a row in the audit log.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public func suspend(
    _ suspended: Set<IdentityID>, resume resumed: Set<IdentityID> = [], at instant: Int64
  ) throws(StoreFailure) -> SuspensionOutcome {
    try writing { turn in
      let asked = suspended.union(resumed)
      let rows = try turn.connection.query(
        "SELECT identity FROM identity WHERE identity = ANY($1) ORDER BY identity FOR UPDATE", [.ids(asked)])
      let known = Set(rows.indices.compactMap { rows.identifier($0, 0, of: IdentifierKind.Identity.self) })
      guard known == asked else { return .unknown(asked.subtracting(known).sorted()) }
      var notes: [AuditNote] = []
      for identity in suspended.sorted() {
        let changed = try turn.connection.query(
          "UPDATE identity SET suspended_at = $2 WHERE identity = $1 AND suspended_at IS NULL", [.id(identity), .integer(instant)]
        ).changed
        if changed > 0 { notes.append(AuditNote(.identitySuspended, at: instant, identity: identity)) }
      }
      try turn.connection.pipeline(notes.compactMap(\.identity).map { statement(telling: .identity($0)) })
      let count = notes.count
      for identity in resumed.sorted() {
        let changed = try turn.connection.query(
          "UPDATE identity SET suspended_at = NULL WHERE identity = $1 AND suspended_at IS NOT NULL", [.id(identity)]
        ).changed
        if changed > 0 { notes.append(AuditNote(.identityResumed, at: instant, identity: identity)) }
      }
      try turn.connection.pipeline(Self.statements(noting: notes, turn))
      return .changed(suspended: count, resumed: notes.count - count)
    }
  }
}
