import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// Checks what a walk through the logs cannot see: the file's pages and indexes, every snapshot's checksum, and
  /// groups whose whole log is gone although a snapshot or the directory still names them. Of an encrypted folder also
  /// every data key and every name.
  ///
  /// It reads the whole file; meant for verification.
  ///
  /// - Returns: one line per finding for the operator, empty when all is well.
  public func integrityFindings() throws(StoreFailure) -> [String] {
    try reading { database in
      let pages = try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
        "a row of table \(row.text(0) ?? "?") refers to a row that is gone"
      }
      return try pages + references + (keys?.findings(database) ?? []) + damagedNames(database) + damagedWebhooks(database)
        + damagedSnapshots(database)
        + Self.lostLogs(database)
    }
  }

  private func damagedNames(_ database: Database) throws -> [String] {
    var findings: [String] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT identity, display_name FROM identity")
    while let row = try rows.next() {
      guard let identity = row.identifier(0, of: IdentifierKind.Identity.self) else {
        findings.append("an identity whose id is not 16 bytes")
        continue
      }
      if try text(row, 1, at: .name(identity), in: database) == nil { findings.append("the name of identity \(identity) cannot be read") }
    }
    let devices = try Row.fetchCursor(database, sql: "SELECT device, name, push FROM device")
    while let row = try devices.next() {
      guard let device = row.identifier(0, of: IdentifierKind.Device.self) else {
        findings.append("a device whose id is not 16 bytes")
        continue
      }
      if try text(row, 1, at: .device(device), in: database) == nil { findings.append("the name of device \(device) cannot be read") }
      do { _ = try push(row, 2, of: device, in: database) } catch StoreFailure.damaged {
        findings.append("where device \(device) is told cannot be read")
      }
    }
    let tokens = try Row.fetchCursor(database, sql: "SELECT token, name FROM group_token")
    while let row = try tokens.next() {
      guard let token = row.identifier(0, of: IdentifierKind.Token.self) else {
        findings.append("a group token whose id is not 16 bytes")
        continue
      }
      if try text(row, 1, at: .token(token), in: database) == nil { findings.append("the name of token \(token) cannot be read") }
    }
    return findings
  }

  private func damagedWebhooks(_ database: Database) throws -> [String] {
    var findings: [String] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT group_id, webhook, url FROM webhook")
    while let row = try rows.next() {
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let id = row.identifier(1, of: IdentifierKind.Webhook.self) else {
        findings.append("a webhook whose id is not 16 bytes")
        continue
      }
      if try url(row, 2, of: WebhookKey(group: group, id: id), in: database) == nil {
        findings.append("group \(group): the address of webhook \(id) cannot be read")
      }
    }
    return findings
  }

  private func damagedSnapshots(_ database: Database) throws -> [String] {
    var findings: [String] = []
    let rows = try Row.fetchCursor(database, sql: "SELECT sequence, checksum, bytes, group_id FROM snapshot")
    while let row = try rows.next() {
      guard let group = row.identifier(3, of: IdentifierKind.Group.self) else {
        findings.append("a snapshot of a group whose id is not 16 bytes")
        continue
      }
      if try snapshot(row, of: group, in: database) == nil {
        findings.append("group \(group): the snapshot at sequence \(row.number(0).map(String.init) ?? "?") does not verify")
      }
    }
    return findings
  }

  private static func lostLogs(_ database: Database) throws -> [String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT group_id FROM (SELECT group_id FROM snapshot UNION SELECT group_id FROM membership UNION SELECT group_id FROM invite) AS named
        WHERE NOT EXISTS (SELECT 1 FROM event WHERE event.group_id = named.group_id)
        """)
    return rows.map { row in
      "group \(row.identifier(0, of: IdentifierKind.Group.self)?.description ?? "with an unreadable id"): the whole log is gone"
    }
  }
}
