import HTTPTypes

/// What a server asks of a request before it becomes a WebSocket.
public struct UpgradeConfiguration: Sendable, Hashable {
  /// The subprotocols spoken here. Empty: none is, and what a client offers is passed over.
  public var subprotocols: [String] = []
  /// Whether a request that offers no subprotocol is refused.
  public var requiresSubprotocol = false
  /// The web origins browsers may come from, compared exactly (RFC 6455 §10.2). nil: any.
  public var webOrigins: Set<String>?
  /// Whether a request without Origin, which no browser sends, is refused.
  public var requiresWebOrigin = false

  /// The defaults: no subprotocol, any web origin.
  public init() {}

  /// Makes a configuration for some subprotocols and web origins.
  public init(subprotocols: [String], webOrigins: Set<String>? = nil) {
    self.subprotocols = subprotocols
    self.webOrigins = webOrigins
  }
}

/// An upgrade granted.
public struct UpgradeAcceptance: Sendable, Hashable {
  /// The 101 to send; further fields may be added.
  public var response: HTTPResponse
  /// The one agreed; nil when the client offered none.
  public var subprotocol: String?
  /// What the client offered. All are declined unless the caller adds Sec-WebSocket-Extensions to the response.
  public var extensionOffers: [ExtensionOffer]
}

/// The server's side of the opening handshake (RFC 6455 §4.2). The order of the checks is the precedence of the
/// rejections.
public enum ServerUpgrade {
  /// Decides whether a request becomes a WebSocket.
  ///
  /// - Throws: the first violated fact; its `response` is the answer.
  public static func decide(_ head: RequestHead, configuration: UpgradeConfiguration) throws(HeadRejection) -> UpgradeAcceptance {
    let fields = head.request.headerFields
    guard head.request.method == .get else { throw .methodNotGet }
    // RFC 9110 §7.8: Upgrade in HTTP/1.0 must not be acted on, and nothing else is served where we are asked.
    if head.version == .v1p0 && fields.contains(.upgrade) { throw .upgradeInOldVersion }
    guard lists(fields[values: .upgrade], "websocket") else { throw .upgradeMissing }
    guard lists(fields[values: .connection], "upgrade") else { throw .connectionNotUpgrade }
    let keys = fields[values: .secWebSocketKey]
    guard keys.count == 1, let key = keys.first, HandshakeKey.isValid(key) else { throw .keyInvalid }
    let versions = fields[values: .secWebSocketVersion]
    guard versions.count == 1, let version = versions.first else { throw .webSocketVersionMissing }
    guard version == "13" else { throw .webSocketVersionUnsupported }
    try checkWebOrigin(fields[values: .origin], configuration)
    let offers = try ExtensionOffer.parse(fields[values: .secWebSocketExtensions])
    let subprotocol = try chooseSubprotocol(fields[values: .secWebSocketProtocol], configuration)

    var answer: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketAccept: HandshakeKey.accept(for: key)]
    if let subprotocol { answer[.secWebSocketProtocol] = subprotocol }
    let response = HTTPResponse(status: .switchingProtocols, headerFields: answer)
    return UpgradeAcceptance(response: response, subprotocol: subprotocol, extensionOffers: offers)
  }

  /// Whether a list holds a word, in whatever case (RFC 6455 §4.2.1).
  static func lists(_ values: [String], _ word: String) -> Bool {
    // Nearly always it is the word alone.
    if values.count == 1, Octet.isEqual(values[0], word) { return true }
    guard let tokens = FieldScanner.tokens(values, permitsEmpty: true) else { return false }
    return tokens.contains { Octet.isEqual($0, word) }
  }

  private static func checkWebOrigin(_ values: [String], _ configuration: UpgradeConfiguration) throws(HeadRejection) {
    if values.count > 1 { throw .webOriginDoubled }
    guard let webOrigin = values.first else {
      if configuration.requiresWebOrigin { throw .webOriginForbidden }
      return
    }
    if let webOrigins = configuration.webOrigins, !webOrigins.contains(webOrigin) { throw .webOriginForbidden }
  }

  // RFC 6455 §4.2.2 item 4: one of those offered; the client's order is its preference (§4.1 item 10).
  private static func chooseSubprotocol(_ values: [String], _ configuration: UpgradeConfiguration) throws(HeadRejection) -> String? {
    if values.isEmpty {
      if configuration.requiresSubprotocol { throw .subprotocolUnknown }
      return nil
    }
    guard let offered = FieldScanner.tokens(values, permitsEmpty: false) else { throw .subprotocolsMalformed }
    if configuration.subprotocols.isEmpty { return nil }
    // RFC 6455 §11.5: names are compared as they are.
    guard let chosen = offered.first(where: configuration.subprotocols.contains) else { throw .subprotocolUnknown }
    return chosen
  }
}
