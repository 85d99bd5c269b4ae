import EventStore
import Foundation
import GRDB
import HearthProtocol

extension SQLiteStore {
  /// Adds rows to the audit log in one synced commit.
  public func note(_ notes: [AuditNote]) throws(StoreFailure) {
    try writing(pages: 1 + notes.count / 10) { database in try Self.note(notes, in: database) }
  }

  /// Adds a row to the audit log of a folder that a server may have open, in one synced commit.
  public static func note(_ note: AuditNote, besideServerOf directory: String) throws(StoreFailure) {
    try writeBeside(directory) { database in try Self.note([note], in: database) }
  }

  /// Adds rows to the audit log in somebody's commit.
  static func note(_ notes: [AuditNote], in database: Database) throws {
    try add(notes.count, in: database) { head, index in head.append(notes[index]) }
  }

  /// Adds so many rows to the audit log, each made by the head before it.
  static func add(_ count: Int, in database: Database, row: (inout AuditHead, Int) -> AuditRow) throws {
    guard count > 0 else { return }
    var head = try end(in: database)
    let insert = try database.cachedStatement(
      sql: """
        INSERT INTO audit (number, at, act, identity, device, group_id, origin, count, member, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for index in 0..<count {
      let row = row(&head, index)
      try insert.execute(arguments: [
        row.number, row.at, row.act, row.identity?.blob, row.device?.blob, row.group?.blob, row.network, row.count, row.member?.blob,
        Data(row.hash.bytes),
      ])
    }
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO audit_head (id, number, hash) VALUES (1, ?, ?)")
      .execute(arguments: [head.number, Data(head.hash.bytes)])
  }

  /// At most `limit` rows of the audit log after the one with this number, in order.
  public func auditRows(after number: Int64, limit: Int) throws(StoreFailure) -> [AuditRow] {
    // A negative limit means none to SQLite.
    guard limit > 0 else { return [] }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT number, at, act, identity, device, group_id, origin, count, member, hash FROM audit WHERE number > ?
          ORDER BY number LIMIT ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [number, limit])
      var found: [AuditRow] = []
      while let row = try rows.next() {
        guard let number = row.integer(0) else { throw StoreFailure.damaged("a row of the audit log") }
        guard let at = row.integer(1), let act = row.text(2), let identity = row.optional(3, of: IdentifierKind.Identity.self),
          let device = row.optional(4, of: IdentifierKind.Device.self), let group = row.optional(5, of: IdentifierKind.Group.self),
          let network = row.optionalText(6), let count = row.integer(7), let member = row.optional(8, of: IdentifierKind.Member.self),
          let hash = row.blob(9).flatMap({ ContentHash(bytes: $0) })
        else { throw StoreFailure.damaged("row \(number) of the audit log") }
        found.append(
          AuditRow(
            number: number, at: at, act: act, identity: identity, device: device, group: group, network: network, count: count,
            member: member, hash: hash))
      }
      return found
    }
  }

  /// There is one log.
  public func auditLogs() -> [(node: String?, log: any AuditLog)] { [(nil, self)] }

  /// Where the audit log ends.
  public func auditHead() throws(StoreFailure) -> AuditHead { try reading { try Self.head(in: $0) } }

  /// Where the next row goes: behind the last one, also when its note has been lost.
  private static func end(in database: Database) throws -> AuditHead {
    let noted = try head(in: database)
    let last = try database.cachedStatement(sql: "SELECT number, hash FROM audit WHERE number > ? ORDER BY number DESC LIMIT 1")
    return try Row.fetchOne(last, arguments: [noted.number]).map { try head(of: $0) } ?? noted
  }

  private static func head(in database: Database) throws -> AuditHead {
    let statement = try database.cachedStatement(sql: "SELECT number, hash FROM audit_head WHERE id = 1")
    return try Row.fetchOne(statement).map { try head(of: $0) } ?? .start
  }

  private static func head(of row: Row) throws -> AuditHead {
    guard let number = row.integer(0), number < .max, let hash = row.blob(1).flatMap({ ContentHash(bytes: $0) }) else {
      throw StoreFailure.damaged("the end of the audit log")
    }
    return AuditHead(number: number, hash: hash)
  }
}

extension Row {
  /// Nil within: there is none; nil: what is there is no such thing.
  fileprivate func optional<Kind>(_ column: Int, of kind: Kind.Type) -> Identifier<Kind>?? {
    let value: DatabaseValue = self[column]
    if value.isNull { return .some(nil) }
    guard let id = identifier(column, of: kind) else { return nil }
    return .some(id)
  }

  fileprivate func optionalText(_ column: Int) -> String?? {
    let value: DatabaseValue = self[column]
    if value.isNull { return .some(nil) }
    guard let text = self.text(column) else { return nil }
    return .some(text)
  }
}
