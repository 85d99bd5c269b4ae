import EventStore
import HearthProtocol

extension PostgresStore: UseListing {
  /// All groups, by their ids; it looks at every event.
  public func groupUse() throws(StoreFailure) -> [GroupUse] {
    try listing(
      """
      SELECT history.group_id, history.events, history.bytes, coalesce(present.members, 0), present.used_day FROM
        (SELECT group_id, count(*) AS events, sum(octet_length(bytes))::bigint AS bytes FROM event GROUP BY group_id) AS history LEFT JOIN
        (SELECT membership.group_id, count(DISTINCT membership.identity) AS members, max(device.used_day) AS used_day
          FROM membership LEFT JOIN device ON device.identity = membership.identity
          WHERE NOT membership.is_ended GROUP BY membership.group_id) AS present ON present.group_id = history.group_id
        ORDER BY history.group_id
      """, "a group's use"
    ) { rows, row in
      guard let group = rows.identifier(row, 0, of: IdentifierKind.Group.self), let events = rows.integer(row, 1),
        let bytes = rows.integer(row, 2), let members = rows.integer(row, 3)
      else { return nil }
      return GroupUse(
        group: group, events: Int(clamping: events), bytes: Int(clamping: bytes), members: Int(clamping: members),
        usedDay: rows.integer(row, 4))
    }
  }

  /// All identities, in the order in which they came.
  public func identityUse() throws(StoreFailure) -> [IdentityUse] {
    try listing(
      """
      SELECT identity, created_at, (SELECT count(*) FROM device WHERE device.identity = identity.identity),
        (SELECT count(*) FROM membership WHERE membership.identity = identity.identity AND NOT is_ended),
        (SELECT max(used_day) FROM device WHERE device.identity = identity.identity), suspended_at,
        (SELECT count(*) FROM group_token WHERE group_token.identity = identity.identity)
        FROM identity ORDER BY created_at, identity
      """, "an identity's use"
    ) { rows, row in
      guard let identity = rows.identifier(row, 0, of: IdentifierKind.Identity.self), let createdAt = rows.integer(row, 1),
        let devices = rows.integer(row, 2), let groups = rows.integer(row, 3), let tokens = rows.integer(row, 6)
      else { return nil }
      return IdentityUse(
        identity: identity, createdAt: createdAt, devices: Int(clamping: devices), groupTokens: Int(clamping: tokens),
        groups: Int(clamping: groups),
        usedDay: rows.integer(row, 4), suspendedAt: rows.integer(row, 5))
    }
  }

  /// All devices, those first that were used last.
  public func deviceUse() throws(StoreFailure) -> [DeviceUse] {
    try listing(
      """
      SELECT device, identity, created_at, used_day, (SELECT count(*) FROM group_token WHERE group_token.device = device.device)
        FROM device ORDER BY used_day DESC, created_at DESC
      """, "a device's use"
    ) { rows, row in
      guard let device = rows.identifier(row, 0, of: IdentifierKind.Device.self),
        let identity = rows.identifier(row, 1, of: IdentifierKind.Identity.self),
        let createdAt = rows.integer(row, 2), let usedDay = rows.integer(row, 3), let tokens = rows.integer(row, 4)
      else { return nil }
      return DeviceUse(
        device: device, identity: identity, createdAt: createdAt, usedDay: usedDay, groupTokens: Int(clamping: tokens))
    }
  }

  /// Who of the store's identities is or was in a group, as the group knows them.
  public func holders(of group: GroupID) throws(StoreFailure) -> Set<HolderID> {
    try reading { connection in
      let rows = try connection.query("SELECT identity FROM membership WHERE group_id = $1", [.id(group)])
      return try rows.indices.reduce(into: Set()) { holders, row in
        guard let identity = rows.identifier(row, 0, of: IdentifierKind.Identity.self) else {
          throw StoreFailure.damaged("the memberships of group \(group)")
        }
        holders.insert(HolderID(identity: identity, group: group))
      }
    }
  }

  /// The nodes that were seen within `NodeLife.leaseSeconds`, this one not counted.
  public func livingNodes() throws(StoreFailure) -> [String] {
    try reading { connection in
      let rows = try connection.query(
        "SELECT name FROM node_life WHERE name <> $1 AND seen_at > clock_timestamp() - make_interval(secs => $2::bigint) ORDER BY name",
        [.text(settings.node), .integer(NodeLife.leaseSeconds)])
      return rows.indices.compactMap { rows.text($0, 0) }
    }
  }

  /// - Parameter read: nil for a row that is damaged.
  private func listing<Use>(_ sql: String, _ what: String, _ read: (Rows, Int) -> Use?) throws(StoreFailure) -> [Use] {
    try reading { connection in
      let rows = try connection.query(sql)
      return try rows.indices.map { row in
        guard let use = read(rows, row) else { throw StoreFailure.damaged(what) }
        return use
      }
    }
  }
}
