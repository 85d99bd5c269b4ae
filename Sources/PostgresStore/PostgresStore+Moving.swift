import EventStore
import HearthProtocol
import Sealing

extension PostgresStore: MovableStore {
  // Limit: rows handed over at a time.
  private static let movedRowsMax = 1_000

  /// Reads a table of the directory in one view.
  public func readRows(of part: StorePart, take: ([StoreRow]) throws(StoreFailure) -> Void) throws(StoreFailure) {
    try pages(Self.reading(part)) { rows, connection throws(StoreFailure) in
      var page: [StoreRow] = []
      for row in rows.indices {
        guard let read = try self.row(rows, row, part, connection) else { throw .damaged("a row of the \(part)") }
        page.append(read)
      }
      try take(page)
    }
  }

  /// Reads the rows of a statement in one view, some at a time.
  private func pages(_ sql: String, take: (Rows, DatabaseConnection) throws(StoreFailure) -> Void) throws(StoreFailure) {
    var hasTaken = false
    try reading { connection in
      // What was handed over once must not come again.
      guard !hasTaken else { throw StoreFailure.broken("the connection was lost while the rows were read") }
      try connection.command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      do {
        try connection.command("DECLARE moved NO SCROLL CURSOR FOR \(sql)")
        while true {
          let rows = try connection.query("FETCH \(Self.movedRowsMax) FROM moved")
          if rows.count == 0 { break }
          hasTaken = true
          try take(rows, connection)
        }
        try connection.command("COMMIT")
      } catch {
        try? connection.rollback()
        throw error
      }
    }
  }

  private static func reading(_ part: StorePart) -> String {
    switch part {
    case .identities: "SELECT identity, display_name, created_at, suspended_at FROM identity ORDER BY created_at, identity"
    case .subjects: "SELECT subject_hash, identity FROM subject ORDER BY subject_hash"
    case .devices: "SELECT device, name, created_at, used_day, identity, push FROM device ORDER BY ordinal"
    case .tokens:
      "SELECT token, identity, secret_hash, created_at, device, ordinal, is_ended::int::bigint FROM token ORDER BY device, ordinal"
    case .groupTokens:
      """
      SELECT token, identity, device, group_id, may_write::int::bigint, ends_at, secret_hash, name, created_at, used_day
      FROM group_token ORDER BY ordinal
      """
    case .webhooks: "SELECT group_id, webhook FROM webhook ORDER BY group_id, webhook"
    case .memberships: "SELECT identity, group_id, is_ended::int::bigint FROM membership ORDER BY ordinal"
    case .invites: "SELECT code_hash, group_id, invite FROM invite ORDER BY code_hash"
    case .due: "SELECT group_id, due_at FROM due ORDER BY group_id"
    case .epochs: "SELECT group_id, epoch FROM epoch ORDER BY group_id"
    case .purged: "SELECT group_id, purged_at FROM purged ORDER BY group_id"
    }
  }

