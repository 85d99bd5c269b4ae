/// Appends whole frames to a byte array.
///
/// A server frames a broadcast once and sends the same bytes to everyone; a client passes a fresh mask key for every
/// frame.
public enum FrameEncoder {
  /// Appends one frame.
  ///
  /// - Parameters:
  ///   - maskKey: for the client role: 32 unpredictable bits, new for each frame (RFC 6455 §10.3).
  ///   - isFinal: false for every fragment but the last.
  ///   - isCompressed: the payload is compressed (RFC 7692 §6).
  public static func append(
    _ opcode: Opcode, payload: UnsafeRawBufferPointer, maskKey: UInt32? = nil, isFinal: Bool = true, isCompressed: Bool = false,
    to output: inout [UInt8]
  ) {
    withUnsafeTemporaryAllocation(byteCount: FrameHeader.byteCountMax, alignment: 8) { header in
      let headerCount = FrameHeader.write(
        opcode: opcode, payloadCount: payload.count, maskKey: maskKey, isFinal: isFinal, isCompressed: isCompressed, into: header)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: header[..<headerCount]))
    }
    let start = output.count
    output.append(contentsOf: payload)
    guard let maskKey else { return }
    output.withUnsafeMutableBytes { bytes in
      _ = Mask.apply(maskKey, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Appends one frame with the bytes of an array.
  public static func append(
    _ opcode: Opcode, payload: [UInt8], maskKey: UInt32? = nil, isFinal: Bool = true, isCompressed: Bool = false, to output: inout [UInt8]
  ) {
    payload.withUnsafeBytes {
      append(opcode, payload: $0, maskKey: maskKey, isFinal: isFinal, isCompressed: isCompressed, to: &output)
    }
  }

  /// Appends a Close frame (RFC 6455 §5.5.1).
  ///
  /// - Parameters:
  ///   - code: nil for an empty Close, and then there is no reason; a code that must not be sent is sent as 1011
  ///     instead, being
  ///     our own error.
  ///   - reason: cut to 123 bytes, at a character.
  public static func appendClose(_ code: CloseCode?, reason: String = "", maskKey: UInt32? = nil, to output: inout [UInt8]) {
    var payload: [UInt8] = []
    if let code {
      let number = code.mayBeSent ? code.rawValue : CloseCode.internalError.rawValue
      payload.append(UInt8(number >> 8))
      payload.append(UInt8(number & 0xFF))
      for character in reason.unicodeScalars {
        let encoded = UTF8.encode(character)
        // Limit: a control frame carries 125 bytes, two of them the code.
        guard let encoded, payload.count + encoded.count <= 125 else { break }
        payload.append(contentsOf: encoded)
      }
    }
    append(.close, payload: payload, maskKey: maskKey, to: &output)
  }
}
