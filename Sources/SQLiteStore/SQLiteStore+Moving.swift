import EventStore
import Foundation
import GRDB
import HearthProtocol

extension SQLiteStore: MovableStore {
  // Limit: rows handed over at a time.
  private static let movedRowsMax = 1_000

  /// Reads a table of the directory in one view.
  public func readRows(of part: StorePart, take: ([StoreRow]) throws(StoreFailure) -> Void) throws(StoreFailure) {
    try reading { database in
      let rows = try Row.fetchCursor(database, sql: Self.reading(part))
      var page: [StoreRow] = []
      while let row = try rows.next() {
        guard let read = try self.row(row, part, in: database) else { throw StoreFailure.damaged("a row of the \(part)") }
        page.append(read)
        guard page.count == Self.movedRowsMax else { continue }
        try take(page)
        page = []
      }
      if !page.isEmpty { try take(page) }
    }
  }

  private static func reading(_ part: StorePart) -> String {
    switch part {
    case .identities: "SELECT identity, display_name, created_at, suspended_at FROM identity ORDER BY rowid"
    case .subjects: "SELECT subject_hash, identity FROM subject ORDER BY rowid"
    case .devices: "SELECT device, name, created_at, used_day, identity, push FROM device ORDER BY rowid"
    case .tokens: "SELECT token, identity, secret_hash, created_at, device, ordinal, is_ended FROM token ORDER BY rowid"
    case .groupTokens:
      """
      SELECT token, identity, device, group_id, may_write, ends_at, secret_hash, name, created_at, used_day FROM group_token ORDER BY ordinal
      """
    case .webhooks: "SELECT group_id, webhook FROM webhook ORDER BY rowid"
    case .memberships: "SELECT identity, group_id, is_ended FROM membership ORDER BY ordinal"
    case .invites: "SELECT code_hash, group_id, invite FROM invite ORDER BY rowid"
    case .due: "SELECT group_id, due_at FROM due ORDER BY rowid"
    case .epochs: "SELECT group_id, epoch FROM epoch ORDER BY rowid"
    case .purged: "SELECT group_id, purged_at FROM purged ORDER BY rowid"
    }
  }

  /// Reads a row; nil: a column is of another kind than it has to be.
  private func row(_ row: Row, _ part: StorePart, in database: Database) throws -> StoreRow? {
    switch part {
    case .identities:
      guard let identity = row.identifier(0, of: IdentifierKind.Identity.self),
        let name = try text(row, 1, at: .name(identity), in: database), let createdAt = row.integer(2)
      else { return nil }
      let suspendedAt: DatabaseValue = row[3]
      guard suspendedAt.isNull || row.integer(3) != nil else { return nil }
      return .identity(identity, displayName: name, createdAt: createdAt, suspendedAt: row.integer(3))
    case .subjects:
      guard let hash = row.blob(0), let identity = row.identifier(1, of: IdentifierKind.Identity.self) else { return nil }
      return .subject(hash: hash, identity)
    case .devices:
      guard let device = row.identifier(0, of: IdentifierKind.Device.self), let name = try text(row, 1, at: .device(device), in: database),
        let createdAt = row.integer(2), let day = row.integer(3), let identity = row.identifier(4, of: IdentifierKind.Identity.self)
      else { return nil }
      let push = try push(row, 5, of: device, in: database)
      return .device(DeviceRecord(id: device, name: name, createdAt: createdAt, usedDay: day, push: push), of: identity)
    case .tokens:
      guard let token = row.identifier(0, of: IdentifierKind.Token.self),
        let identity = row.identifier(1, of: IdentifierKind.Identity.self),
        let hash = row.blob(2), let createdAt = row.integer(3), let device = row.identifier(4, of: IdentifierKind.Device.self),
        let ordinal = row.integer(5), let isEnded = row.integer(6)
      else { return nil }
      return .token(
        StoredToken(
          id: token, identity: identity, secretHash: hash, createdAt: createdAt, device: device, ordinal: ordinal, isEnded: isEnded != 0))
    case .groupTokens:
      guard let token = row.identifier(0, of: IdentifierKind.Token.self),
        let identity = row.identifier(1, of: IdentifierKind.Identity.self),
        let device = row.identifier(2, of: IdentifierKind.Device.self), let scope = Self.scope(row, from: 3), let hash = row.blob(6),
        let name = try text(row, 7, at: .token(token), in: database), let createdAt = row.integer(8)
      else { return nil }
      return .groupToken(
        NewGroupToken(id: token, identity: identity, device: device, secretHash: hash, scope: scope, name: name, createdAt: createdAt),
        usedDay: row.integer(9))
    case .webhooks:
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let id = row.identifier(1, of: IdentifierKind.Webhook.self) else {
        return nil
      }
      return try webhook(WebhookKey(group: group, id: id), in: database).map { .webhook($0) }
    case .memberships:
      guard let identity = row.identifier(0, of: IdentifierKind.Identity.self),
        let group = row.identifier(1, of: IdentifierKind.Group.self),
        let isEnded = row.integer(2)
      else { return nil }
      return .membership(identity, group, isEnded: isEnded != 0)
    case .invites:
      guard let hash = row.blob(0), let group = row.identifier(1, of: IdentifierKind.Group.self),
        let invite = row.identifier(2, of: IdentifierKind.Invite.self)
      else { return nil }
      return .invite(codeHash: hash, InviteLocation(group: group, invite: invite))
    case .due:
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let at = row.integer(1) else { return nil }
      return .due(group, at: at)
    case .epochs:
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let epoch = row.number(1) else { return nil }
      return .epoch(group, epoch)
    case .purged:
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let at = row.integer(1) else { return nil }
      return .purged(group, at: at)
    }
  }

