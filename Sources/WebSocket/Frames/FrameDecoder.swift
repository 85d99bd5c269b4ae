/// Turns received bytes into messages and control frames, and enforces every rule of RFC 6455 §5 and the limits.
///
/// It must never allocate for a frame that lies whole in the caller's buffer, never reserve more than 4 KiB beyond what
/// was received of an unfinished message (a quarter, above 64 KiB), and hold nothing between messages. The owner of the
/// socket drives it: after a read, call `next` until it returns nil. It unmasks in the caller's buffer, which is
/// therefore changed.
public struct FrameDecoder: ~Copyable {
  // Safety: owned by the decoder, which cannot be copied; freed by `deinit` or when the message is over.
  /// Bytes of the message under way, then those of a control frame under way.
  var assembly: UnsafeMutableRawPointer?
  var assemblyCapacity: UInt32 = 0
  var messageCount: UInt32 = 0
  /// Bytes of the message under way that were shown as parts and are no longer here.
  var shownCount: UInt32 = 0
  /// Payload bytes of the current frame still to come.
  var frameRemaining: UInt32 = 0
  /// The key as it meets the next byte of the current frame.
  var maskKey: UInt32 = 0
  var fragmentCount: UInt32 = 0
  private let limits: FrameLimits
  /// The beginning of a header cut off by the end of a read.
  private var header: (UInt64, UInt64) = (0, 0)
  private var headerCount: UInt8 = 0
  /// First header byte of the frame whose payload is arriving.
  var frame: UInt8 = 0
  /// RSV1 and opcode of the message under way; 0 when there is none.
  var message: UInt8 = 0
  var controlCount: UInt8 = 0
  var text = UTF8Validator()
  var flags: Flags
  private let kinds: MessageKinds

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let client = Flags(rawValue: 1)
    static let permitsCompression = Flags(rawValue: 2)
    /// The header of a frame is read, and its payload is not complete.
    static let inFrame = Flags(rawValue: 4)
    /// The last event showed the message, or the control frame, in the assembly.
    static let messageShown = Flags(rawValue: 8)
    static let controlShown = Flags(rawValue: 16)
    /// A fault or a Close has ended the decoder: it ignores all that follows.
    static let ended = Flags(rawValue: 32)
    /// The last event showed a part of the message in the assembly, and more of it follows.
    static let partShown = Flags(rawValue: 64)
  }

  /// Makes a decoder at the first byte after the handshake.
  ///
  /// - Parameters:
  ///   - role: ours: the server expects masked frames.
  ///   - kinds: messages of another kind are refused with 1003.
  ///   - permitsCompression: whether permessage-deflate was agreed, which gives RSV1 its meaning.
  public init(role: Role, limits: FrameLimits = FrameLimits(), kinds: MessageKinds = .all, permitsCompression: Bool = false) {
    self.limits = FrameLimits(
      messageBytesMax: limits.messageBytesMax, frameBytesMax: limits.frameBytesMax, fragmentsMax: limits.fragmentsMax)
    self.kinds = kinds
    flags = []
    if role == .client { flags.insert(.client) }
    if permitsCompression { flags.insert(.permitsCompression) }
  }

  deinit { assembly?.deallocate() }

  /// Whether nothing is under way: no part of a header, a payload or a message.
  public var isIdle: Bool { headerCount == 0 && message == 0 && !flags.contains(.inFrame) }

  /// Whether nothing is under way and the last event showed nothing that is held here.
  @inline(__always)
  var holdsNothing: Bool { isIdle && flags.isDisjoint(with: [.messageShown, .controlShown]) }

  /// Whether a message has begun and its last frame is not complete.
  public var isInsideMessage: Bool { message != 0 }

  /// Bytes reserved, and the charge for each fragment of the message under way.
  public var chargedBytes: Int { Int(assemblyCapacity) + Int(fragmentCount) * FrameLimits.fragmentCharge }

  /// Finds the next event.
  ///
  /// - Parameters:
  ///   - buffer: what was read; it is unmasked in place.
  ///   - position: where to go on in the buffer; moved past what was taken. Begin a fresh read at 0.
  /// - Returns: nil when the buffer is used up: the caller may reuse it.
  /// - Throws: the fault of the peer. From then on every call takes everything and returns nil.
  public mutating func next(in buffer: UnsafeMutableRawBufferPointer, from position: inout Int) throws(WebSocketFault) -> FrameEvent? {
    if !flags.isDisjoint(with: [.messageShown, .controlShown, .partShown]) { forgetShown() }
    do {
      return try advance(in: buffer, from: &position)
    } catch {
      end()
      throw error
    }
  }

  @inline(__always)
  private mutating func advance(
    in buffer: UnsafeMutableRawBufferPointer, from position: inout Int
  ) throws(WebSocketFault) -> FrameEvent? {
    guard let base = buffer.baseAddress, !flags.contains(.ended) else {
      position = buffer.count
      return nil
    }
    while true {
      if !flags.contains(.inFrame) {
        guard let head = try readHead(base, end: buffer.count, from: &position) else { return nil }
        try admit(head)
        let count = Int(head.payloadCount)
        if count <= buffer.count &- position, head.isControl || (head.isFinal && message == 0) {
          let payload = UnsafeMutableRawBufferPointer(start: base + position, count: count)
          position &+= count
          let seen = head.maskKey == 0 ? Mask.notASCII : Mask.apply(head.maskKey, to: payload)
          return try event(of: head, payload: UnsafeRawBufferPointer(payload), isASCII: seen & Mask.notASCII == 0)
        }
        begin(head)
      }
      let count = min(Int(frameRemaining), buffer.count &- position)
      if count > 0 {
        try take(UnsafeMutableRawBufferPointer(start: base + position, count: count))
        position &+= count
      }
      if frameRemaining > 0 { return nil }
      flags.remove(.inFrame)
      if let event = try finishFrame() { return event }
    }
  }

  /// Reads a header from the buffer, or from what an earlier read left of it and the buffer.
  @inline(__always)
  private mutating func readHead(_ base: UnsafeMutableRawPointer, end: Int, from position: inout Int) throws(WebSocketFault) -> FrameHead? {
    let role: Role = flags.contains(.client) ? .client : .server
    let permitsCompression = flags.contains(.permitsCompression)
    if headerCount == 0 {
      let head = try FrameHead.read(base + position, available: end &- position, role: role, permitsCompression: permitsCompression)
      if let head {
        position &+= head.byteCount
        return head
      }
    }
    // Limit: at most 14 bytes, so the byte-wise way costs little; it also meets each fault at the same byte as a whole
    // header would.
    while position < end {
      let byte = base.load(fromByteOffset: position, as: UInt8.self)
      position &+= 1
      let count = Int(headerCount)
      let head = try withUnsafeMutableBytes(of: &header) { bytes throws(WebSocketFault) -> FrameHead? in
        guard count < bytes.count, let start = bytes.baseAddress else { return nil }
        bytes[count] = byte
        return try FrameHead.read(start, available: count &+ 1, role: role, permitsCompression: permitsCompression)
      }
      headerCount &+= 1
      if let head {
        headerCount = 0
        return head
      }
    }
    return nil
  }

  /// Applies the rules that depend on the message under way, and the limits: before a byte of the payload is looked at
  /// or reserved.
  @inline(__always)
  private mutating func admit(_ head: FrameHead) throws(WebSocketFault) {
    if head.isControl { return }
    // RFC 6455 §5.4
    if head.opcode == Opcode.continuation.rawValue {
      if message == 0 { throw .continuationUnexpected }
    } else {
      if message != 0 { throw .messageInterrupted }
      if kinds.rawValue & (1 << head.opcode) == 0 { throw .messageKindUnsupported }
    }
    if head.payloadCount > UInt64(limits.frameBytesMax) { throw .frameTooBig }
    if UInt64(shownCount) &+ UInt64(messageCount) &+ head.payloadCount > UInt64(limits.messageBytesMax) { throw .messageTooBig }
    if message != 0 || !head.isFinal {
      fragmentCount &+= 1
      if fragmentCount > limits.fragmentsMax { throw .fragmentsTooMany }
    }
  }

  /// Ends the decoder: releases what it holds; whatever follows is ignored.
  public mutating func end() {
    flags = [.ended]
    message = 0
    headerCount = 0
    fragmentCount = 0
    release()
  }
}
