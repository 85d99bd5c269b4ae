/// What a frame decoder found.
///
/// Payloads lie in the caller's receive buffer or in the decoder's own; they are valid until the decoder is called
/// again.
public enum FrameEvent {
  /// A whole text message; valid UTF-8.
  case text(UnsafeRawBufferPointer)
  /// A whole binary message.
  case binary(UnsafeRawBufferPointer)
  /// A whole message of one frame with RSV1 set, still compressed; text is not yet validated (RFC 7692 §6.2).
  /// Occurs only when the decoder was told that compression is agreed.
  case compressed(MessageKinds, UnsafeRawBufferPointer)
  /// One fragment of a message whose first frame had RSV1 set, still compressed. The parts come as they are received,
  /// so that what inflates beyond its limit is refused at the fragment that crosses it, and no fragment is kept.
  case compressedPart(MessageKinds, UnsafeRawBufferPointer, isLast: Bool)
  /// A ping of at most 125 bytes.
  case ping(UnsafeRawBufferPointer)
  /// A pong of at most 125 bytes.
  case pong(UnsafeRawBufferPointer)
  /// A Close with its code, if it had one, and its reason, valid UTF-8. It is the last event.
  case close(CloseCode?, reason: UnsafeRawBufferPointer)
}
