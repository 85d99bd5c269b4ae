/// Who is believed when it says for whom it speaks: in a PROXY header, or in a field such as X-Forwarded-For.
public enum TrustedProxy: Hashable, Sendable, CustomStringConvertible {
  /// Proxies that connect from these addresses.
  case range(CIDRRange)
  /// Proxies that connect through a Unix socket.
  case unixSockets

  /// Parses `10.0.0.0/8`, `fd00::/8`, `127.0.0.1` and the like, or `unix`; nil for anything else.
  public init?(_ text: String) {
    if text == "unix" {
      self = .unixSockets
    } else if let range = CIDRRange(text) {
      self = .range(range)
    } else {
      return nil
    }
  }

  /// Whether a peer with this address is one.
  public func includes(_ address: SocketAddress) -> Bool {
    switch self {
    case .range(let range): range.contains(address)
    case .unixSockets: address.path != nil
    }
  }

  /// The proxies as `init(_:)` reads them.
  public var description: String {
    switch self {
    case .range(let range): range.description
    case .unixSockets: "unix"
    }
  }
}
