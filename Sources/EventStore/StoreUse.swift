import HearthProtocol

/// The facts about a group that an operator may know: how large it is and when it was used, and nothing of what is in
/// it.
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

  /// Makes a record.
  public init(group: GroupID, events: Int, bytes: Int, members: Int, usedDay: Int64?) {
    self.group = group
    self.events = events
    self.bytes = bytes
    self.members = members
    self.usedDay = usedDay
  }
}

/// The facts about a person that an operator may know.
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

  /// Makes a record.
  public init(identity: IdentityID, createdAt: Int64, devices: Int, groupTokens: Int, groups: Int, usedDay: Int64?, suspendedAt: Int64?) {
    self.identity = identity
    self.createdAt = createdAt
    self.devices = devices
    self.groupTokens = groupTokens
    self.groups = groups
    self.usedDay = usedDay
    self.suspendedAt = suspendedAt
  }
}

/// The facts about a device that an operator may know: it can log in until it is revoked.
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

  /// Makes a record.
  public init(device: DeviceID, identity: IdentityID, createdAt: Int64, usedDay: Int64, groupTokens: Int) {
    self.device = device
    self.identity = identity
    self.createdAt = createdAt
    self.usedDay = usedDay
    self.groupTokens = groupTokens
  }
}

/// Lists how a store is used, for its operator.
public protocol UseListing: Sendable {
  /// All groups, by their ids; it looks at every event.
  func groupUse() throws(StoreFailure) -> [GroupUse]
  /// All identities, in the order in which they came.
  func identityUse() throws(StoreFailure) -> [IdentityUse]
  /// All devices, those first that were used last.
  func deviceUse() throws(StoreFailure) -> [DeviceUse]
  /// The store's identities that are or were in a group, as the group knows them.
  func holders(of group: GroupID) throws(StoreFailure) -> Set<HolderID>
}
