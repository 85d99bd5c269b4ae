/// SHA-256 (FIPS 180-4) of bytes that come in pieces. A copy goes on by itself.
public struct SHA256: Sendable {
  private var context: HashContext

  /// Has seen nothing yet.
  public init() { context = HashContext() }

  /// Takes the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&context) { context = HashContext(copying: context) }
    context.update(bytes)
  }

  /// Takes the next bytes.
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The hash of all bytes so far. What comes next begins anew.
  public mutating func finalize() -> SHA256Digest {
    if !isKnownUniquelyReferenced(&context) { context = HashContext(copying: context) }
    return context.finish()
  }

  /// The hash of bytes that are at hand.
  public static func hash(_ bytes: [UInt8]) -> SHA256Digest {
    bytes.withUnsafeBytes { hash($0, UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  /// The hash of two pieces, one after the other: the fastest way, for each event of a chain.
  public static func hash(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> SHA256Digest {
    HashContext.hash(first, second)
  }
}

/// The 32 bytes of a hash or of an authentication code.
public struct SHA256Digest: Sendable {
  /// How many bytes it has.
  public static let byteCount = 32

  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Lets the function write all bytes.
  init(_ write: (UnsafeMutableRawBufferPointer) -> Void) { withUnsafeMutableBytes(of: &words, write) }

  /// The bytes in place.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { Swift.withUnsafeBytes(of: words, body) }

  /// The bytes.
  public var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
