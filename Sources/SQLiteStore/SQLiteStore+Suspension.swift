import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// Whether the operator has shut the identity out.
  public func isSuspended(_ identity: IdentityID) throws(StoreFailure) -> Bool {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM identity WHERE identity = ? AND suspended_at IS NOT NULL")
      return try Row.fetchOne(statement, arguments: [identity.blob]) != nil
    }
  }

  /// All identities that the operator has shut out.
  public func suspendedIdentities() throws(StoreFailure) -> Set<IdentityID> {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT identity FROM identity WHERE suspended_at IS NOT NULL")
      let rows = try Row.fetchCursor(statement)
      var identities: Set<IdentityID> = []
      while let row = try rows.next() {
        guard let identity = row.identifier(0, of: IdentifierKind.Identity.self) else {
          throw StoreFailure.damaged("a suspended identity's row")
        }
        identities.insert(identity)
      }
      return identities
    }
  }

  /// Shuts identities out and lets others in again, in one synced commit, in a folder that a server may have open: all
  /// of it, or nothing where one of them is not there. Each that changes has a row in the audit log.
  ///
  /// - Parameter instant: milliseconds since 1970.
  public static func suspend(
    _ suspended: Set<IdentityID>, resume resumed: Set<IdentityID> = [], at instant: Int64, besideServerOf directory: String
  ) throws(StoreFailure) -> SuspensionOutcome {
    var outcome = SuspensionOutcome.changed(suspended: 0, resumed: 0)
    try writeBeside(directory) { database in
      let known = try database.cachedStatement(sql: "SELECT 1 FROM identity WHERE identity = ?")
      let unknown = try suspended.union(resumed).sorted().filter { try Row.fetchOne(known, arguments: [$0.blob]) == nil }
      guard unknown.isEmpty else {
        outcome = .unknown(unknown)
        return
      }
      var notes: [AuditNote] = []
      for identity in suspended.sorted() {
        try database.execute(
          sql: "UPDATE identity SET suspended_at = ? WHERE identity = ? AND suspended_at IS NULL", arguments: [instant, identity.blob])
        if database.changesCount > 0 { notes.append(AuditNote(.identitySuspended, at: instant, identity: identity)) }
      }
      let count = notes.count
      for identity in resumed.sorted() {
        try database.execute(
          sql: "UPDATE identity SET suspended_at = NULL WHERE identity = ? AND suspended_at IS NOT NULL", arguments: [identity.blob])
        if database.changesCount > 0 { notes.append(AuditNote(.identityResumed, at: instant, identity: identity)) }
      }
      try note(notes, in: database)
      outcome = .changed(suspended: count, resumed: notes.count - count)
    }
    return outcome
  }
}
