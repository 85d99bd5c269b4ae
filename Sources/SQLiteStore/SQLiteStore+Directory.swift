import EventStore
import Foundation
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// The members that this store's identities hold or held in the group.
  public func holders(of group: GroupID) throws(StoreFailure) -> Set<HolderID> {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT identity FROM membership WHERE group_id = ?")
      let rows = try Row.fetchCursor(statement, arguments: [group.blob])
      var holders: Set<HolderID> = []
      while let row = try rows.next() {
        guard let identity = row.identifier(0, of: IdentifierKind.Identity.self) else {
          throw StoreFailure.damaged("the memberships of group \(group)")
        }
        holders.insert(HolderID(identity: identity, group: group))
      }
      return holders
    }
  }

  /// The groups the identity is a member of, in the order of first joining.
  public func groups(of identity: IdentityID) throws(StoreFailure) -> [GroupID] {
    try reading { database in
      try Self.groups(
        of: identity, "SELECT group_id FROM membership WHERE identity = ? AND is_ended = 0 ORDER BY ordinal", [identity.blob], in: database)
    }
  }

  /// Whether the identity is in the group, or ever was.
  public func knows(_ group: GroupID, _ identity: IdentityID) throws(StoreFailure) -> Bool {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM membership WHERE identity = ? AND group_id = ?")
      return try Row.fetchOne(statement, arguments: [identity.blob, group.blob]) != nil
    }
  }

  /// The first groups of those.
  func acquaintances(of identity: IdentityID, in database: Database) throws -> [GroupID] {
    try Self.groups(
      of: identity, "SELECT group_id FROM membership WHERE identity = ? ORDER BY ordinal LIMIT ?",
      [identity.blob, TokenRecord.acquaintancesMax], in: database)
  }

  /// The groups that a statement finds of an identity.
  private static func groups(
    of identity: IdentityID, _ sql: String, _ arguments: StatementArguments, in database: Database
  ) throws -> [GroupID] {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    var groups: [GroupID] = []
    while let row = try rows.next() {
      guard let group = row.identifier(0, of: IdentifierKind.Group.self) else {
        throw StoreFailure.damaged("the memberships of identity \(identity)")
      }
      groups.append(group)
    }
    return groups
  }

  /// How many people and groups there are.
  public func usage(activeSince day: Int64) throws(StoreFailure) -> UsageFigures {
    try reading { database in
      func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) ?? 0
      }
      return UsageFigures(
        identities: try count("SELECT count(*) FROM identity"),
        activeIdentities: try count("SELECT count(DISTINCT identity) FROM device WHERE used_day >= ?", [day]),
        creators: try count(
          "SELECT count(DISTINCT identity) FROM membership WHERE ordinal IN (SELECT min(ordinal) FROM membership GROUP BY group_id)"),
        groups: try count("SELECT count(DISTINCT group_id) FROM membership WHERE is_ended = 0"),
        sharedGroups: try count(
          "SELECT count(*) FROM (SELECT 1 FROM membership WHERE is_ended = 0 GROUP BY group_id HAVING count(*) > 1)"))
    }
  }

  /// Where a code with this hash leads, or nil.
  public func invite(codeHash: [UInt8]) throws(StoreFailure) -> InviteLocation? {
    try reading { database in
      let statement = try database.cachedStatement(sql: "SELECT group_id, invite FROM invite WHERE code_hash = ?")
      guard let row = try Row.fetchOne(statement, arguments: [Data(codeHash)]) else { return nil }
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let invite = row.identifier(1, of: IdentifierKind.Invite.self)
      else { throw StoreFailure.damaged("an invite") }
      return InviteLocation(group: group, invite: invite)
    }
  }

  /// The groups that are due, the longest due first.
  public func groupsDue(by instant: Int64, limit: Int) throws(StoreFailure) -> [GroupID] {
    // A negative limit means none to SQLite.
    guard limit > 0 else { return [] }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT group_id FROM due WHERE due_at <= ? ORDER BY due_at, group_id LIMIT ?")
      let rows = try Row.fetchCursor(statement, arguments: [instant, limit])
      var groups: [GroupID] = []
      while let row = try rows.next() {
        guard let group = row.identifier(0, of: IdentifierKind.Group.self) else { throw StoreFailure.damaged("a group that is due") }
        groups.append(group)
      }
      return groups
    }
  }

  /// Sets right when a group is due; what is right already is only read.
  public func noteDue(_ group: GroupID, at instant: Int64?, now: Int64, addsMissing: Bool) throws(StoreFailure) {
    func isToBeWritten(_ database: Database) throws -> Bool {
      let statement = try database.cachedStatement(sql: "SELECT due_at FROM due WHERE group_id = ?")
      guard let row = try Row.fetchOne(statement, arguments: [group.blob]) else { return addsMissing && instant != nil }
      guard case .int64(let known) = (row[0] as DatabaseValue).storage else { return true }
      return known <= now && known != instant
    }
    guard try reading({ try isToBeWritten($0) }) else { return }
    try writing(pages: 2) { database in
      // A commit may have come between.
      if try isToBeWritten(database) { try apply(.due(group: group, at: instant), in: database) }
    }
  }

  /// Makes or marks a directory row as an event wants it; an invite that is there already stays.
  func apply(_ projection: Projection, in database: Database) throws {
    switch projection {
    case .membership(let identity, let group):
      try database.cachedStatement(
        sql: "INSERT INTO membership (identity, group_id) VALUES (?, ?) ON CONFLICT (identity, group_id) DO UPDATE SET is_ended = 0"
      ).execute(arguments: [identity.blob, group.blob])
    case .membershipRequested(let identity, let group):
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO membership (identity, group_id, is_ended) VALUES (?, ?, 1)")
        .execute(arguments: [identity.blob, group.blob])
    case .membershipEnded(let holder, let group):
      try Self.mark(holder, group, isEnded: true, in: database)
      try Self.endGroupTokens(of: holder, group, readersStay: false, in: database)
    case .tokensEnded(let holder, let group, let readersStay):
      try Self.endGroupTokens(of: holder, group, readersStay: readersStay, in: database)
    case .membershipRestored(let holder, let group): try Self.mark(holder, group, isEnded: false, in: database)
    case .invite(let codeHash, let group, let invite):
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO invite (code_hash, group_id, invite) VALUES (?, ?, ?)")
        .execute(arguments: [Data(codeHash), group.blob, invite.blob])
    case .due(let group, let instant?):
      try database.cachedStatement(
        sql: "INSERT INTO due (group_id, due_at) VALUES (?, ?) ON CONFLICT (group_id) DO UPDATE SET due_at = excluded.due_at"
      ).execute(arguments: [group.blob, instant])
    case .due(let group, nil): try database.cachedStatement(sql: "DELETE FROM due WHERE group_id = ?").execute(arguments: [group.blob])
    case .webhook(let key, let change): try apply(change, to: key, in: database)
    }
  }

  /// The log names holders only, so that the row is found by computing who of the group's identities it is.
  private static func mark(_ holder: HolderID, _ group: GroupID, isEnded: Bool, in database: Database) throws {
    let statement = try database.cachedStatement(sql: "SELECT ordinal, identity FROM membership WHERE group_id = ?")
    let rows = try Row.fetchCursor(statement, arguments: [group.blob])
    var ordinal: Int64?
    while let row = try rows.next() {
      guard let identity = row.identifier(1, of: IdentifierKind.Identity.self) else {
        throw StoreFailure.damaged("the memberships of group \(group)")
      }
      if HolderID(identity: identity, group: group) == holder { ordinal = row.number(0).flatMap { Int64(exactly: $0) } }
    }
    guard let ordinal else { return }
    try database.cachedStatement(sql: "UPDATE membership SET is_ended = ? WHERE ordinal = ?").execute(arguments: [isEnded, ordinal])
  }
}
