import HearthProtocol

/// Where a browser is told of notices on one device, and for which key (SPEC NP-06).
public struct PushSubscription: Sendable, Hashable {
  /// The https address at the push service.
  public var endpoint: String
  /// The browser's public key: a point of P-256, 65 bytes.
  public var point: [UInt8]
  /// The secret that the browser told beside the key, 16 bytes.
  public var secret: [UInt8]
  /// The language of notices: "en" or "hi".
  public var language: String
  /// Whether notices leave amounts out.
  public var hidesAmounts: Bool

  /// Makes a subscription.
  public init(endpoint: String, point: [UInt8], secret: [UInt8], language: String, hidesAmounts: Bool) {
    (self.endpoint, self.point, self.secret) = (endpoint, point, secret)
    (self.language, self.hidesAmounts) = (language, hidesAmounts)
  }

  /// Reads what a store keeps; nil when it is damaged.
  public init?(stored: String) {
    let parts = stored.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let point = Self.bytes(parts[1]), let secret = Self.bytes(parts[2]), ["0", "1"].contains(parts[4]) else {
      return nil
    }
    self.init(endpoint: parts[0], point: point, secret: secret, language: parts[3], hidesAmounts: parts[4] == "1")
  }

  /// As stores keep it: five parts with a space between, bytes in hexadecimal digits. An address has no space.
  public var stored: String {
    [endpoint, Self.digits(point), Self.digits(secret), language, hidesAmounts ? "1" : "0"].joined(separator: " ")
  }

  private static func digits(_ bytes: [UInt8]) -> String {
    bytes.map { (byte: UInt8) in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// A device of somebody in a group that is told of notices.
public struct PushReceiver: Sendable, Hashable {
  /// The device.
  public var device: DeviceID
  /// The owner.
  public var identity: IdentityID
  /// Where it is told.
  public var subscription: PushSubscription

  /// Makes a receiver.
  public init(device: DeviceID, identity: IdentityID, subscription: PushSubscription) {
    (self.device, self.identity, self.subscription) = (device, identity, subscription)
  }
}
