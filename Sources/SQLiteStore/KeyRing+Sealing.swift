import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension KeyRing {
  // Limit: rows read at once.
  private static let pageRows = 500

  /// Seals everything in a database that has been in plain until now. In one transaction: all of it or nothing.
  func sealAll(in database: Database) throws {
    // What the rows leave behind is overwritten; what they have left before goes when the file is rewritten.
    try database.execute(sql: "PRAGMA secure_delete = ON")
    defer { try? database.execute(sql: "PRAGMA secure_delete = OFF") }
    try sealEvents(in: database)
    try sealSnapshots(in: database)
    try sealNames(in: database)
    try sealWebhooks(in: database)
  }

  private func sealEvents(in database: Database) throws {
    let update = try database.cachedStatement(sql: "UPDATE event SET bytes = ? WHERE id = ?")
    try pages(
      database, "SELECT id, group_id, sequence, lane, position, bytes, hash FROM event WHERE id > ? ORDER BY id LIMIT ?", what: "event"
    ) { row, id in
      guard let group = row.identifier(1, of: IdentifierKind.Group.self), let sequence = row.number(2),
        let lane = row.text(3).flatMap({ Lane(name: $0) }), let position = row.number(4), let bytes = row.blob(5),
        let hash = row.blob(6).flatMap({ LaneHash(bytes: $0) })
      else { return false }
      let place = SealedPlace.event(GroupSequence(sequence), lane, LanePosition(position), hash)
      try update.execute(arguments: [current(.group(group), in: database).seal(bytes, at: place), id])
      return true
    }
  }

  private func sealSnapshots(in database: Database) throws {
    let update = try database.cachedStatement(sql: "UPDATE snapshot SET bytes = ?, checksum = ? WHERE rowid = ?")
    try pages(
      database, "SELECT rowid, group_id, sequence, bytes, checksum FROM snapshot WHERE rowid > ? ORDER BY rowid LIMIT ?", what: "snapshot"
    ) { row, id in
      guard let group = row.identifier(1, of: IdentifierKind.Group.self), let sequence = row.number(2), let bytes = row.blob(3) else {
        return false
      }
      var snapshot = StoredSnapshot(group: group, sequence: GroupSequence(sequence), bytes: bytes)
      guard row.blob(4) == snapshot.checksum else { return false }
      snapshot.bytes = try [UInt8](current(.group(group), in: database).seal(bytes, at: .snapshot(snapshot.sequence)))
      try update.execute(arguments: [Data(snapshot.bytes), Data(snapshot.checksum), id])
      return true
    }
  }

  private func sealNames(in database: Database) throws {
    let update = try database.cachedStatement(sql: "UPDATE identity SET display_name = ? WHERE rowid = ?")
    try pages(
      database, "SELECT rowid, identity, display_name FROM identity WHERE rowid > ? ORDER BY rowid LIMIT ?", what: "identity"
    ) { row, id in
      guard let identity = row.identifier(1, of: IdentifierKind.Identity.self), let name = row.text(2) else { return false }
      try update.execute(arguments: [current(.folder, in: database).seal(Array(name.utf8), at: .name(identity)), id])
      return true
    }
    let rename = try database.cachedStatement(sql: "UPDATE device SET name = ? WHERE rowid = ?")
    try pages(database, "SELECT rowid, device, name FROM device WHERE rowid > ? ORDER BY rowid LIMIT ?", what: "device") { row, id in
      guard let device = row.identifier(1, of: IdentifierKind.Device.self), let name = row.text(2) else { return false }
      try rename.execute(arguments: [current(.folder, in: database).seal(Array(name.utf8), at: .device(device)), id])
      return true
    }
    let move = try database.cachedStatement(sql: "UPDATE device SET push = ? WHERE rowid = ?")
    try pages(
      database, "SELECT rowid, device, push FROM device WHERE rowid > ? AND push IS NOT NULL ORDER BY rowid LIMIT ?", what: "device"
    ) { row, id in
      guard let device = row.identifier(1, of: IdentifierKind.Device.self), let push = row.text(2) else { return false }
      try move.execute(arguments: [current(.folder, in: database).seal(Array(push.utf8), at: .push(device)), id])
      return true
    }
    let retitle = try database.cachedStatement(sql: "UPDATE group_token SET name = ? WHERE rowid = ?")
    try pages(
      database, "SELECT rowid, token, name FROM group_token WHERE rowid > ? ORDER BY rowid LIMIT ?", what: "group token"
    ) { row, id in
      guard let token = row.identifier(1, of: IdentifierKind.Token.self), let name = row.text(2) else { return false }
      try retitle.execute(arguments: [current(.folder, in: database).seal(Array(name.utf8), at: .token(token)), id])
      return true
    }
  }

  private func sealWebhooks(in database: Database) throws {
    let update = try database.cachedStatement(sql: "UPDATE webhook SET url = ? WHERE rowid = ?")
    try pages(
      database, "SELECT rowid, group_id, webhook, url FROM webhook WHERE rowid > ? ORDER BY rowid LIMIT ?", what: "webhook"
    ) { row, id in
      guard let group = row.identifier(1, of: IdentifierKind.Group.self), let webhook = row.identifier(2, of: IdentifierKind.Webhook.self),
        let url = row.text(3)
      else { return false }
      try update.execute(arguments: [current(.group(group), in: database).seal(Array(url.utf8), at: .webhook(webhook)), id])
      return true
    }
  }

  /// Visits all rows of a table, by pages, so that they may be changed on the way.
  ///
  /// - Parameter visit: false when the row cannot be read.
  private func pages(_ database: Database, _ sql: String, what: String, visit: (Row, Int64) throws -> Bool) throws {
    var last: Int64 = .min
    while true {
      let rows = try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [last, Self.pageRows])
      for row in rows {
        guard case .int64(let id) = (row[0] as DatabaseValue).storage, try visit(row, id) else {
          throw StoreFailure.damaged(
            "the \(what) in row \(row[0] as DatabaseValue) is damaged: hearthd verify says more, nothing has changed")
        }
        last = id
      }
      if rows.count < Self.pageRows { return }
    }
  }
}
