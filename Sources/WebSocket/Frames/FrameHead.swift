/// A frame header as read, its rules that need no context checked.
struct FrameHead {
  /// FIN, RSV1 and the opcode, as on the wire.
  var first: UInt8
  /// Zero when the frame is not masked.
  var maskKey: UInt32
  /// Payload bytes announced.
  var payloadCount: UInt64
  /// Bytes the header took.
  var byteCount: Int

  var isFinal: Bool { first & 0x80 != 0 }
  var isControl: Bool { first & 0x08 != 0 }
  var opcode: UInt8 { first & 0x0F }

  /// Reads a header.
  ///
  /// - Returns: nil when it is not all there.
  @inline(__always)
  static func read(_ bytes: UnsafeRawPointer, available: Int, role: Role, permitsCompression: Bool) throws(WebSocketFault) -> FrameHead? {
    guard available >= 2 else { return nil }
    // Safety: every load below is of bytes before `available`.
    let first = bytes.load(as: UInt8.self)
    let second = bytes.load(fromByteOffset: 1, as: UInt8.self)
    let isMasked = second & 0x80 != 0
    // RFC 6455 §5.1
    switch role {
    case .server: if !isMasked { throw .frameNotMasked }
    case .client: if isMasked { throw .frameMasked }
    }
    var length = UInt64(second & 0x7F)
    try check(first: first, length: length, permitsCompression: permitsCompression)
    var byteCount = 2
    if length == 126 {
      guard available >= 4 else { return nil }
      length = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
      // RFC 6455 §5.2: "the minimal number of bytes MUST be used".
      if length < 126 { throw .lengthNotMinimal }
      byteCount = 4
    } else if length == 127 {
      guard available >= 10 else { return nil }
      length = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt64.self))
      // RFC 6455 §5.2: "the most significant bit MUST be 0".
      if length >> 63 != 0 { throw .lengthNegative }
      if length <= 0xFFFF { throw .lengthNotMinimal }
      byteCount = 10
    }
    var maskKey: UInt32 = 0
    if isMasked {
      guard available >= byteCount &+ 4 else { return nil }
      maskKey = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: byteCount, as: UInt32.self))
      byteCount &+= 4
    }
    return FrameHead(first: first, maskKey: maskKey, payloadCount: length, byteCount: byteCount)
  }

  /// The rules of the first byte and the 7-bit length.
  @inline(__always)
  private static func check(first: UInt8, length: UInt64, permitsCompression: Bool) throws(WebSocketFault) {
    let opcode = first & 0x0F
    if first & 0x70 != 0 {
      // RFC 6455 §5.2; RFC 7692 §6.1: RSV1 only on the first frame of a data message.
      guard first & 0x30 == 0, permitsCompression, opcode == 1 || opcode == 2 else { throw .reservedBitSet }
    }
    if opcode >= 0x8 {
      if opcode > 0xA { throw .opcodeReserved }
      // RFC 6455 §5.5
      if first & 0x80 == 0 { throw .controlFrameFragmented }
      if length > 125 { throw .controlFrameTooLong }
    } else if opcode > 0x2 {
      throw .opcodeReserved
    }
  }
}
