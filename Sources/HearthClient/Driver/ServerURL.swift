import TLS

/// Where a server is: `ws://host:port`, or `wss://host:port` behind TLS.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// Name or numeric address, without brackets.
  public let host: String
  /// The port; unless the URL says otherwise 80, or 443 behind TLS.
  public let port: UInt16
  /// Whether the connection is secured with TLS: `wss`.
  public let isSecure: Bool

  /// Reads `wss://host:port`, `https://…`, `ws://…`, `http://…` or `host:port`, with or without a slash or the socket's
  /// path behind it. Without a scheme the connection is secured unless it stays on this machine.
  public init(_ text: String) throws(ServerURLFlaw) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard var rest = parts.last else { throw .malformed(text) }
    switch parts.count == 2 ? parts[0].lowercased() : nil {
    case "ws", "http": isSecure = false
    case "wss", "https": isSecure = true
    case nil: isSecure = !["localhost", "127.", "[::1]"].contains { rest.lowercased().hasPrefix($0) }
    default: throw .malformed(text)
    }
    for ending in [ServerURL.path, "/"] where rest.hasSuffix(ending) { rest = rest.dropLast(ending.count) }
    var host = rest
    var port = Self.defaultPort(isSecure)
    // A colon within brackets belongs to an IPv6 address.
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { throw .malformed(text) }
      host = rest[..<colon]
      port = number
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() } else if host.contains(":") { throw .malformed(text) }
    let isName = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@[]\\%".utf8.contains($0) }
    guard !host.isEmpty, isName else { throw .malformed(text) }
    self.host = String(host)
    self.port = port
  }

  /// The path that clients connect to (SPEC HS-01).
  static let path = "/v1/socket"

  /// Host and port as they stand in a request.
  public var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == Self.defaultPort(isSecure) ? name : "\(name):\(port)"
  }

  /// Where the page is that a server tells of (SPEC PG-02).
  ///
  /// - Parameter pageURL: what `welcome` says.
  /// - Returns: scheme, host and port; nil: there is no page.
  public func page(_ pageURL: String) -> String? {
    switch pageURL {
    case "": nil
    case "/": "\(isSecure ? "https" : "http")://\(authority)"
    default: pageURL.hasSuffix("/") ? String(pageURL.dropLast()) : pageURL
    }
  }

  /// RFC 6455 §3.
  private static func defaultPort(_ isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }

  /// What a client expects there: the certificate has to be for the host. Nil without TLS.
  ///
  /// - Parameters:
  ///   - authoritiesFile: the PEM file of the authorities to trust; nil for the system's, or those of `SSL_CERT_FILE`.
  ///   - certificate: what is shown to a server that asks.
  public func destination(authoritiesFile: String? = nil, certificate: TLSIdentity? = nil) throws(TLSFailure) -> TLSDestination? {
    guard isSecure else { return nil }
    let configuration = TLSClientConfiguration(authoritiesFile: authoritiesFile, identity: certificate)
    return TLSDestination(try TLSContext(client: configuration), name: host)
  }

  /// The URL, without a path.
  public var description: String { "\(isSecure ? "wss" : "ws")://\(authority)" }
}

/// Why a text names no server that can be reached.
public enum ServerURLFlaw: Error, Sendable, Equatable, CustomStringConvertible {
  /// Something else than what `ServerURL` reads.
  case malformed(String)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .malformed(let text): "\"\(text)\" is no server's address. Write it like wss://hearth.example or ws://127.0.0.1:7433."
    }
  }
}
