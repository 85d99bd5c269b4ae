/// How much a peer may ask of a frame decoder.
public struct FrameLimits: Sendable, Hashable {
  /// Limit: payload bytes of one message, its fragments summed, before inflation. Above it: 1009.
  public var messageBytesMax: UInt32 = 65_536
  /// Limit: payload bytes of one data frame. Above it: 1009, at the header, before a byte is reserved.
  public var frameBytesMax: UInt32 = 65_536
  /// Limit: frames of one fragmented message. Above it: 1008.
  public var fragmentsMax: UInt32 = 128

  /// The defaults.
  public init() {}

  /// Limits of one's own; message and frame limits above 2^31 - 1 count as that.
  public init(messageBytesMax: UInt32, frameBytesMax: UInt32, fragmentsMax: UInt32) {
    // The sum of two values below 2^31 fits the 32 bits the decoder counts in.
    self.messageBytesMax = min(messageBytesMax, UInt32(Int32.max))
    self.frameBytesMax = min(frameBytesMax, UInt32(Int32.max))
    self.fragmentsMax = min(fragmentsMax, UInt32(Int32.max))
  }

  /// What every fragment is charged beyond its payload, in bytes.
  public static let fragmentCharge = 64

  /// For suites and peers that need larger messages: one of at most `bytes`, in any number of fragments.
  public static func messages(upTo bytes: UInt32) -> FrameLimits {
    FrameLimits(messageBytesMax: bytes, frameBytesMax: bytes, fragmentsMax: UInt32(Int32.max))
  }
}
