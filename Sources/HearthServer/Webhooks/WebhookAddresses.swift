import Transport

/// The addresses that a webhook may lead to: those of the public internet, and what the operator allows (SPEC WH-03).
///
/// It judges the very address that is connected to, after the name was resolved. What is not known to be public is
/// refused: of IPv6 only what is given out for the internet is allowed, so that forms in which an IPv4 address stands
/// (NAT64, 6to4, Teredo, compatible ones) lead nowhere. A mapped IPv4 address is the IPv4 address.
struct WebhookAddresses: Sendable {
  private let allowed: [CIDRRange]

  /// - Parameter allowed: what is allowed besides, as the operator says.
  init(allowed: [CIDRRange] = []) { self.allowed = allowed }

  /// Whether something may be sent to the address.
  func allows(_ address: SocketAddress) -> Bool {
    guard address.path == nil else { return false }
    if allowed.contains(where: { $0.contains(address) }) { return true }
    if address.isIPv4 { return !Self.special4.contains { $0.contains(address) } }
    return Self.global6.contains { $0.contains(address) } && !Self.special6.contains { $0.contains(address) }
  }

  // The registries of special-purpose addresses (RFC 6890), with what multicast and the future have.
  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
    "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
  ].compactMap(CIDRRange.init)

  private static let global6 = ["2000::/3"].compactMap(CIDRRange.init)

  // Protocols of the IETF with Teredo, documentation, 6to4.
  private static let special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].compactMap(CIDRRange.init)

  /// How many ranges there are, for a test that none of them was misspelt.
  static let rangeCount = special4.count + global6.count + special6.count
}
