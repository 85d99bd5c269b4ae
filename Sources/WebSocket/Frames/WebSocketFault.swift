/// The peer broke the protocol or a limit; the connection ends with `closeCode`.
public enum WebSocketFault: Error, Hashable, Sendable, CaseIterable {
  /// A client's frame without a mask (RFC 6455 §5.1).
  case frameNotMasked
  /// A server's frame with a mask (RFC 6455 §5.1).
  case frameMasked
  /// A reserved bit that no extension gave a meaning (RFC 6455 §5.2).
  case reservedBitSet
  /// Opcode 3 to 7 or 11 to 15 (RFC 6455 §5.2).
  case opcodeReserved
  /// A control frame with FIN clear (RFC 6455 §5.5).
  case controlFrameFragmented
  /// A control frame of more than 125 bytes (RFC 6455 §5.5).
  case controlFrameTooLong
  /// A continuation with no message under way (RFC 6455 §5.4).
  case continuationUnexpected
  /// A new message inside a fragmented one (RFC 6455 §5.4).
  case messageInterrupted
  /// A length not written in the fewest bytes (RFC 6455 §5.2).
  case lengthNotMinimal
  /// A 64-bit length with the top bit set (RFC 6455 §5.2).
  case lengthNegative
  /// A frame above the limit.
  case frameTooBig
  /// A message whose fragments sum above the limit.
  case messageTooBig
  /// More fragments in a message than the limit.
  case fragmentsTooMany
  /// Text that is not UTF-8 (RFC 6455 §8.1).
  case textNotUTF8
  /// A compressed message that does not inflate (RFC 7692 §7.2.2).
  case compressedDataInvalid
  /// A compressed message in so many small blocks that inflating it would cost too much.
  case compressedBlocksTooMany
  /// A kind of message the endpoint does not take (RFC 6455 §7.4.1).
  case messageKindUnsupported
  /// A Close frame with a payload of one byte (RFC 6455 §5.5.1).
  case closePayloadTruncated
  /// A Close frame with a code that must not be sent (RFC 6455 §7.4).
  case closeCodeInvalid
  /// A Close reason that is not UTF-8 (RFC 6455 §5.5.1).
  case closeReasonNotUTF8
  /// Control frames above the rate.
  case controlFramesTooFrequent
  /// A message begun and not completed in time.
  case messageTooSlow

  /// The code the connection is failed with.
  public var closeCode: CloseCode {
    switch self {
    case .frameNotMasked, .frameMasked, .reservedBitSet, .opcodeReserved, .controlFrameFragmented, .controlFrameTooLong,
      .continuationUnexpected, .messageInterrupted, .lengthNotMinimal, .lengthNegative, .closePayloadTruncated, .closeCodeInvalid:
      .protocolError
    case .messageKindUnsupported: .unsupportedData
    case .textNotUTF8, .compressedDataInvalid, .closeReasonNotUTF8: .invalidPayload
    case .fragmentsTooMany, .compressedBlocksTooMany, .controlFramesTooFrequent, .messageTooSlow: .policyViolation
    case .frameTooBig, .messageTooBig: .messageTooBig
    }
  }
}
