import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// Which webhooks there are, of all groups, in order of group and id.
  public func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] {
    try reading { connection in
      try Self.webhooks(try connection.query("SELECT group_id, webhook, identity FROM webhook ORDER BY group_id, webhook"))
    }
  }

  /// The same of one group.
  public func webhooks(of group: GroupID) throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] {
    try reading { connection in
      try Self.webhooks(
        try connection.query("SELECT group_id, webhook, identity FROM webhook WHERE group_id = $1 ORDER BY webhook", [.id(group)]))
    }
  }

  private static func webhooks(_ rows: Rows) throws -> [(key: WebhookKey, identity: IdentityID)] {
    try rows.indices.map { row in
      guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self),
        let id = rows.identifier(row, 1, of: IdentifierKind.Webhook.self),
        let identity = rows.identifier(row, 2, of: IdentifierKind.Identity.self)
      else { throw StoreFailure.damaged("a webhook's row") }
      return (WebhookKey(group: group, id: id), identity)
    }
  }

  /// What is known of a webhook, or nil.
  public func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord? {
    try reading { connection in try webhook(key, in: connection) }
  }

  func webhook(_ key: WebhookKey, in connection: DatabaseConnection) throws -> WebhookRecord? {
    let rows = try connection.query(
      """
      SELECT identity, url, secret, former_secret, former_until, is_paused::int::bigint, sequence, attempts, failing_since, next_at
      FROM webhook WHERE group_id = $1 AND webhook = $2
      """, [.id(key.group), .id(key.id)])
    if rows.count == 0 { return nil }
    let since = rows.integer(0, 8)
    guard let identity = rows.identifier(0, 0, of: IdentifierKind.Identity.self), let url = try url(rows, 0, 1, of: key, in: connection),
      let secret = rows.identifier(0, 2, of: IdentifierKind.Command.self),
      let former = rows.optional(0, 3, of: IdentifierKind.Command.self), let formerUntil = rows.integer(0, 4),
      let isPaused = rows.integer(0, 5), let sequence = rows.number(0, 6), let attempts = rows.integer(0, 7),
      since != nil || rows.isNull(0, 8), let nextAt = rows.integer(0, 9)
    else { throw StoreFailure.damaged("webhook \(key.id) of group \(key.group)") }
    return WebhookRecord(
      key: key, identity: identity, url: url,
      secrets: WebhookSecrets(current: secret, former: former, formerUntil: formerUntil), isPaused: isPaused != 0,
      progress: WebhookProgress(
        sequence: GroupSequence(sequence), attempts: Int(clamping: attempts), failingSince: since, nextAt: nextAt))
  }

  /// Notes how far a webhook was sent to, in one commit; nothing when it was removed meanwhile, or is further.
  public func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure) {
    guard let sequence = Int64(exactly: progress.sequence.rawValue) else { return }
    try writing { turn in
      // A number has no form for none: the least stands for it.
      _ = try turn.connection.pipeline([
        (
          """
          UPDATE webhook SET sequence = $3, attempts = $4, next_at = $5, failing_since = nullif($6, (-9223372036854775808)::bigint)
          WHERE group_id = $1 AND webhook = $2 AND sequence <= $3
          """,
          [
            .id(key.group), .id(key.id), .integer(sequence), .integer(Int64(progress.attempts)), .integer(progress.nextAt),
            .integer(progress.failingSince ?? .min),
          ]
        )
      ])
    }
  }

  /// What changes the row of a webhook as an event wants it.
  func statement(_ change: WebhookChange, of key: WebhookKey, in connection: DatabaseConnection) throws -> DatabaseConnection.Wish {
    let place: [SQLValue] = [.id(key.group), .id(key.id)]
    let at = "WHERE group_id = $1 AND webhook = $2"
    switch change {
    case .added(let identity, let url, let secret, let after):
      return (
        """
        INSERT INTO webhook (group_id, webhook, identity, url, secret, sequence) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (group_id, webhook) DO UPDATE SET identity = excluded.identity, url = excluded.url, secret = excluded.secret,
          former_secret = NULL, former_until = 0, is_paused = false, sequence = excluded.sequence, attempts = 0, failing_since = NULL,
          next_at = 0
        """,
        place + [
          .id(identity), .bytes(try stored(url: url, of: key, in: connection)), .id(secret), .integer(Int64(clamping: after.rawValue)),
        ]
      )
    case .rotated(let secret, let formerUntil):
      return (
        """
        UPDATE webhook SET former_until = $3, secret = $4, former_secret =
          CASE WHEN former_secret IS NOT NULL AND $3 - former_until < $5 THEN former_secret ELSE secret END
        """ + " " + at,
        place + [.integer(formerUntil), .id(secret), .integer(WebhookSecrets.repeatMilliseconds)]
      )
    case .paused: return ("UPDATE webhook SET is_paused = true " + at, place)
    case .resumed:
      return ("UPDATE webhook SET is_paused = false, attempts = 0, failing_since = NULL, next_at = 0 " + at, place)
    case .removed: return ("DELETE FROM webhook " + at, place)
    }
  }

  /// An address as it is stored: sealed with its group's key if the store is encrypted.
  func stored(url: String, of key: WebhookKey, in connection: DatabaseConnection) throws -> [UInt8] {
    guard let keys else { return Array(url.utf8) }
    return [UInt8](try keys.current(.group(key.group), in: connection).seal(Array(url.utf8), at: .webhook(key.id)))
  }

  /// Reads an address; nil when it is damaged.
  private func url(_ rows: Rows, _ row: Int, _ column: Int32, of key: WebhookKey, in connection: DatabaseConnection) throws -> String? {
    guard var bytes = rows.blob(row, column) else { return nil }
    if let keys {
      guard let opened = try keys.open(bytes, of: .group(key.group), at: .webhook(key.id), in: connection) else { return nil }
      bytes = opened
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
