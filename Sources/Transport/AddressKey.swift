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
}
