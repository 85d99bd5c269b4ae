/// Why a connection ends: the number a Close frame carries (RFC 6455 §7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable {
  /// The number as sent.
  public let rawValue: UInt16

  /// Makes a code of any number; see `mayBeSent` for what belongs on the wire.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// 1000: the purpose is fulfilled.
  public static let normalClosure = CloseCode(rawValue: 1000)
  /// 1001: the endpoint goes away.
  public static let goingAway = CloseCode(rawValue: 1001)
  /// 1002: the peer broke the protocol.
  public static let protocolError = CloseCode(rawValue: 1002)
  /// 1003: a kind of data the endpoint does not take.
  public static let unsupportedData = CloseCode(rawValue: 1003)
  /// 1007: data that contradicts its kind, such as text that is not UTF-8.
  public static let invalidPayload = CloseCode(rawValue: 1007)
  /// 1008: a policy was violated.
  public static let policyViolation = CloseCode(rawValue: 1008)
  /// 1009: a message too big to take.
  public static let messageTooBig = CloseCode(rawValue: 1009)
  /// 1011: the server met a condition of its own.
  public static let internalError = CloseCode(rawValue: 1011)
  /// 1012: the service restarts.
  public static let serviceRestart = CloseCode(rawValue: 1012)
  /// 1013: try again later.
  public static let tryAgainLater = CloseCode(rawValue: 1013)

  /// Whether the code may stand in a Close frame.
  ///
  /// RFC 6455 §7.4.1 reserves 1004, 1005, 1006 and 1015; 1012 to 1014 were registered later (§11.7);
  /// §7.4.2 leaves 1016 to 2999 to the protocol, 3000 to 3999 to libraries, 4000 to 4999 to applications.
  public var mayBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
