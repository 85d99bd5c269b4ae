import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// Gives an identity a token for one group in one synced commit, if it is in the group and not suspended, and the
  /// device is its own.
  public func add(_ token: NewGroupToken) throws(StoreFailure) -> GroupTokenOutcome {
    try writing(pages: 6) { database in
      let present = try database.cachedStatement(
        sql: """
          SELECT 1 FROM membership JOIN identity ON identity.identity = membership.identity
            JOIN device ON device.identity = membership.identity
          WHERE membership.identity = ? AND membership.group_id = ? AND membership.is_ended = 0 AND identity.suspended_at IS NULL
            AND device.device = ?
          """)
      let group = token.scope.group.blob
      guard try Row.fetchOne(present, arguments: [token.identity.blob, group, token.device.blob]) != nil else { return .notPresent }
      let holder = token.holder.blob
      try database.cachedStatement(sql: "DELETE FROM group_token WHERE group_id = ? AND holder = ? AND ends_at <= ?")
        .execute(arguments: [group, holder, token.createdAt])
      let counting = try database.cachedStatement(sql: "SELECT count(*) FROM group_token WHERE group_id = ? AND holder = ?")
      guard try Int.fetchOne(counting, arguments: [group, holder]) ?? 0 < GroupTokenLimits.tokensOfMemberMax else { return .tooMany }
      try database.cachedStatement(
        sql: """
          INSERT INTO group_token
            (token, identity, device, group_id, holder, secret_hash, name, may_write, created_at, ends_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        token.id.blob, token.identity.blob, token.device.blob, group, holder, Data(token.secretHash),
        stored(token.name, at: .token(token.id), in: database), token.scope.access == .write, token.createdAt, token.scope.endsAt,
      ])
      try Self.note([token.note], in: database)
      return .made
    }
  }

  /// The identity's tokens for groups, in the order in which they were made.
  public func groupTokens(of identity: IdentityID) throws(StoreFailure) -> [GroupTokenRecord] {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT token, name, group_id, may_write, ends_at, created_at, used_day FROM group_token WHERE identity = ? ORDER BY ordinal
          """)
      return try Row.fetchAll(statement, arguments: [identity.blob]).map { row in
        guard let id = row.identifier(0, of: IdentifierKind.Token.self), let name = try text(row, 1, at: .token(id), in: database),
          let scope = Self.scope(row, from: 2), let createdAt = row.integer(5)
        else { throw StoreFailure.damaged("the group tokens of identity \(identity)") }
        return GroupTokenRecord(id: id, scope: scope, name: name, createdAt: createdAt, usedDay: row.integer(6))
      }
    }
  }

  /// Takes a group token from the identity in one synced commit; false when it has no such token.
  public func revoke(_ token: TokenID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try writing(pages: 3) { database in
      let owned = try database.cachedStatement(sql: "SELECT device, group_id FROM group_token WHERE token = ? AND identity = ?")
      guard let row = try Row.fetchOne(owned, arguments: [token.blob, identity.blob]) else { return false }
      try database.cachedStatement(sql: "DELETE FROM group_token WHERE token = ?").execute(arguments: [token.blob])
      let note = AuditNote(
        .groupTokenRevoked, at: instant, identity: identity, device: row.identifier(0, of: IdentifierKind.Device.self),
        group: row.identifier(1, of: IdentifierKind.Group.self))
      try Self.note([note], in: database)
      return true
    }
  }

  /// What is kept of the group token with this id, or nil.
  func groupToken(_ id: TokenID, in database: Database) throws -> TokenRecord? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT group_token.identity, identity.display_name, group_id, may_write, ends_at, secret_hash, device, group_token.created_at, used_day,
          identity.suspended_at IS NOT NULL
        FROM group_token JOIN identity ON identity.identity = group_token.identity WHERE token = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [id.blob]) else { return nil }
    guard let identity = row.identifier(0, of: IdentifierKind.Identity.self),
      let name = try text(row, 1, at: .name(identity), in: database), let scope = Self.scope(row, from: 2),
      let secretHash = row.blob(5), let device = row.identifier(6, of: IdentifierKind.Device.self), let createdAt = row.integer(7),
      let isSuspended = row.integer(9)
    else { throw StoreFailure.damaged("token \(id)") }
    return TokenRecord(
      id: id, identity: identity, displayName: name, secretHash: secretHash, device: device, createdAt: createdAt,
      usedDay: row.integer(8) ?? createdAt / DeviceLimits.dayMilliseconds, scope: scope, wasUsed: row.integer(8) != nil,
      isSuspended: isSuspended != 0)
  }

  /// Group, right to write and end, in three columns.
  static func scope(_ row: Row, from column: Int) -> TokenScope? {
    guard let group = row.identifier(column, of: IdentifierKind.Group.self), let mayWrite = row.integer(column + 1),
      let endsAt = row.integer(column + 2)
    else { return nil }
    return TokenScope(group: group, access: mayWrite == 0 ? .read : .write, endsAt: endsAt)
  }

  static func endGroupTokens(of holder: HolderID, _ group: GroupID, readersStay: Bool, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM group_token WHERE group_id = ? AND holder = ? AND may_write >= ?")
      .execute(arguments: [group.blob, holder.blob, readersStay ? 1 : 0])
  }
}
