/// Which end of a connection a codec speaks for. It decides who masks (RFC 6455 §5.1).
public enum Role: UInt8, Sendable {
  /// Reads masked frames, writes unmasked ones.
  case server
  /// Reads unmasked frames, writes masked ones.
  case client
}

/// The meaning of a frame (RFC 6455 §5.2). The reserved opcodes have no case: they are faults.
public enum Opcode: UInt8, Sendable {
  /// A further fragment of the message under way.
  case continuation = 0x0
  /// A text message or its first fragment.
  case text = 0x1
  /// A binary message or its first fragment.
  case binary = 0x2
  /// The closing handshake.
  case close = 0x8
  /// A question that wants a pong with the same payload.
  case ping = 0x9
  /// The answer to a ping, or an unsolicited heartbeat.
  case pong = 0xA

  /// Whether the frame is a control frame: never fragmented, at most 125 bytes of payload (RFC 6455 §5.5).
  public var isControl: Bool { rawValue & 0x8 != 0 }
}

/// The data messages an endpoint is prepared to take.
public struct MessageKinds: OptionSet, Hashable, Sendable {
  /// One bit per kind.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Text messages.
  public static let text = MessageKinds(rawValue: 1 << 1)
  /// Binary messages.
  public static let binary = MessageKinds(rawValue: 1 << 2)
  /// Both.
  public static let all: MessageKinds = [.text, .binary]
}