  /// Reads a row; nil: a column is of another kind than it has to be.
  private func row(_ rows: Rows, _ row: Int, _ part: StorePart, _ connection: DatabaseConnection) throws(StoreFailure) -> StoreRow? {
    func id<Kind>(_ column: Int32, _ kind: Kind.Type) -> Identifier<Kind>? { rows.identifier(row, column, of: kind) }
    switch part {
    case .identities:
      guard let identity = id(0, IdentifierKind.Identity.self), let name = try name(rows, row, 1, .name(identity), connection),
        let createdAt = rows.integer(row, 2), rows.isNull(row, 3) || rows.integer(row, 3) != nil
      else { return nil }
      return .identity(identity, displayName: name, createdAt: createdAt, suspendedAt: rows.integer(row, 3))
    case .subjects:
      guard let hash = rows.blob(row, 0), let identity = id(1, IdentifierKind.Identity.self) else { return nil }
      return .subject(hash: hash, identity)
    case .devices:
      guard let device = id(0, IdentifierKind.Device.self), let name = try name(rows, row, 1, .device(device), connection),
        let createdAt = rows.integer(row, 2), let day = rows.integer(row, 3), let identity = id(4, IdentifierKind.Identity.self)
      else { return nil }
      do {
        let push = try push(rows, row, 5, of: device, in: connection)
        return .device(DeviceRecord(id: device, name: name, createdAt: createdAt, usedDay: day, push: push), of: identity)
      } catch {
        throw StoreFailure(database: error)
      }
    case .tokens:
      guard let token = id(0, IdentifierKind.Token.self), let identity = id(1, IdentifierKind.Identity.self),
        let hash = rows.blob(row, 2), let createdAt = rows.integer(row, 3), let device = id(4, IdentifierKind.Device.self),
        let ordinal = rows.integer(row, 5), let isEnded = rows.integer(row, 6)
      else { return nil }
      return .token(
        StoredToken(
          id: token, identity: identity, secretHash: hash, createdAt: createdAt, device: device, ordinal: ordinal, isEnded: isEnded != 0))
    case .groupTokens:
      guard let token = id(0, IdentifierKind.Token.self), let identity = id(1, IdentifierKind.Identity.self),
        let device = id(2, IdentifierKind.Device.self), let scope = Self.scope(rows, row, from: 3), let hash = rows.blob(row, 6),
        let name = try name(rows, row, 7, .token(token), connection), let createdAt = rows.integer(row, 8)
      else { return nil }
      return .groupToken(
        NewGroupToken(id: token, identity: identity, device: device, secretHash: hash, scope: scope, name: name, createdAt: createdAt),
        usedDay: rows.integer(row, 9))
    case .webhooks:
      guard let group = id(0, IdentifierKind.Group.self), let webhook = id(1, IdentifierKind.Webhook.self) else { return nil }
      do {
        return try self.webhook(WebhookKey(group: group, id: webhook), in: connection).map { .webhook($0) }
      } catch {
        throw StoreFailure(database: error)
      }
    case .memberships:
      guard let identity = id(0, IdentifierKind.Identity.self), let group = id(1, IdentifierKind.Group.self),
        let isEnded = rows.integer(row, 2)
      else { return nil }
      return .membership(identity, group, isEnded: isEnded != 0)
    case .invites:
      guard let hash = rows.blob(row, 0), let group = id(1, IdentifierKind.Group.self), let invite = id(2, IdentifierKind.Invite.self)
      else { return nil }
      return .invite(codeHash: hash, InviteLocation(group: group, invite: invite))
    case .due:
      guard let group = id(0, IdentifierKind.Group.self), let at = rows.integer(row, 1) else { return nil }
      return .due(group, at: at)
    case .epochs:
      guard let group = id(0, IdentifierKind.Group.self), let epoch = rows.number(row, 1) else { return nil }
      return .epoch(group, epoch)
    case .purged:
      guard let group = id(0, IdentifierKind.Group.self), let at = rows.integer(row, 1) else { return nil }
      return .purged(group, at: at)
    }
  }

  private func name(_ rows: Rows, _ row: Int, _ column: Int32, _ place: SealedPlace, _ connection: DatabaseConnection) throws(StoreFailure)
    -> String?
  {
    do { return try text(rows, row, column, at: place, in: connection) } catch { throw StoreFailure(database: error) }
  }

  /// Empties the directory and this node's audit log.
  public func removeRows() throws(StoreFailure) {
    let tables = [
      "webhook", "group_token", "token", "device", "subject", "identity", "membership", "invite", "due", "epoch", "purged", "audit",
      "audit_seen",
    ]
    _ = try writing { turn in
      try turn.connection.pipeline(
        tables.map { ("DELETE FROM \($0)", []) }
          + [("UPDATE node SET audit_number = 0, audit_hash = $1", [.bytes(AuditHead.start.hash.bytes)])])
    }
  }

  /// Adds rows in one commit.
  public func addRows(_ rows: [StoreRow]) throws(StoreFailure) {
    _ = try writing { turn in try turn.connection.pipeline(try rows.map { try statement($0, turn.connection) }) }
  }

