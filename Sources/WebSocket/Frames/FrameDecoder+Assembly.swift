// The slow way: frames cut by the end of a read, and fragments.
extension FrameDecoder {
  mutating func begin(_ head: FrameHead) {
    frame = head.first
    maskKey = head.maskKey
    frameRemaining = UInt32(truncatingIfNeeded: head.payloadCount)
    flags.insert(.inFrame)
    if !head.isControl && head.opcode != 0 {
      message = head.first & 0x4F
      text = UTF8Validator()
    }
  }

  /// Unmasks, validates and keeps a part of the current frame's payload.
  mutating func take(_ part: UnsafeMutableRawBufferPointer) throws(WebSocketFault) {
    var seen = Mask.notASCII
    if maskKey != 0 {
      seen = Mask.apply(maskKey, to: part)
      maskKey = Mask.advance(maskKey, by: part.count)
    }
    let isControl = frame & 0x08 != 0
    // RFC 6455 §8.1; text fails at the first bad byte, not at the end of its frame.
    if !isControl && message == Opcode.text.rawValue && !(text.isAtBoundary && seen & Mask.notASCII == 0) {
      guard text.consume(UnsafeRawBufferPointer(part)) else { throw .textNotUTF8 }
    }
    frameRemaining &-= UInt32(truncatingIfNeeded: part.count)
    let start = Int(messageCount) &+ Int(controlCount)
    let assembly = reserve(start &+ part.count)
    // Safety: `reserve` made space for `start + part.count` bytes.
    if let source = part.baseAddress { (assembly + start).copyMemory(from: source, byteCount: part.count) }
    if isControl { controlCount &+= UInt8(truncatingIfNeeded: part.count) } else { messageCount &+= UInt32(truncatingIfNeeded: part.count) }
  }

  /// The event that the last byte of a frame completes, if any.
  mutating func finishFrame() throws(WebSocketFault) -> FrameEvent? {
    let head = FrameHead(first: frame, maskKey: 0, payloadCount: 0, byteCount: 0)
    let start = UnsafeRawPointer(assembly)
    if head.isControl {
      let payload = UnsafeRawBufferPointer(start: start.map { $0 + Int(messageCount) }, count: Int(controlCount))
      flags.insert(.controlShown)
      return try event(of: head, payload: payload, isASCII: false)
    }
    let payload = UnsafeRawBufferPointer(start: start, count: Int(messageCount))
    if message & 0x40 != 0 && fragmentCount > 0 { return part(payload, isLast: head.isFinal) }
    if !head.isFinal { return nil }
    if message == Opcode.text.rawValue && !text.isAtBoundary { throw .textNotUTF8 }
    let whole = FrameHead(first: message, maskKey: 0, payloadCount: 0, byteCount: 0)
    message = 0
    fragmentCount = 0
    flags.insert(.messageShown)
    return try event(of: whole, payload: payload, isASCII: true)
  }

  /// The event of a fragment of a compressed message.
  private mutating func part(_ payload: UnsafeRawBufferPointer, isLast: Bool) -> FrameEvent {
    let kind: MessageKinds = message & 0x0F == Opcode.text.rawValue ? .text : .binary
    if isLast {
      message = 0
      fragmentCount = 0
      flags.insert(.messageShown)
    } else {
      flags.insert(.partShown)
    }
    return .compressedPart(kind, payload, isLast: isLast)
  }

  /// The event of a whole message or control frame.
  ///
  /// - Parameter isASCII: true when text needs no validation any more.
  @inline(__always)
  mutating func event(of head: FrameHead, payload: UnsafeRawBufferPointer, isASCII: Bool) throws(WebSocketFault) -> FrameEvent {
    switch head.opcode {
    case Opcode.text.rawValue:
      if head.first & 0x40 != 0 { return .compressed(.text, payload) }
      // RFC 6455 §8.1
      guard isASCII || UTF8Validator.isValid(payload) else { throw .textNotUTF8 }
      return .text(payload)
    case Opcode.binary.rawValue: return head.first & 0x40 != 0 ? .compressed(.binary, payload) : .binary(payload)
    case Opcode.ping.rawValue: return .ping(payload)
    case Opcode.pong.rawValue: return .pong(payload)
    default: return try close(payload)
    }
  }

  // RFC 6455 §5.5.1
  private mutating func close(_ payload: UnsafeRawBufferPointer) throws(WebSocketFault) -> FrameEvent {
    flags.insert(.ended)
    if payload.isEmpty { return .close(nil, reason: payload) }
    guard payload.count >= 2 else { throw .closePayloadTruncated }
    let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.mayBeSent else { throw .closeCodeInvalid }
    let reason = UnsafeRawBufferPointer(rebasing: payload[2...])
    guard UTF8Validator.isValid(reason) else { throw .closeReasonNotUTF8 }
    return .close(code, reason: reason)
  }

  /// Makes the assembly hold at least `required` bytes.
  private mutating func reserve(_ required: Int) -> UnsafeMutableRawPointer {
    if let assembly, required <= Int(assemblyCapacity) { return assembly }
    // Limit: 4 KiB beyond what was received; a quarter above 64 KiB, so that the cost stays linear where larger
    // messages are allowed.
    var slack = max(4_096, required > 65_536 ? required / 4 : 0)
    let isLastFrame = frame & 0x80 != 0 && frame & 0x08 == 0
    if isLastFrame { slack = min(slack, Int(frameRemaining)) }
    let capacity = min(required &+ slack, Int(UInt32.max))
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    let kept = Int(messageCount) &+ Int(controlCount)
    if let assembly {
      // Safety: both hold at least `kept` bytes.
      grown.copyMemory(from: assembly, byteCount: kept)
      assembly.deallocate()
    }
    assembly = grown
    assemblyCapacity = UInt32(truncatingIfNeeded: capacity)
    return grown
  }

  /// Lets go of what the last event showed.
  mutating func forgetShown() {
    if flags.contains(.messageShown) {
      messageCount = 0
      shownCount = 0
    } else if flags.contains(.partShown) {
      // Below the message's limit, which `admit` has checked.
      shownCount &+= messageCount
      messageCount = 0
    }
    controlCount = 0
    flags.remove([.messageShown, .controlShown, .partShown])
    if messageCount == 0 || flags.contains(.ended) { release() }
  }

  mutating func release() {
    assembly?.deallocate()
    assembly = nil
    assemblyCapacity = 0
    messageCount = 0
    controlCount = 0
  }
}
