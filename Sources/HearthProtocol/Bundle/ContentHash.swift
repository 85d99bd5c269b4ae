import Cryptography

/// SHA-256 of a file's bytes: the name under which an attachment is stored, fetched and bundled.
public struct ContentHash: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Reads 32 bytes; nil for another count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else, so that there is one way to write each.
  public init?(_ text: some StringProtocol) {
    var bytes: [UInt8] = []
    var high: UInt8?
    guard text.utf8.count == 64 else { return nil }
    for digit in text.utf8 {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    self.bytes = bytes
  }

  /// The hash of bytes that are at hand.
  public init(of content: some Sequence<UInt8>) {
    var hasher = ContentHasher()
    hasher.update(Array(content))
    self = hasher.hash
  }

  fileprivate init(_ digest: SHA256Digest) { bytes = digest.bytes }

  /// 64 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Orders hashes as bundles list them: byte by byte.
  public static func < (left: ContentHash, right: ContentHash) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

/// Computes a `ContentHash` from pieces.
public struct ContentHasher: Sendable {
  private var hasher = SHA256()

  /// Has seen nothing yet.
  public init() {}

  /// Takes the next bytes.
  public mutating func update(_ bytes: [UInt8]) { hasher.update(bytes) }

  /// The hash of all bytes so far.
  public var hash: ContentHash {
    var copy = hasher
    return ContentHash(copy.finalize())
  }
}
