import Transport

/// Whom a limit per address counts: an IPv4 address, or the /64 network of an IPv6 address, since a household has the whole network.
struct AddressKey: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ address: SocketAddress) {
    high = address.high
    // RFC 4291 §2.5.5.2: an IPv4-mapped address is the IPv4 address.
    let isMapped = address.high == 0 && address.low >> 32 == 0xFFFF
    low = address.isIPv4 || isMapped ? address.low : 0
  }
}
