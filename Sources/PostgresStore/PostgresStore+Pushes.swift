import EventStore
import HearthProtocol
import Sealing

extension PostgresStore {
  /// Sets where a device is told of notices in one commit; false when the identity has no such device, or it is told
  /// elsewhere.
  public func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool {
    try writing { turn in
      let rows = try turn.connection.query(
        "SELECT push FROM device WHERE device = $1 AND identity = $2 FOR UPDATE", [.id(device), .id(identity)])
      guard rows.count > 0 else { return false }
      if let old, try self.push(rows, 0, 0, of: device, in: turn.connection) != old { return false }
      let stored = try stored(push, of: device, in: turn.connection)
      try turn.connection.pipeline([("UPDATE device SET push = $2 WHERE device = $1", [.id(device), .bytes(stored)])])
      return true
    }
  }

  /// The devices that are told of notices, of those who are in the group and not suspended.
  public func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver] {
    try reading { connection in
      let rows = try connection.query(
        """
        SELECT device.device, device.identity, device.push
        FROM membership JOIN identity ON identity.identity = membership.identity JOIN device ON device.identity = membership.identity
        WHERE group_id = $1 AND NOT is_ended AND suspended_at IS NULL AND push IS NOT NULL ORDER BY device.identity, device.ordinal
        """, [.id(group)])
      return try rows.indices.map { row in
        guard let device = rows.identifier(row, 0, of: IdentifierKind.Device.self),
          let identity = rows.identifier(row, 1, of: IdentifierKind.Identity.self),
          let push = try push(rows, row, 2, of: device, in: connection)
        else { throw StoreFailure.damaged("the devices of group \(group)") }
        return PushReceiver(device: device, identity: identity, subscription: push)
      }
    }
  }

  /// Where a device is told, as it is stored: sealed if the store is encrypted.
  func stored(_ push: PushSubscription?, of device: DeviceID, in connection: DatabaseConnection) throws -> [UInt8]? {
    try push.map { try stored($0.stored, at: .push(device), in: connection) }
  }

  /// Reads where a device is told; nil: it is not.
  ///
  /// - Throws: when it is damaged.
  func push(_ rows: Rows, _ row: Int, _ column: Int32, of device: DeviceID, in connection: DatabaseConnection) throws -> PushSubscription? {
    if rows.isNull(row, column) { return nil }
    guard let push = try text(rows, row, column, at: .push(device), in: connection).flatMap(PushSubscription.init(stored:)) else {
      throw StoreFailure.damaged("where device \(device) is told")
    }
    return push
  }
}
