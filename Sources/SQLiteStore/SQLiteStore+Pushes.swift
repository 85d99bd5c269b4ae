import EventStore
import GRDB
import HearthProtocol
import Sealing

extension SQLiteStore {
  /// Sets where a device is told of notices in one synced commit; false when the identity has no such device, or it is
  /// told elsewhere.
  public func setPush(
    _ push: PushSubscription?, of device: DeviceID, of identity: IdentityID, replacing old: PushSubscription?
  ) throws(StoreFailure) -> Bool {
    try writing(pages: 3) { database in
      let owned = try database.cachedStatement(sql: "SELECT push FROM device WHERE device = ? AND identity = ?")
      guard let row = try Row.fetchOne(owned, arguments: [device.blob, identity.blob]) else { return false }
      if let old, try self.push(row, 0, of: device, in: database) != old { return false }
      try database.cachedStatement(sql: "UPDATE device SET push = ? WHERE device = ?")
        .execute(arguments: [stored(push, of: device, in: database), device.blob])
      return true
    }
  }

  /// The devices that are told of notices, of those who are in the group and not suspended.
  public func pushReceivers(of group: GroupID) throws(StoreFailure) -> [PushReceiver] {
    try reading { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT device.device, device.identity, device.push
          FROM membership JOIN identity ON identity.identity = membership.identity JOIN device ON device.identity = membership.identity
          WHERE group_id = ? AND is_ended = 0 AND suspended_at IS NULL AND push IS NOT NULL ORDER BY device.identity, device.rowid
          """)
      let rows = try Row.fetchCursor(statement, arguments: [group.blob])
      var receivers: [PushReceiver] = []
      while let row = try rows.next() {
        guard let device = row.identifier(0, of: IdentifierKind.Device.self),
          let identity = row.identifier(1, of: IdentifierKind.Identity.self), let push = try push(row, 2, of: device, in: database)
        else { throw StoreFailure.damaged("the devices of group \(group)") }
        receivers.append(PushReceiver(device: device, identity: identity, subscription: push))
      }
      return receivers
    }
  }

  /// Where a device is told, as it is stored: sealed if the folder is encrypted.
  func stored(_ push: PushSubscription?, of device: DeviceID, in database: Database) throws -> (any DatabaseValueConvertible)? {
    try push.map { try stored($0.stored, at: .push(device), in: database) }
  }

  /// Reads where a device is told; nil: it is not.
  ///
  /// - Throws: when it is damaged.
  func push(_ row: Row, _ column: Int, of device: DeviceID, in database: Database) throws -> PushSubscription? {
    let value: DatabaseValue = row[column]
    if value.isNull { return nil }
    guard let push = try text(row, column, at: .push(device), in: database).flatMap(PushSubscription.init(stored:)) else {
      throw StoreFailure.damaged("where device \(device) is told")
    }
    return push
  }
}