  private func statement(_ row: StoreRow, _ connection: DatabaseConnection) throws -> DatabaseConnection.Wish {
    switch row {
    case .identity(let identity, let name, let createdAt, let suspendedAt):
      let stored = try stored(name, at: .name(identity), in: connection)
      guard let suspendedAt else { return Self.identity(identity, stored, createdAt) }
      return (
        "INSERT INTO identity (identity, display_name, created_at, suspended_at) VALUES ($1, $2, $3, $4)",
        [.id(identity), .bytes(stored), .integer(createdAt), .integer(suspendedAt)]
      )
    case .subject(let hash, let identity):
      return ("INSERT INTO subject (subject_hash, identity) VALUES ($1, $2)", [.bytes(hash), .id(identity)])
    case .device(let device, let identity):
      return Self.device(
        device.id, of: identity, try stored(device.name, at: .device(device.id), in: connection), device.createdAt, usedDay: device.usedDay,
        push: try stored(device.push, of: device.id, in: connection))
    case .token(let token):
      let wish = Self.token(token.id, of: token.identity, token.secretHash, token.createdAt, token.device, ordinal: token.ordinal)
      guard token.isEnded else { return wish }
      return (
        "INSERT INTO token (token, identity, secret_hash, created_at, device, ordinal, is_ended) VALUES ($1, $2, $3, $4, $5, $6, true)",
        wish.values
      )
    case .groupToken(let token, let usedDay):
      // A number has no form for none: the least stands for it.
      return (
        """
        INSERT INTO group_token (token, identity, device, group_id, holder, secret_hash, name, may_write, created_at, ends_at, used_day)
        VALUES ($1, $2, $3, $4, $5, $6, $7, \(token.scope.access == .write), $8, $9, nullif($10, (-9223372036854775808)::bigint))
        """,
        [
          .id(token.id), .id(token.identity), .id(token.device), .id(token.scope.group), .id(token.holder), .bytes(token.secretHash),
          .bytes(try stored(token.name, at: .token(token.id), in: connection)), .integer(token.createdAt), .integer(token.scope.endsAt),
          .integer(usedDay ?? .min),
        ]
      )
    case .webhook(let webhook):
      let (secrets, progress) = (webhook.secrets, webhook.progress)
      return (
        """
        INSERT INTO webhook (group_id, webhook, identity, url, secret, former_secret, former_until, is_paused, sequence, attempts,
          next_at, failing_since)
        VALUES ($1, $2, $3, $4, $5, $6, $7, \(webhook.isPaused), $8, $9, $10, nullif($11, (-9223372036854775808)::bigint))
        """,
        [
          .id(webhook.key.group), .id(webhook.key.id), .id(webhook.identity),
          .bytes(try stored(url: webhook.url, of: webhook.key, in: connection)), .id(secrets.current), .bytes(secrets.former?.bytes),
          .integer(secrets.formerUntil), .integer(Int64(clamping: progress.sequence.rawValue)), .integer(Int64(progress.attempts)),
          .integer(progress.nextAt), .integer(progress.failingSince ?? .min),
        ]
      )
    case .membership(let identity, let group, let isEnded):
      return try statement(
        isEnded ? .membershipRequested(identity: identity, group: group) : .membership(identity: identity, group: group), in: connection)
    case .invite(let hash, let location):
      return try statement(.invite(codeHash: hash, group: location.group, invite: location.invite), in: connection)
    case .due(let group, let at): return try statement(.due(group: group, at: at), in: connection)
    case .epoch(let group, let epoch):
      guard let epoch = Int64(exactly: epoch) else { throw StoreFailure.damaged("the epoch of group \(group)") }
      return ("INSERT INTO epoch (group_id, epoch) VALUES ($1, $2)", [.id(group), .integer(epoch)])
    case .purged(let group, let at):
      return ("INSERT INTO purged (group_id, purged_at) VALUES ($1, $2)", [.id(group), .integer(at)])
    }
  }

  /// Adds rows behind the last one of this node's audit log, in one commit.
  public func addAuditRows(_ rows: [AuditRow]) throws(StoreFailure) {
    _ = try writing { turn in
      try turn.connection.pipeline(Self.statements(adding: rows.count, turn) { head, index in head.append(rows[index]) })
    }
  }

  /// Reads all rows of all nodes' audit logs, by time, but for those that say where another log stood.
  public func readAuditRows(take: ([AuditRow]) throws(StoreFailure) -> Void) throws(StoreFailure) {
    // A clock may go back; each node's rows stay in their order.
    let sql = """
      SELECT \(Self.auditColumns) FROM (
        SELECT audit.*, max(at) OVER (PARTITION BY node ORDER BY number) AS reached FROM audit
      ) AS log WHERE act <> '\(AuditAct.chainSeen.rawValue)' ORDER BY reached, node, number
      """
    try pages(sql) { rows, _ throws(StoreFailure) in
      var page: [AuditRow] = []
      for row in rows.indices { page.append(try Self.auditRow(rows, row)) }
      try take(page)
    }
  }
}
