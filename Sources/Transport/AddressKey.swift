/// The address that a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address, since a
/// household has the whole network. All who come through Unix sockets are one.
public struct AddressKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// The address or network that a peer's address counts as.
  public init(_ address: SocketAddress) {
    high = address.high
    // 1 is the low half of no IPv4 address, which are mapped (RFC 4291 §2.5.5.2).
    low = address.isIPv4 ? address.low : address.path == nil ? 0 : 1
  }

  /// Its 16 bytes, for servers that count together.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) } }
  }

  /// Reads what `bytes` gave; nil for anything else.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
