/// Where a page of a browser comes from: a scheme, a host and a port (RFC 6454 §4), compared as a whole.
public struct WebOrigin: Sendable, Hashable {
  /// How a page was fetched.
  public enum Scheme: String, Sendable, Hashable, CaseIterable {
    /// Without TLS.
    case http
    /// Over TLS.
    case https

    /// The port that an address without one means (RFC 9110 §4.2).
    public var port: UInt16 {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  /// How it was fetched.
  public let scheme: Scheme
  /// A name or an address in lower case; an IPv6 address keeps its brackets.
  public let host: String
  /// Never left out.
  public let port: UInt16

  /// Reads the value of an Origin field (RFC 6454 §7). nil: it is `null`, a scheme that is not the web's, or no web
  /// origin at all.
  public init?(_ value: String) {
    for scheme in Scheme.allCases {
      let prefix = scheme.rawValue + "://"
      guard value.utf8.count > prefix.utf8.count, Octet.isEqual(String(value.prefix(prefix.count)), prefix) else { continue }
      self.init(scheme, authority: value.dropFirst(prefix.count))
      return
    }
    return nil
  }

  /// The web origin of what is asked for at a Host field. nil: that names no host, or a port that is none.
  public init?(_ scheme: Scheme, authority: some StringProtocol) {
    let bytes = Array(authority.utf8)
    // What separates an authority from a path, a query or a user's name has no place in one.
    guard !bytes.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "/?#@\\,".utf8.contains($0) }) else { return nil }
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      // RFC 3986 §3.2.2: an IPv6 address, whose colons are no port's.
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      hostEnd = bracket + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    }
    guard hostEnd > 0 else { return nil }
    let rest = bytes[hostEnd...]
    if rest.isEmpty {
      port = scheme.port
    } else {
      guard rest.first == UInt8(ascii: ":") else { return nil }
      let digits = rest.dropFirst()
      // RFC 3986 §3.2.3: a port may be empty.
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      guard let port = digits.isEmpty ? scheme.port : UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
      self.port = port
    }
    self.scheme = scheme
    host = String(decoding: bytes[..<hostEnd], as: UTF8.self).lowercased()
  }
}
