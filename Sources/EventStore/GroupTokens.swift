import HearthProtocol

/// The access that a group token gives a program for its member (SPEC ID-20).
public enum TokenAccess: String, CaseIterable, Sendable, Comparable {
  /// Follow the group and ask what the member may read.
  case read
  /// Send commands, too.
  case write

  /// Reading is less than writing.
  public static func < (less: TokenAccess, more: TokenAccess) -> Bool { less == .read && more == .write }
}

/// Where a token reaches: one group, to read or to write, until a day.
public struct TokenScope: Sendable, Hashable {
  /// The only group that it knows.
  public var group: GroupID
  /// The access that it gives there.
  public var access: TokenAccess
  /// From when on it lets nobody in, in milliseconds since 1970.
  public var endsAt: Int64

  /// Makes a scope.
  public init(group: GroupID, access: TokenAccess, endsAt: Int64) {
    self.group = group
    self.access = access
    self.endsAt = endsAt
  }
}

/// A group token that is to be an identity's (SPEC ID-19).
public struct NewGroupToken: Sendable, Hashable {
  /// The token's id.
  public var id: TokenID
  /// The owner.
  public var identity: IdentityID
  /// The device that makes it, with which it ends.
  public var device: DeviceID
  /// SHA-256 of the token's 32 secret bytes.
  public var secretHash: [UInt8]
  /// Where it reaches.
  public var scope: TokenScope
  /// The owner's name for it.
  public var name: String
  /// When, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes a group token.
  public init(
    id: TokenID, identity: IdentityID, device: DeviceID, secretHash: [UInt8], scope: TokenScope, name: String, createdAt: Int64
  ) {
    self.id = id
    self.identity = identity
    self.device = device
    self.secretHash = secretHash
    self.scope = scope
    self.name = name
    self.createdAt = createdAt
  }

  /// The tie between its owner and its group.
  public var holder: HolderID { HolderID(identity: identity, group: scope.group) }

  /// The note of it in the audit log.
  public var note: AuditNote {
    AuditNote(.groupTokenMade, at: createdAt, identity: identity, device: device, group: scope.group)
  }
}

/// The outcome of making a group token.
public enum GroupTokenOutcome: Sendable, Hashable {
  /// It lets in.
  case made
  /// The identity is not in the group or is suspended, or the device is the identity's no more, and so nothing was
  /// done.
  case notPresent
  /// The identity has as many tokens for the group as it may, and so nothing was done.
  case tooMany
}

/// A group token, as its owner may see it.
public struct GroupTokenRecord: Sendable, Hashable {
  /// The token.
  public var id: TokenID
  /// Where it reaches.
  public var scope: TokenScope
  /// The owner's name for it.
  public var name: String
  /// When it was made, in milliseconds since 1970.
  public var createdAt: Int64
  /// The day on which it was last used, counted from 1970-01-01; nil: it never was.
  public var usedDay: Int64?

  /// Makes a record of a group token.
  public init(id: TokenID, scope: TokenScope, name: String, createdAt: Int64, usedDay: Int64?) {
    self.id = id
    self.scope = scope
    self.name = name
    self.createdAt = createdAt
    self.usedDay = usedDay
  }
}

/// The figures that every directory, and every door, keeps to.
public enum GroupTokenLimits {
  /// Limit: tokens of an identity for one group; one more is refused. Those that are over by their day do not count,
  /// and go when another is made.
  public static let tokensOfMemberMax = 10
  /// Limit: characters of a token's name, which has one at least.
  public static let nameCharactersMax = 50
  /// Limit: bytes of a token's name in UTF-8.
  public static let nameBytesMax = 200
  /// Limit: days from when a token is made until it ends.
  public static let daysMax = 366
  /// The days where nobody says any.
  public static let daysUsual = 90
}
