import HearthProtocol

/// Names a device token; random, not secret.
public typealias TokenID = Identifier<IdentifierKind.Token>
/// Names a device of an identity; shown to nobody else.
public typealias DeviceID = Identifier<IdentifierKind.Device>

extension IdentifierKind {
  /// The kind of a device token's id.
  public enum Token {}
  /// The kind of a device's id.
  public enum Device {}
}

/// A device that is to be an identity's, with its first token.
public struct NewDevice: Sendable {
  /// The device.
  public var id: DeviceID
  /// The owner's name for it; may be empty.
  public var name: String
  /// The token's id.
  public var token: TokenID
  /// SHA-256 of the token's 32 secret bytes.
  public var secretHash: [UInt8]
  /// When, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes a device.
  public init(id: DeviceID, name: String, token: TokenID, secretHash: [UInt8], createdAt: Int64) {
    self.id = id
    self.name = name
    self.token = token
    self.secretHash = secretHash
    self.createdAt = createdAt
  }
}

/// A new identity and its first device.
public struct Registration: Sendable {
  /// The identity.
  public var identity: IdentityID
  /// The person's own name; the default for groups.
  public var displayName: String
  /// The device, with the token to log in with.
  public var device: NewDevice

  /// Makes a registration.
  public init(identity: IdentityID, displayName: String, device: NewDevice) {
    self.identity = identity
    self.displayName = displayName
    self.device = device
  }
}

/// A further device of an identity.
public struct DeviceLink: Sendable {
  /// The identity.
  public var identity: IdentityID
  /// The device that gave out the code.
  public var giver: DeviceID
  /// The device that has used it.
  public var device: NewDevice

  /// Makes a link.
  public init(identity: IdentityID, giver: DeviceID, device: NewDevice) {
    self.identity = identity
    self.giver = giver
    self.device = device
  }
}

/// The outcome of a link.
public enum LinkOutcome: Sendable, Hashable {
  /// The device is the identity's; carries what the person calls themself.
  case linked(displayName: String)
  /// The device that gave out the code is the identity's no more, or the identity is suspended, and so nothing was
  /// done.
  case giverRevoked
  /// The identity has as many devices as it may, and so nothing was done.
  case tooMany
}

/// A further token of a device.
public struct TokenRotation: Sendable {
  /// The device.
  public var device: DeviceID
  /// The token that the device has now.
  public var old: TokenID
  /// The new token's id.
  public var token: TokenID
  /// SHA-256 of the new token's 32 secret bytes.
  public var secretHash: [UInt8]
  /// When, in milliseconds since 1970.
  public var createdAt: Int64

  /// Makes a rotation.
  public init(device: DeviceID, old: TokenID, token: TokenID, secretHash: [UInt8], createdAt: Int64) {
    self.device = device
    self.old = old
    self.token = token
    self.secretHash = secretHash
    self.createdAt = createdAt
  }
}

/// Somebody has logged in with a token.
public struct TokenUse: Sendable, Hashable {
  /// The token.
  public var token: TokenID
  /// The day, counted from 1970-01-01, which is 0.
  public var day: Int64

  /// Makes a use.
  public init(token: TokenID, day: Int64) {
    self.token = token
    self.day = day
  }
}

/// The record of a device token, or of a group token by which a program logs in for a device.
public struct TokenRecord: Sendable, Hashable {
  /// The token.
  public var id: TokenID
  /// The owner.
  public var identity: IdentityID
  /// The person's own name.
  public var displayName: String
  /// SHA-256 of the secret.
  public var secretHash: [UInt8]
  /// Its device.
  public var device: DeviceID
  /// When it was made, in milliseconds since 1970.
  public var createdAt: Int64
  /// The day on which the device was last used, or the group token, counted from 1970-01-01; of one that never was, the
  /// day on which it was made.
  public var usedDay: Int64
  /// Whether it has been replaced, and so lets nobody in.
  public var isEnded: Bool
  /// Whether an older token of the device is good until this one is used.
  public var endsOthers: Bool
  /// Where it reaches; nil: wherever the identity does, as a device's token.
  public var scope: TokenScope?
  /// Whether it is known to have been used; a device's counts as used when it comes.
  public var wasUsed: Bool
  /// Whether the operator has shut its identity out (SPEC ID-18).
  public var isSuspended: Bool
  /// The groups that its identity was in first, or is (`Directory.knows`), at most `acquaintancesMax`.
  public var acquaintances: [GroupID]

  /// Limit: groups that are found with a token, so that whoever logs in and follows them costs one read; of others the
  /// directory is asked when they are named.
  public static let acquaintancesMax = 8

  /// Makes a token record.
  public init(
    id: TokenID, identity: IdentityID, displayName: String, secretHash: [UInt8], device: DeviceID, createdAt: Int64, usedDay: Int64,
    isEnded: Bool = false, endsOthers: Bool = false, scope: TokenScope? = nil, wasUsed: Bool = true, isSuspended: Bool = false,
    acquaintances: [GroupID] = []
  ) {
    self.id = id
    self.identity = identity
    self.displayName = displayName
    self.secretHash = secretHash
    self.device = device
    self.createdAt = createdAt
    self.usedDay = usedDay
    self.isEnded = isEnded
    self.endsOthers = endsOthers
    self.scope = scope
    self.wasUsed = wasUsed
    self.isSuspended = isSuspended
    self.acquaintances = acquaintances
  }
}

/// A device of an identity, as its owner may see it.
public struct DeviceRecord: Sendable, Hashable {
  /// The device.
  public var id: DeviceID
  /// The owner's name for it; may be empty.
  public var name: String
  /// When it came, in milliseconds since 1970.
  public var createdAt: Int64
  /// The day on which it was last used, counted from 1970-01-01.
  public var usedDay: Int64
  /// Where its browser is told of notices; nil: it is not.
  public var push: PushSubscription?

  /// Makes a device record.
  public init(id: DeviceID, name: String, createdAt: Int64, usedDay: Int64, push: PushSubscription? = nil) {
    self.push = push
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.usedDay = usedDay
  }
}

/// The figures that every directory keeps to.
public enum DeviceLimits {
  /// Limit: devices of an identity; one more is refused.
  public static let devicesMax = 20
  /// Limit: tokens of a device that replace the one in use and were never used; of more the oldest go. A client that
  /// asks and does not keep the answer leaves one behind each time.
  public static let unusedTokensMax = 4
  /// Limit: replaced tokens of a device that are remembered, so that they are told from rubbish.
  public static let endedTokensMax = 4
  /// Milliseconds of a day, by which the days of use are counted.
  public static let dayMilliseconds: Int64 = 86_400_000
}

// MARK: In the audit log

extension Registration {
  /// The note of it in the audit log.
  public var note: AuditNote { AuditNote(.registered, at: device.createdAt, identity: identity, device: device.id) }
}

extension DeviceLink {
  /// The note of it in the audit log.
  public var note: AuditNote { AuditNote(.deviceLinked, at: device.createdAt, identity: identity, device: device.id) }
}

extension TokenRotation {
  /// The note of it in the audit log.
  public func note(by identity: IdentityID) -> AuditNote { AuditNote(.tokenRotated, at: createdAt, identity: identity, device: device) }
}
