import HearthProtocol

/// How long the messages are that the server makes for a reader (SPEC section 22).
public enum MessageBytes {
  /// Limit: bytes of a message in the reader's encoding, 256 KiB; what does not fit is left out, and the message says
  /// where to go on. A thing that is longer by itself is sent alone.
  public static let most = 256 << 10
  /// The bytes of the message without the things that it lists, at most.
  static let headMost = 1 << 10
}

extension CommittedEvent {
  /// The bytes that it takes in a message, or a few more.
  func bytes(in format: WireFormat) -> Int {
    switch format {
    // Position, hash, and the heads of the fields.
    case .protobuf: stored.bytes.count + 64
    case .json: ((try? format.encode(event))?.count ?? 0) + 128
    }
  }
}
