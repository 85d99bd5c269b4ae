import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// Which webhooks there are, of all groups, in order of group and id.
  public func webhooks() throws(StoreFailure) -> [(key: WebhookKey, identity: IdentityID)] {
    try reading { database in
      let rows = try Row.fetchCursor(database, sql: "SELECT group_id, webhook, identity FROM webhook ORDER BY group_id, webhook")
      var found: [(key: WebhookKey, identity: IdentityID)] = []
      while let row = try rows.next() {
        guard let group = row.identifier(0, of: IdentifierKind.Group.self), let id = row.identifier(1, of: IdentifierKind.Webhook.self),
          let identity = row.identifier(2, of: IdentifierKind.Identity.self)
        else { throw StoreFailure.damaged("a webhook's row") }
        found.append((WebhookKey(group: group, id: id), identity))
      }
      return found
    }
  }

  /// What is known of a webhook, or nil.
  public func webhook(_ key: WebhookKey) throws(StoreFailure) -> WebhookRecord? {
    try reading { database in try webhook(key, in: database) }
  }

  func webhook(_ key: WebhookKey, in database: Database) throws -> WebhookRecord? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT identity, url, secret, former_secret, former_until, is_paused, sequence, attempts, failing_since, next_at
        FROM webhook WHERE group_id = ? AND webhook = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [key.group.blob, key.id.blob]) else { return nil }
    func isNull(_ column: Int) -> Bool { (row[column] as DatabaseValue).isNull }
    let (former, since) = (row.identifier(3, of: IdentifierKind.Command.self), row.integer(8))
    guard let identity = row.identifier(0, of: IdentifierKind.Identity.self), let url = try url(row, 1, of: key, in: database),
      let secret = row.identifier(2, of: IdentifierKind.Command.self), former != nil || isNull(3), let formerUntil = row.integer(4),
      let isPaused = row.integer(5), let sequence = row.number(6), let attempts = row.integer(7), since != nil || isNull(8),
      let nextAt = row.integer(9)
    else { throw StoreFailure.damaged("webhook \(key.id) of group \(key.group)") }
    return WebhookRecord(
      key: key, identity: identity, url: url,
      secrets: WebhookSecrets(current: secret, former: former, formerUntil: formerUntil), isPaused: isPaused != 0,
      progress: WebhookProgress(
        sequence: GroupSequence(sequence), attempts: Int(clamping: attempts), failingSince: since, nextAt: nextAt))
  }

  /// Notes how far a webhook was sent to, in one synced commit; nothing when it was removed meanwhile, or is further.
  public func noteProgress(_ progress: WebhookProgress, of key: WebhookKey) throws(StoreFailure) {
    guard let sequence = progress.sequence.integer else { return }
    try writing(pages: 1) { database in
      let update = try database.cachedStatement(
        sql: """
          UPDATE webhook SET sequence = ?, attempts = ?, failing_since = ?, next_at = ?
          WHERE group_id = ? AND webhook = ? AND sequence <= ?
          """)
      try update.execute(arguments: [
        sequence, progress.attempts, progress.failingSince, progress.nextAt, key.group.blob, key.id.blob, sequence,
      ])
    }
  }

  /// Changes the row of a webhook as an event wants it.
  func apply(_ change: WebhookChange, to key: WebhookKey, in database: Database) throws {
    let place: StatementArguments = [key.group.blob, key.id.blob]
    let at = "WHERE group_id = ? AND webhook = ?"
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
      try database.cachedStatement(sql: sql).execute(arguments: arguments + place)
    }
    switch change {
    case .added(let identity, let url, let secret, let after):
      try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO webhook (group_id, webhook, identity, url, secret, sequence) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(
        arguments: place + [identity.blob, stored(url: url, of: key, in: database), secret.blob, Int64(clamping: after.rawValue)])
    case .rotated(let secret, let formerUntil):
      try run(
        """
        UPDATE webhook SET former_until = ?, secret = ?, former_secret =
          CASE WHEN former_secret IS NOT NULL AND ? - former_until < ? THEN former_secret ELSE secret END
        """ + " " + at, [formerUntil, secret.blob, formerUntil, WebhookSecrets.repeatMilliseconds])
    case .paused: try run("UPDATE webhook SET is_paused = 1 " + at)
    case .resumed: try run("UPDATE webhook SET is_paused = 0, attempts = 0, failing_since = NULL, next_at = 0 " + at)
    case .removed: try run("DELETE FROM webhook " + at)
    }
  }

  /// An address as it is stored: sealed with its group's key if the folder is encrypted.
  func stored(url: String, of key: WebhookKey, in database: Database) throws -> any DatabaseValueConvertible {
    guard let keys else { return url }
    return try keys.current(.group(key.group), in: database).seal(Array(url.utf8), at: .webhook(key.id))
  }

  /// Reads an address; nil when it is damaged.
  func url(_ row: Row, _ column: Int, of key: WebhookKey, in database: Database) throws -> String? {
    guard let keys else { return row.text(column) }
    let bytes = try row.blob(column).flatMap { try keys.open($0, of: .group(key.group), at: .webhook(key.id), in: database) }
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }
  }
}
