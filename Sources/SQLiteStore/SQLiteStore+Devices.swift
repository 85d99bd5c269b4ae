import EventStore
import Foundation
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// Makes identities with their first devices in one synced commit: all of them, or none when one of the ids is taken.
  public func register(_ registrations: [Registration]) throws(StoreFailure) {
    try writing(pages: 1 + registrations.count * 6) { database in
      let identities = try database.cachedStatement(sql: "INSERT INTO identity (identity, display_name, created_at) VALUES (?, ?, ?)")
      for registration in registrations {
        try identities.execute(arguments: [
          registration.identity.blob, stored(registration.displayName, at: .name(registration.identity), in: database),
          registration.device.createdAt,
        ])
        try add(registration.device, to: registration.identity, in: database)
      }
      try Self.note(registrations.map(\.note), in: database)
    }
  }

  /// The tokens with these ids, of those that there are.
  public func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord] {
    try reading { database in
      var found: [TokenID: TokenRecord] = [:]
      for id in ids {
        guard var record = try deviceToken(id, in: database) ?? groupToken(id, in: database) else { continue }
        record.acquaintances = try acquaintances(of: record.identity, in: database)
        found[id] = record
      }
      return found
    }
  }

  /// What is kept of the device's token with this id, or nil.
  private func deviceToken(_ id: TokenID, in database: Database) throws -> TokenRecord? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT token.identity, identity.display_name, token.secret_hash, token.device, device.used_day, token.is_ended,
          EXISTS (SELECT 1 FROM token AS older WHERE older.device = token.device AND older.ordinal < token.ordinal AND older.is_ended = 0), token.created_at,
          identity.suspended_at IS NOT NULL
        FROM token JOIN identity ON identity.identity = token.identity JOIN device ON device.device = token.device WHERE token.token = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [id.blob]) else { return nil }
    guard let identity = row.identifier(0, of: IdentifierKind.Identity.self),
      let name = try text(row, 1, at: .name(identity), in: database), let secretHash = row.blob(2),
      let device = row.identifier(3, of: IdentifierKind.Device.self), let day = row.integer(4), let isEnded = row.integer(5),
      let endsOthers = row.integer(6), let createdAt = row.integer(7), let isSuspended = row.integer(8)
    else { throw StoreFailure.damaged("token \(id)") }
    return TokenRecord(
      id: id, identity: identity, displayName: name, secretHash: secretHash, device: device, createdAt: createdAt, usedDay: day,
      isEnded: isEnded != 0, endsOthers: endsOthers != 0, isSuspended: isSuspended != 0)
  }

  /// The devices of the identity, in the order in which they came.
  public func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord] {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: "SELECT device, name, created_at, used_day, push FROM device WHERE identity = ? ORDER BY rowid")
      let rows = try Row.fetchCursor(statement, arguments: [identity.blob])
      var devices: [DeviceRecord] = []
      while let row = try rows.next() {
        guard let id = row.identifier(0, of: IdentifierKind.Device.self), let name = try text(row, 1, at: .device(id), in: database),
          let createdAt = row.integer(2), let day = row.integer(3)
        else { throw StoreFailure.damaged("the devices of identity \(identity)") }
        devices.append(
          DeviceRecord(id: id, name: name, createdAt: createdAt, usedDay: day, push: try push(row, 4, of: id, in: database)))
      }
      return devices
    }
  }

  /// Gives an identity a further device in one synced commit, if the one that vouches for it is still the identity's,
  /// which is not suspended.
  public func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome {
    try writing(pages: 6) { database in
      let giver = try database.cachedStatement(
        sql: """
          SELECT identity.display_name, (SELECT count(*) FROM device AS other WHERE other.identity = identity.identity)
          FROM device JOIN identity ON identity.identity = device.identity
          WHERE device.device = ? AND device.identity = ? AND identity.suspended_at IS NULL
          """)
      guard let row = try Row.fetchOne(giver, arguments: [link.giver.blob, link.identity.blob]) else { return .giverRevoked }
      guard let name = try text(row, 0, at: .name(link.identity), in: database), let count = row.integer(1) else {
        throw StoreFailure.damaged("the devices of identity \(link.identity)")
      }
      guard count < DeviceLimits.devicesMax else { return .tooMany }
      try add(link.device, to: link.identity, in: database)
      try Self.note([link.note], in: database)
      return .linked(displayName: name)
    }
  }

  /// Takes a device with all its tokens from the identity in one synced commit; false when it has no such device.
  public func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try writing(pages: 4) { database in
      let owned = try database.cachedStatement(sql: "SELECT 1 FROM device WHERE device = ? AND identity = ?")
      guard try Row.fetchOne(owned, arguments: [device.blob, identity.blob]) != nil else { return false }
      for table in ["token", "group_token", "device"] {
        try database.cachedStatement(sql: "DELETE FROM \(table) WHERE device = ?").execute(arguments: [device.blob])
      }
      try Self.note([AuditNote(.deviceRevoked, at: instant, identity: identity, device: device)], in: database)
      return true
    }
  }

  /// Gives a device a further token in one synced commit; false when the old one is good no more.
  public func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool {
    try writing(pages: 4) { database in
      let device = rotation.device.blob
      let found = try database.cachedStatement(
        sql: """
          SELECT identity, ordinal, (SELECT max(ordinal) FROM token AS other WHERE other.device = token.device)
          FROM token WHERE token = ? AND device = ? AND is_ended = 0
          """)
      guard let row = try Row.fetchOne(found, arguments: [rotation.old.blob, device]) else { return false }
      guard let identity = row.identifier(0, of: IdentifierKind.Identity.self), let old = row.integer(1), let last = row.integer(2),
        last < .max
      else { throw StoreFailure.damaged("token \(rotation.old)") }
      // The newest of those that were never used stay beside the one to come, and the newest of those that have ended.
      for (which, most) in [("ordinal > \(old)", DeviceLimits.unusedTokensMax - 1), ("is_ended = 1", DeviceLimits.endedTokensMax)] {
        try database.execute(
          sql: """
            DELETE FROM token WHERE device = ? AND \(which) AND token NOT IN
              (SELECT token FROM token WHERE device = ? AND \(which) ORDER BY ordinal DESC LIMIT ?)
            """, arguments: [device, device, most])
      }
      try database.cachedStatement(
        sql: "INSERT INTO token (token, identity, secret_hash, created_at, device, ordinal) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [rotation.token.blob, identity.blob, Data(rotation.secretHash), rotation.createdAt, device, last + 1])
      try Self.note([rotation.note(by: identity)], in: database)
      return true
    }
  }

  /// Notes that tokens were used, in one synced commit; older ones of the same devices end, and are returned.
  public func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID] {
    try writing(pages: 1 + uses.count * 2) { database in
      var ended: [TokenID] = []
      let found = try database.cachedStatement(sql: "SELECT device, ordinal FROM token WHERE token = ? AND is_ended = 0")
      let older = try database.cachedStatement(sql: "SELECT token FROM token WHERE device = ? AND ordinal < ? AND is_ended = 0")
      for use in uses {
        // For one group, or revoked or replaced meanwhile.
        guard let row = try Row.fetchOne(found, arguments: [use.token.blob]) else {
          try database.cachedStatement(sql: "UPDATE group_token SET used_day = max(ifnull(used_day, ?), ?) WHERE token = ?")
            .execute(arguments: [use.day, use.day, use.token.blob])
          continue
        }
        guard let device = row.identifier(0, of: IdentifierKind.Device.self), let ordinal = row.integer(1) else {
          throw StoreFailure.damaged("token \(use.token)")
        }
        try database.cachedStatement(sql: "UPDATE device SET used_day = max(used_day, ?) WHERE device = ?").execute(arguments: [
          use.day, device.blob,
        ])
        let rows = try Row.fetchAll(older, arguments: [device.blob, ordinal])
        if rows.isEmpty { continue }
        ended += rows.compactMap { $0.identifier(0, of: IdentifierKind.Token.self) }
        try database.cachedStatement(sql: "UPDATE token SET is_ended = 1 WHERE device = ? AND ordinal < ?")
          .execute(arguments: [device.blob, ordinal])
      }
      return ended
    }
  }

  private func add(_ device: NewDevice, to identity: IdentityID, in database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO device (device, identity, name, created_at, used_day) VALUES (?, ?, ?, ?, ?)")
      .execute(arguments: [
        device.id.blob, identity.blob, stored(device.name, at: .device(device.id), in: database), device.createdAt,
        device.createdAt / DeviceLimits.dayMilliseconds,
      ])
    try database.cachedStatement(sql: "INSERT INTO token (token, identity, secret_hash, created_at, device) VALUES (?, ?, ?, ?, ?)")
      .execute(arguments: [device.token.blob, identity.blob, Data(device.secretHash), device.createdAt, device.id.blob])
  }

  /// What somebody called something, as it is stored: sealed if the folder is encrypted.
  func stored(_ text: String, at place: SealedPlace, in database: Database) throws -> any DatabaseValueConvertible {
    guard let keys else { return text }
    return try keys.current(.folder, in: database).seal(Array(text.utf8), at: place)
  }

  /// Reads what somebody called something; nil when it is damaged.
  func text(_ row: Row, _ column: Int, at place: SealedPlace, in database: Database) throws -> String? {
    guard let keys else { return row.text(column) }
    // What was a token alone has no name: the step of the schema that made a device of it knew no keys.
    if case .device = place, row.text(column) == "" { return "" }
    let bytes = try row.blob(column).flatMap { try keys.open($0, of: .folder, at: place, in: database) }
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }
  }
}
