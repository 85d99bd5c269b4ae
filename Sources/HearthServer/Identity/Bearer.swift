import EventStore
import HTTPTypes
import HearthProtocol

/// A token that somebody shows, not looked at yet.
enum BearerToken: Sendable {
  /// One that this server gave out.
  case device(DeviceToken)
  /// One of the trusted issuer's (SPEC ID-10).
  case issued(String)

  /// Reads a token of the kind that the server takes; nil when it cannot be one.
  init?(_ text: String, _ issuer: TrustedIssuer?) {
    if issuer != nil {
      self = .issued(text)
    } else if let token = DeviceToken(text) {
      self = .device(token)
    } else {
      return nil
    }
  }

  /// RFC 6750 §2.1; nil when there is not exactly one token.
  init?(bearerOf fields: HTTPFields, _ issuer: TrustedIssuer?) {
    let values = fields[values: .authorization]
    guard values.count == 1, let value = values.first else { return nil }
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    self.init(String(words[1]), issuer)
  }
}

/// Somebody whose token is good.
enum Bearer: Sendable {
  /// By a device token.
  case device(TokenRecord)
  /// By a token of the trusted issuer's, until then by the steady clock.
  case issued(IdentityID, until: Int64)
  /// By either, and the operator has shut them out: nothing is done for them (SPEC ID-18).
  case suspended(IdentityID)

  /// Somebody with a new device.
  init(_ device: NewDevice, of identity: IdentityID, name: String) {
    self = .device(
      TokenRecord(
        id: device.token, identity: identity, displayName: name, secretHash: device.secretHash, device: device.id,
        createdAt: device.createdAt, usedDay: device.createdAt / DeviceLimits.dayMilliseconds))
  }

  var identity: IdentityID {
    switch self {
    case .device(let record): record.identity
    case .issued(let identity, _), .suspended(let identity): identity
    }
  }

  /// What they call themself; of an issuer's account nothing is known.
  var displayName: String {
    switch self {
    case .device(let record): record.displayName
    case .issued, .suspended: ""
    }
  }

  /// With what they have logged in that can be revoked here.
  var credential: Credential? {
    switch self {
    case .device(let record): Credential(record)
    case .issued, .suspended: nil
    }
  }

  /// Groups that they are in or were, as far as that was found with the token and it reaches there.
  var acquaintances: [GroupID] {
    guard case .device(let record) = self else { return [] }
    return record.acquaintances.filter { [scope = record.scope] in scope == nil || $0 == scope?.group }
  }

  /// When their token lets them in no more, by the steady clock; nil: when it is revoked.
  var expiresAt: Int64? {
    switch self {
    case .device, .suspended: nil
    case .issued(_, let until): until
    }
  }
}