  /// Empties the directory and the audit log.
  public func removeRows() throws(StoreFailure) {
    try writing(pages: 100) { database in
      for table in [
        "webhook", "group_token", "token", "device", "subject", "identity", "membership", "invite", "due", "epoch", "purged", "audit",
        "audit_head",
      ] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
    }
  }

  /// Adds rows in one synced commit.
  public func addRows(_ rows: [StoreRow]) throws(StoreFailure) {
    try writing(pages: 2 + rows.count / 10) { database in
      for row in rows { try add(row, in: database) }
    }
  }

  private func add(_ row: StoreRow, in database: Database) throws {
    func execute(_ sql: String, _ arguments: StatementArguments) throws {
      try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
    switch row {
    case .identity(let identity, let name, let createdAt, let suspendedAt):
      try execute(
        "INSERT INTO identity (identity, display_name, created_at, suspended_at) VALUES (?, ?, ?, ?)",
        [identity.blob, stored(name, at: .name(identity), in: database), createdAt, suspendedAt])
    case .subject(let hash, let identity):
      try execute("INSERT INTO subject (subject_hash, identity) VALUES (?, ?)", [Data(hash), identity.blob])
    case .device(let device, let identity):
      try execute(
        "INSERT INTO device (device, identity, name, created_at, used_day, push) VALUES (?, ?, ?, ?, ?, ?)",
        [
          device.id.blob, identity.blob, stored(device.name, at: .device(device.id), in: database), device.createdAt, device.usedDay,
          stored(device.push, of: device.id, in: database),
        ])
    case .token(let token):
      try execute(
        "INSERT INTO token (token, identity, secret_hash, created_at, device, ordinal, is_ended) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          token.id.blob, token.identity.blob, Data(token.secretHash), token.createdAt, token.device.blob, token.ordinal, token.isEnded,
        ])
    case .groupToken(let token, let usedDay):
      try execute(
        """
        INSERT INTO group_token (token, identity, device, group_id, holder, secret_hash, name, may_write, created_at, ends_at, used_day)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          token.id.blob, token.identity.blob, token.device.blob, token.scope.group.blob, token.holder.blob, Data(token.secretHash),
          stored(token.name, at: .token(token.id), in: database), token.scope.access == .write, token.createdAt, token.scope.endsAt,
          usedDay,
        ])
    case .webhook(let webhook):
      let (secrets, progress) = (webhook.secrets, webhook.progress)
      try execute(
        """
        INSERT INTO webhook (group_id, webhook, identity, url, secret, former_secret, former_until, is_paused, sequence, attempts,
          failing_since, next_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          webhook.key.group.blob, webhook.key.id.blob, webhook.identity.blob, stored(url: webhook.url, of: webhook.key, in: database),
          secrets.current.blob, secrets.former?.blob, secrets.formerUntil, webhook.isPaused, Int64(clamping: progress.sequence.rawValue),
          progress.attempts, progress.failingSince, progress.nextAt,
        ])
    case .membership(let identity, let group, let isEnded):
      try execute("INSERT INTO membership (identity, group_id, is_ended) VALUES (?, ?, ?)", [identity.blob, group.blob, isEnded])
    case .invite(let hash, let location):
      try execute(
        "INSERT INTO invite (code_hash, group_id, invite) VALUES (?, ?, ?)", [Data(hash), location.group.blob, location.invite.blob])
    case .due(let group, let at): try execute("INSERT INTO due (group_id, due_at) VALUES (?, ?)", [group.blob, at])
    case .epoch(let group, let epoch): try Self.set(epoch: epoch, of: group, in: database)
    case .purged(let group, let at): try execute("INSERT INTO purged (group_id, purged_at) VALUES (?, ?)", [group.blob, at])
    }
  }

  /// Adds rows behind the last one of the audit log, in one synced commit.
  public func addAuditRows(_ rows: [AuditRow]) throws(StoreFailure) {
    try writing(pages: 1 + rows.count / 10) { database in
      try Self.add(rows.count, in: database) { head, index in head.append(rows[index]) }
    }
  }

  /// Reads all rows of the audit log.
  public func readAuditRows(take: ([AuditRow]) throws(StoreFailure) -> Void) throws(StoreFailure) {
    var last: Int64 = 0
    while true {
      let page = try auditRows(after: last, limit: Self.movedRowsMax)
      guard let end = page.last else { return }
      try take(page)
      last = end.number
    }
  }
}
