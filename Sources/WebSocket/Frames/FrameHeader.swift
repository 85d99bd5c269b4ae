/// Writes frame headers (RFC 6455 §5.2).
///
///      0               1               2 ...                            4 bytes, to the server
///     +-+-+-+-+-------+-+-------------+-------------------------------+------------+----------
///     |F|R|R|R| opcode|M| length 0-125| 16 bits if 126, 64 if 127     | mask key   | payload
///     +-+-+-+-+-------+-+-------------+-------------------------------+------------+----------
public enum FrameHeader {
  /// The longest header, in bytes.
  public static let byteCountMax = 14

  /// The bytes a header takes.
  @inlinable
  public static func byteCount(payloadCount: Int, isMasked: Bool) -> Int {
    let length = payloadCount < 126 ? 2 : payloadCount <= 0xFFFF ? 4 : 10
    return isMasked ? length &+ 4 : length
  }

  /// Writes a header.
  ///
  /// - Parameters:
  ///   - payloadCount: bytes of payload that follow; not negative.
  ///   - maskKey: for the client role; its little-endian bytes are the wire bytes. The payload must then be masked with
  ///     it.
  ///   - isFinal: false for every fragment but the last.
  ///   - isCompressed: sets RSV1 (RFC 7692 §6); only on the first frame of a message, only when negotiated.
  ///   - bytes: at least `byteCount(payloadCount:isMasked:)` bytes.
  /// - Returns: the bytes written.
  @inlinable @discardableResult
  public static func write(
    opcode: Opcode, payloadCount: Int, maskKey: UInt32? = nil, isFinal: Bool = true, isCompressed: Bool = false,
    into bytes: UnsafeMutableRawBufferPointer
  ) -> Int {
    let byteCount = byteCount(payloadCount: payloadCount, isMasked: maskKey != nil)
    precondition(payloadCount >= 0 && bytes.count >= byteCount, "the header does not fit")
    let maskBit: UInt8 = maskKey == nil ? 0 : 0x80
    bytes[0] = opcode.rawValue | (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0)
    if payloadCount < 126 {
      bytes[1] = maskBit | UInt8(truncatingIfNeeded: payloadCount)
    } else if payloadCount <= 0xFFFF {
      bytes[1] = maskBit | 126
      bytes.storeBytes(of: UInt16(truncatingIfNeeded: payloadCount).bigEndian, toByteOffset: 2, as: UInt16.self)
    } else {
      bytes[1] = maskBit | 127
      bytes.storeBytes(of: UInt64(payloadCount).bigEndian, toByteOffset: 2, as: UInt64.self)
    }
    if let maskKey { bytes.storeBytes(of: maskKey.littleEndian, toByteOffset: byteCount &- 4, as: UInt32.self) }
    return byteCount
  }
}
