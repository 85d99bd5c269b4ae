/// How large the head of an HTTP message may be. A line is counted without its CR LF, the sum of the fields with them.
public struct HeadLimits: Sendable, Hashable {
  /// Limit: bytes of the request or status line. Above it: 414.
  public var startLineBytesMax = 2_048
  /// Limit: bytes of one field line. Above it: 431.
  public var fieldLineBytesMax = 4_096
  /// Limit: bytes of all field lines. Above it: 431.
  public var fieldsBytesMax = 8_192
  /// Limit: field lines. Above it: 431.
  public var fieldsCountMax = 64

  /// The defaults.
  public init() {}
}

/// The version an HTTP/1 message carries.
public enum HTTPVersion: Sendable, Hashable {
  /// HTTP/1.0.
  case v1p0
  /// HTTP/1.1, and any later minor version, which is understood the same way (RFC 9110 §2.5).
  case v1p1
}
