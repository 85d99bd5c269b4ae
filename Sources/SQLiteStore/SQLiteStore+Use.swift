import EventStore
import GRDB
import HearthProtocol

/// What an operator may know of a group: how large it is and when it was used, and nothing of what is in it.
public struct GroupUse: Sendable, Hashable {
  /// Which group.
  public let group: GroupID
  /// Events of its history, and their bytes as they are stored.
  public let events: Int
  /// The same events' bytes.
  public let bytes: Int
  /// People of this server who are in it.
  public let members: Int
  /// The day on which a device of one of them was used last, in days since 1970; nil: nobody is in it.
  public let usedDay: Int64?
}

/// What an operator may know of a person.
public struct IdentityUse: Sendable, Hashable {
  /// Who.
  public let identity: IdentityID
  /// When the account was made, milliseconds since 1970.
  public let createdAt: Int64
  /// Devices that can log in.
  public let devices: Int
  /// Tokens for groups, those that are over too.
  public let groupTokens: Int
  /// Groups that the person is in.
  public let groups: Int
  /// The day on which a device was used last, in days since 1970; nil: there is none.
  public let usedDay: Int64?
  /// When the operator shut the person out, milliseconds since 1970; nil: they are let in.
  public let suspendedAt: Int64?
}

/// What an operator may know of a device: it can log in until it is revoked.
public struct DeviceUse: Sendable, Hashable {
  /// Which device.
  public let device: DeviceID
  /// Whose.
  public let identity: IdentityID
  /// When it was linked, milliseconds since 1970.
  public let createdAt: Int64
  /// The day on which it was used last, in days since 1970.
  public let usedDay: Int64
  /// Tokens for groups that it made, which end with it.
  public let groupTokens: Int
}

extension SQLiteStore {
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
