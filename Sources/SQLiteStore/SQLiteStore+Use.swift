import EventStore
import GRDB
import HearthProtocol

extension SQLiteStore: UseListing {
  /// All groups, by their ids; it looks at every event.
  public func groupUse() throws(StoreFailure) -> [GroupUse] {
    try listing(
      """
      SELECT history.group_id, history.events, history.bytes, ifnull(present.members, 0), present.used_day FROM
        (SELECT group_id, count(*) AS events, sum(length(bytes)) AS bytes FROM event GROUP BY group_id) AS history LEFT JOIN
        (SELECT membership.group_id, count(DISTINCT membership.identity) AS members, max(device.used_day) AS used_day
          FROM membership LEFT JOIN device ON device.identity = membership.identity
          WHERE membership.is_ended = 0 GROUP BY membership.group_id) AS present ON present.group_id = history.group_id
        ORDER BY history.group_id
      """, "a group's use"
    ) { row in
      guard let group = row.identifier(0, of: IdentifierKind.Group.self), let events = row.integer(1), let bytes = row.integer(2),
        let members = row.integer(3)
      else { return nil }
      return GroupUse(
        group: group, events: Int(clamping: events), bytes: Int(clamping: bytes), members: Int(clamping: members), usedDay: row.integer(4))
    }
  }

  /// All identities, in the order in which they came.
  public func identityUse() throws(StoreFailure) -> [IdentityUse] {
    try listing(
      """
      SELECT identity, created_at, (SELECT count(*) FROM device WHERE device.identity = identity.identity),
        (SELECT count(*) FROM membership WHERE membership.identity = identity.identity AND is_ended = 0),
        (SELECT max(used_day) FROM device WHERE device.identity = identity.identity), suspended_at,
        (SELECT count(*) FROM group_token WHERE group_token.identity = identity.identity)
        FROM identity ORDER BY created_at, identity
      """, "an identity's use"
    ) { row in
      guard let identity = row.identifier(0, of: IdentifierKind.Identity.self), let createdAt = row.integer(1),
        let devices = row.integer(2), let groups = row.integer(3), let tokens = row.integer(6)
      else { return nil }
      return IdentityUse(
        identity: identity, createdAt: createdAt, devices: Int(clamping: devices), groupTokens: Int(clamping: tokens),
        groups: Int(clamping: groups), usedDay: row.integer(4), suspendedAt: row.integer(5))
    }
  }

  /// All devices, those first that were used last.
  public func deviceUse() throws(StoreFailure) -> [DeviceUse] {
    try listing(
      """
      SELECT device, identity, created_at, used_day, (SELECT count(*) FROM group_token WHERE group_token.device = device.device)
        FROM device ORDER BY used_day DESC, created_at DESC
      """, "a device's use"
    ) { row in
      guard let device = row.identifier(0, of: IdentifierKind.Device.self),
        let identity = row.identifier(1, of: IdentifierKind.Identity.self),
        let createdAt = row.integer(2), let usedDay = row.integer(3), let tokens = row.integer(4)
      else { return nil }
      return DeviceUse(
        device: device, identity: identity, createdAt: createdAt, usedDay: usedDay, groupTokens: Int(clamping: tokens))
    }
  }

  /// - Parameter read: nil for a row that is damaged.
  private func listing<Use>(_ sql: String, _ what: String, _ read: (Row) -> Use?) throws(StoreFailure) -> [Use] {
    try reading { database in
      let rows = try Row.fetchCursor(database, sql: sql)
      var uses: [Use] = []
      while let row = try rows.next() {
        guard let use = read(row) else { throw StoreFailure.damaged(what) }
        uses.append(use)
      }
      return uses
    }
  }
}
