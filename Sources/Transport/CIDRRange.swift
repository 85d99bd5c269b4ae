/// The IP addresses that have so many leading bits in common (RFC 4632 §3.1, RFC 4291 §2.3): `10.0.0.0/8`,
/// `2001:db8::/32`, or one address such as `127.0.0.1`.
///
/// An IPv4-mapped IPv6 address is the IPv4 address, here as in `SocketAddress`, so nobody passes for another by the way
/// he is written.
public struct CIDRRange: Hashable, Sendable, CustomStringConvertible {
  private let first: SocketAddress
  private let prefixBits: Int

  /// Parses a numeric address, with the number of its leading bits after a slash, or without for that address alone.
  ///
  /// Nil for anything else, also when a bit behind the prefix is set: then it is not clear what was meant.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] != "localhost", let first = SocketAddress(host: String(parts[0]), port: 0) else { return nil }
    let bitsMax = first.isIPv4 ? 32 : 128
    var bits = bitsMax
    if parts.count == 2 {
      guard let number = Self.number(parts[1]), number <= bitsMax else { return nil }
      bits = number
    }
    self.first = first
    // An IPv4 address stands in the last 32 bits.
    prefixBits = bits + 128 - bitsMax
    guard first.high & ~Self.mask(prefixBits) == 0, first.low & ~Self.mask(prefixBits - 64) == 0 else { return nil }
  }

  /// Whether the address, whatever its port, is one of these. A Unix socket never is.
  public func contains(_ address: SocketAddress) -> Bool {
    guard address.path == nil, address.isIPv4 == first.isIPv4 else { return false }
    return (address.high ^ first.high) & Self.mask(prefixBits) == 0 && (address.low ^ first.low) & Self.mask(prefixBits - 64) == 0
  }

  /// The range as `init(_:)` reads it, with its prefix.
  public var description: String { "\(first.host)/\(first.isIPv4 ? prefixBits - 96 : prefixBits)" }

  /// Up to three digits and nothing else; `Int` would take a sign.
  private static func number(_ text: Substring) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// So many leading ones of 64 bits; none for less than one, all for more than 63.
  private static func mask(_ bits: Int) -> UInt64 {
    // Shifts past the width give zero rather than trap.
    bits <= 0 ? 0 : ~(UInt64.max >> UInt64(bits))
  }
}
