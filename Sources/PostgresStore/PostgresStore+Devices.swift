import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// Makes identities with their first devices in one commit: all of them, or none when one of the ids is taken.
  public func register(_ registrations: [Registration]) throws(StoreFailure) {
    try writing { turn in
      var wishes: [DatabaseConnection.Wish] = []
      for registration in registrations {
        let name = try stored(registration.displayName, at: .name(registration.identity), in: turn.connection)
        wishes.append(Self.identity(registration.identity, name, registration.device.createdAt))
        wishes += try add(registration.device, to: registration.identity, turn)
      }
      try turn.connection.pipeline(wishes + Self.statements(noting: registrations.map(\.note), turn))
    }
  }

  /// What makes an identity.
  static func identity(_ identity: IdentityID, _ name: [UInt8], _ createdAt: Int64) -> DatabaseConnection.Wish {
    (
      "INSERT INTO identity (identity, display_name, created_at) VALUES ($1, $2, $3)",
      [.id(identity), .bytes(name), .integer(createdAt)]
    )
  }

  private func add(_ device: NewDevice, to identity: IdentityID, _ turn: Writer.Turn) throws -> [DatabaseConnection.Wish] {
    let name = try stored(device.name, at: .device(device.id), in: turn.connection)
    return [
      Self.device(device.id, of: identity, name, device.createdAt, usedDay: device.createdAt / DeviceLimits.dayMilliseconds),
      Self.token(device.token, of: identity, device.secretHash, device.createdAt, device.id, ordinal: 0),
    ]
  }

  /// What makes a device.
  ///
  /// - Parameter push: where it is told of notices, as it is stored.
  static func device(
    _ device: DeviceID, of identity: IdentityID, _ name: [UInt8], _ createdAt: Int64, usedDay: Int64, push: [UInt8]? = nil
  ) -> DatabaseConnection.Wish {
    (
      "INSERT INTO device (device, identity, name, created_at, used_day, push) VALUES ($1, $2, $3, $4, $5, $6)",
      [.id(device), .id(identity), .bytes(name), .integer(createdAt), .integer(usedDay), .bytes(push)]
    )
  }

  /// What makes a token.
  static func token(
    _ token: TokenID, of identity: IdentityID, _ secretHash: [UInt8], _ createdAt: Int64, _ device: DeviceID, ordinal: Int64
  ) -> DatabaseConnection.Wish {
    (
      "INSERT INTO token (token, identity, secret_hash, created_at, device, ordinal) VALUES ($1, $2, $3, $4, $5, $6)",
      [.id(token), .id(identity), .bytes(secretHash), .integer(createdAt), .id(device), .integer(ordinal)]
    )
  }

  /// The tokens with these ids, of those that there are.
  public func tokens(_ ids: [TokenID]) throws(StoreFailure) -> [TokenID: TokenRecord] {
    if ids.isEmpty { return [:] }
    return try reading { connection in
      var records = try deviceTokens(ids, in: connection)
      let known = Set(records.map(\.id))
      let others = ids.filter { !known.contains($0) }
      if !others.isEmpty { records += try groupTokens(others, in: connection) }
      if records.isEmpty { return [:] }
      let groups = try Self.acquaintances(of: Set(records.map(\.identity)), in: connection)
      var found: [TokenID: TokenRecord] = [:]
      for var record in records {
        record.acquaintances = groups[record.identity] ?? []
        found[record.id] = record
      }
      return found
    }
  }

  /// What is kept of devices' tokens with these ids.
  private func deviceTokens(_ ids: [TokenID], in connection: DatabaseConnection) throws -> [TokenRecord] {
    let rows = try connection.query(
      """
      SELECT token.token, token.identity, identity.display_name, token.secret_hash, token.device, device.used_day,
        token.is_ended::int::bigint, EXISTS (
          SELECT FROM token AS older WHERE older.device = token.device AND older.ordinal < token.ordinal AND NOT older.is_ended
        )::int::bigint, token.created_at, (identity.suspended_at IS NOT NULL)::int::bigint
      FROM token JOIN identity ON identity.identity = token.identity JOIN device ON device.device = token.device
      WHERE token.token = ANY($1)
      """, [.ids(ids)])
    return try rows.indices.map { row in
      guard let id = rows.identifier(row, 0, of: IdentifierKind.Token.self) else { throw StoreFailure.damaged("a token's id") }
      guard let identity = rows.identifier(row, 1, of: IdentifierKind.Identity.self),
        let name = try text(rows, row, 2, at: .name(identity), in: connection), let secretHash = rows.blob(row, 3),
        let device = rows.identifier(row, 4, of: IdentifierKind.Device.self), let day = rows.integer(row, 5),
        let isEnded = rows.integer(row, 6), let endsOthers = rows.integer(row, 7), let createdAt = rows.integer(row, 8),
        let isSuspended = rows.integer(row, 9)
      else { throw StoreFailure.damaged("token \(id)") }
      return TokenRecord(
        id: id, identity: identity, displayName: name, secretHash: secretHash, device: device, createdAt: createdAt, usedDay: day,
        isEnded: isEnded != 0, endsOthers: endsOthers != 0, isSuspended: isSuspended != 0)
    }
  }

  /// The devices of the identity, in the order in which they came.
  public func devices(of identity: IdentityID) throws(StoreFailure) -> [DeviceRecord] {
    try reading { connection in
      let rows = try connection.query(
        "SELECT device, name, created_at, used_day, push FROM device WHERE identity = $1 ORDER BY ordinal", [.id(identity)])
      return try rows.indices.map { row in
        guard let id = rows.identifier(row, 0, of: IdentifierKind.Device.self),
          let name = try text(rows, row, 1, at: .device(id), in: connection), let createdAt = rows.integer(row, 2),
          let day = rows.integer(row, 3)
        else { throw StoreFailure.damaged("the devices of identity \(identity)") }
        return DeviceRecord(id: id, name: name, createdAt: createdAt, usedDay: day, push: try push(rows, row, 4, of: id, in: connection))
      }
    }
  }

  /// Gives an identity a further device in one commit, if the one that vouches for it is still the identity's, which is
  /// not suspended.
  public func link(_ link: DeviceLink) throws(StoreFailure) -> LinkOutcome {
    try writing { turn in
      // The row of the identity keeps two links on two nodes from being both the last that there is space for.
      let names = try turn.connection.query(
        "SELECT display_name FROM identity WHERE identity = $1 AND suspended_at IS NULL FOR UPDATE", [.id(link.identity)])
      let devices = try turn.connection.query("SELECT device FROM device WHERE identity = $1", [.id(link.identity)])
      let isGiver = devices.indices.contains { devices.blob($0, 0) == link.giver.bytes }
      guard names.count > 0, isGiver else { return .giverRevoked }
      guard let name = try text(names, 0, 0, at: .name(link.identity), in: turn.connection) else {
        throw StoreFailure.damaged("the devices of identity \(link.identity)")
      }
      guard devices.count < DeviceLimits.devicesMax else { return .tooMany }
      try turn.connection.pipeline(add(link.device, to: link.identity, turn) + Self.statements(noting: [link.note], turn))
      return .linked(displayName: name)
    }
  }

  /// Takes a device with all its tokens from the identity in one commit; false when it has no such device.
  public func revoke(_ device: DeviceID, of identity: IdentityID, at instant: Int64) throws(StoreFailure) -> Bool {
    try writing { turn in
      let owned = try turn.connection.query(
        "SELECT 1 FROM device WHERE device = $1 AND identity = $2 FOR UPDATE", [.id(device), .id(identity)])
      guard owned.count > 0 else { return false }
      try turn.connection.pipeline(
        ["token", "group_token", "device"].map { ("DELETE FROM \($0) WHERE device = $1", [.id(device)]) }
          + [statement(telling: .device(device))]
          + Self.statements(noting: [AuditNote(.deviceRevoked, at: instant, identity: identity, device: device)], turn))
      return true
    }
  }

  /// Gives a device a further token in one commit; false when the old one is good no more.
  public func rotate(_ rotation: TokenRotation) throws(StoreFailure) -> Bool {
    try writing { turn in
      let device = SQLValue.id(rotation.device)
      // The row of the device orders what two nodes do to its tokens.
      _ = try turn.connection.query("SELECT 1 FROM device WHERE device = $1 FOR UPDATE", [device])
      let rows = try turn.connection.query(
        """
        SELECT identity, ordinal, (SELECT max(ordinal) FROM token AS other WHERE other.device = token.device)
        FROM token WHERE token = $1 AND device = $2 AND NOT is_ended
        """, [.id(rotation.old), device])
      if rows.count == 0 { return false }
      guard let identity = rows.identifier(0, 0, of: IdentifierKind.Identity.self), let old = rows.integer(0, 1),
        let last = rows.integer(0, 2), last < .max
      else { throw StoreFailure.damaged("token \(rotation.old)") }
      func keepNewest(_ which: String, _ most: Int) -> DatabaseConnection.Wish {
        (
          """
          DELETE FROM token WHERE device = $1 AND \(which) AND token NOT IN
            (SELECT token FROM token WHERE device = $1 AND \(which) ORDER BY ordinal DESC LIMIT $3)
          """, [device, .integer(old), .integer(Int64(most))]
        )
      }
      // The newest of those that were never used stay beside the one to come, and the newest of those that have ended.
      let wishes = [
        keepNewest("ordinal > $2", DeviceLimits.unusedTokensMax - 1),
        keepNewest("is_ended AND $2::bigint IS NOT NULL", DeviceLimits.endedTokensMax),
        Self.token(rotation.token, of: identity, rotation.secretHash, rotation.createdAt, rotation.device, ordinal: last + 1),
      ]
      try turn.connection.pipeline(wishes + Self.statements(noting: [rotation.note(by: identity)], turn))
      return true
    }
  }

  /// Notes that tokens were used, in one commit; older ones of the same devices end, and are returned.
  public func noteUse(_ uses: [TokenUse]) throws(StoreFailure) -> [TokenID] {
    try writing { turn in
      var ended: [TokenID] = []
      for use in uses {
        let rows = try turn.connection.query(
          """
          UPDATE device SET used_day = greatest(used_day, $2) FROM token
          WHERE token.token = $1 AND NOT token.is_ended AND device.device = token.device RETURNING device.device, token.ordinal
          """, [.id(use.token), .integer(use.day)])
        // For one group, or revoked or replaced meanwhile.
        if rows.count == 0 {
          _ = try turn.connection.query(
            "UPDATE group_token SET used_day = greatest(used_day, $2) WHERE token = $1", [.id(use.token), .integer(use.day)])
          continue
        }
        guard let device = rows.identifier(0, 0, of: IdentifierKind.Device.self), let ordinal = rows.integer(0, 1) else {
          throw StoreFailure.damaged("token \(use.token)")
        }
        let older = try turn.connection.query(
          "UPDATE token SET is_ended = true WHERE device = $1 AND ordinal < $2 AND NOT is_ended RETURNING token",
          [.id(device), .integer(ordinal)])
        ended += older.indices.compactMap { older.identifier($0, 0, of: IdentifierKind.Token.self) }
      }
      try turn.connection.pipeline(ended.map { statement(telling: .token($0)) })
      return ended
    }
  }

  /// What somebody called something, as it is stored: sealed if the store is encrypted.
  func stored(_ text: String, at place: SealedPlace, in connection: DatabaseConnection) throws -> [UInt8] {
    guard let keys else { return Array(text.utf8) }
    return [UInt8](try keys.current(.folder, in: connection).seal(Array(text.utf8), at: place))
  }

  /// Reads what somebody called something; nil when it is damaged.
  func text(_ rows: Rows, _ row: Int, _ column: Int32, at place: SealedPlace, in connection: DatabaseConnection) throws -> String? {
    guard var bytes = rows.blob(row, column) else { return nil }
    if let keys {
      guard let opened = try keys.open(bytes, of: .folder, at: place, in: connection) else { return nil }
      bytes = opened
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
