/// How a connection ended.
public enum Ending: Hashable, Sendable {
  /// The peer sent a Close and we echoed it; nil is a Close without a code.
  case closedByPeer(CloseCode?)
  /// We sent a Close and the peer answered.
  case closedByUs(CloseCode?)
  /// We sent a Close for a fault of the peer.
  case failed(WebSocketFault)
  /// We sent a Close and no answer came in time.
  case unanswered
  /// The transport ended without a Close: 1006 (RFC 6455 §7.1.5).
  case lost
}

/// What a connection has for the shell. Payloads are valid until the connection is called again.
public enum ConnectionEvent {
  /// A whole text message; valid UTF-8.
  case text(UnsafeRawBufferPointer)
  /// A whole binary message.
  case binary(UnsafeRawBufferPointer)
  /// A whole message of one frame, still compressed, to be inflated and, if text, validated by the shell's extension.
  case compressed(MessageKinds, UnsafeRawBufferPointer)
  /// One fragment of a compressed message, to be inflated behind those before it.
  case compressedPart(MessageKinds, UnsafeRawBufferPointer, isLast: Bool)
  /// A ping, answered already.
  case ping(UnsafeRawBufferPointer)
  /// A pong, solicited or not.
  case pong(UnsafeRawBufferPointer)
  /// The end: send what was written, stop reading, close the transport within a second. It is the last event.
  case ended(Ending)
}
