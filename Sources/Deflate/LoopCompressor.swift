import WebSocket

/// Compresses and inflates for all connections of a loop that agreed to keep no context: one stream of zlib for each
/// window in use, however many connections there are. What is broadcast is compressed once.
///
/// It is confined to the loop's thread, and its connections drive it.
public final class LoopCompressor: MessageCompressor {
  /// By the bits of the window; made when first needed.
  private var deflaters: [Deflater?] = Array(repeating: nil, count: 16)
  private var inflaters: [Inflater?] = Array(repeating: nil, count: 16)
  private let level: Int32

  /// Makes a compressor that holds nothing yet.
  ///
  /// - Parameter level: zlib's, 1 to 9. On short messages a higher one costs up to twice as much for some percent of
  ///   size.
  public init(level: Int32 = 1) { self.level = min(max(level, 1), 9) }

  /// The streams of zlib that it holds, one for each direction and window in use.
  public var streamCount: Int { (deflaters.map { $0 == nil ? 0 : 1 } + inflaters.map { $0 == nil ? 0 : 1 }).reduce(0, +) }

  /// Compresses a message that any number of connections may be sent.
  public func compress(_ message: UnsafeRawBufferPointer, windowBits: UInt8) -> UnsafeRawBufferPointer {
    let bits = min(max(windowBits, 9), 15)
    if let deflater = deflaters[Int(bits)] { return deflater.compress(message) }
    let deflater = Deflater(windowBits: bits, keepsContext: false, level: level)
    deflaters[Int(bits)] = deflater
    return deflater.compress(message)
  }

  /// Inflates a message of any connection. With a window below 15 bits its copies are looked at once more.
  public func inflate(
    _ payload: UnsafeRawBufferPointer, of kind: MessageKinds, windowBits: UInt8, bytesMax: Int
  ) throws(WebSocketFault) -> UnsafeRawBufferPointer {
    let bits = min(max(windowBits, 8), 15)
    let inflater = inflaters[Int(bits)] ?? Inflater(windowBits: bits, keepsContext: false)
    inflaters[Int(bits)] = inflater
    return try inflater.inflate(payload, of: kind, bytesMax: bytesMax)
  }
}

/// Compresses and inflates for one connection: for as long as it lives where it agreed to keep a context in at least
/// one direction, and otherwise for as long as a message that comes in fragments is under way. With a window of 15 bits
/// inflating takes some 40 KiB, and compressing, where it is done, 144 KiB (zconf.h).
public final class ContextCompressor: MessageCompressor {
  private lazy var deflater = Deflater(windowBits: min(max(agreement.windowBits(role), 9), 15), keepsContext: agreement.keepsContext(role))
  private let inflater: Inflater
  private let agreement: CompressionAgreement
  private let role: Role
  private var isInsideMessage = false

  /// Makes the compressor of one end.
  public init(_ agreement: CompressionAgreement, role: Role) {
    let otherRole: Role =
      switch role {
      case .server: .client
      case .client: .server
      }
    self.agreement = agreement
    self.role = role
    inflater = Inflater(windowBits: min(max(agreement.windowBits(otherRole), 8), 15), keepsContext: agreement.keepsContext(otherRole))
  }

  /// Compresses the next message. The window is that of the agreement, whatever is given here.
  public func compress(_ message: UnsafeRawBufferPointer, windowBits: UInt8) -> UnsafeRawBufferPointer {
    deflater.compress(message)
  }

  /// Bytes that inflating with a window takes before anything has come.
  public static func inflateBytes(windowBits: UInt8) -> Int { Inflater.usedBytes(windowBits: min(max(windowBits, 8), 15)) }

  /// Bytes held for what is being inflated, to be counted against a budget of memory.
  public var chargedBytes: Int { inflater.usedBytes }

  /// Inflates the next fragment of the peer's message, and validates a message that is complete if it is text.
  ///
  /// - Parameter bytesMax: Limit: bytes of the message; the fragment that would cross it fails.
  /// - Returns: the message when this was its last fragment, valid until the next call; otherwise nil.
  public func inflate(
    part: UnsafeRawBufferPointer, isLast: Bool, of kind: MessageKinds, bytesMax: Int
  ) throws(WebSocketFault) -> UnsafeRawBufferPointer? {
    if !isInsideMessage { inflater.begin() }
    isInsideMessage = !isLast
    try inflater.take(part, bytesMax: bytesMax)
    return isLast ? try inflater.finish(of: kind, bytesMax: bytesMax) : nil
  }

  /// Inflates the peer's next message. The window is that of the agreement, whatever is given here.
  public func inflate(
    _ payload: UnsafeRawBufferPointer, of kind: MessageKinds, windowBits: UInt8, bytesMax: Int
  ) throws(WebSocketFault) -> UnsafeRawBufferPointer {
    try inflater.inflate(payload, of: kind, bytesMax: bytesMax)
  }
}

extension Inflater {
  func inflate(_ payload: UnsafeRawBufferPointer, of kind: MessageKinds, bytesMax: Int) throws(WebSocketFault) -> UnsafeRawBufferPointer {
    begin()
    try take(payload, bytesMax: bytesMax)
    return try finish(of: kind, bytesMax: bytesMax)
  }

  func finish(of kind: MessageKinds, bytesMax: Int) throws(WebSocketFault) -> UnsafeRawBufferPointer {
    let message = try finish(bytesMax: bytesMax)
    // RFC 7692 §6.2: the rules for text apply to what was inflated.
    guard kind != .text || UTF8Validator.isValid(message) else { throw .textNotUTF8 }
    return message
  }
}
