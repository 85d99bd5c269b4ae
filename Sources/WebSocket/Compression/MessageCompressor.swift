/// Compresses and inflates whole messages for permessage-deflate (RFC 7692 §7.2).
///
/// Implemented outside this target, which needs no library for it. The shell drives it: on `ConnectionEvent.compressed`
/// it inflates and, on a fault, fails the connection; before sending it compresses, and frames the result with
/// `isCompressed`.
public protocol MessageCompressor: AnyObject {
  /// Compresses a message.
  ///
  /// - Parameter windowBits: the logarithm of the window agreed for us as the sender, 9 to 15.
  /// - Returns: the payload to be framed, valid until the next call.
  func compress(_ message: UnsafeRawBufferPointer, windowBits: UInt8) -> UnsafeRawBufferPointer

  /// Inflates a message, and validates it if it is text.
  ///
  /// - Parameters:
  ///   - payload: its frames' payloads joined.
  ///   - windowBits: the logarithm of the window agreed for the peer, 8 to 15.
  ///   - bytesMax: Limit: bytes of the message; one more is never inflated.
  /// - Returns: the message, valid until the next call.
  func inflate(
    _ payload: UnsafeRawBufferPointer, of kind: MessageKinds, windowBits: UInt8, bytesMax: Int
  ) throws(WebSocketFault) -> UnsafeRawBufferPointer
}
