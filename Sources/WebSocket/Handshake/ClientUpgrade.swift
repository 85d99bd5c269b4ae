import HTTPTypes

/// Why a client does not take a server's answer for an upgrade (RFC 6455 §4.1).
public enum UpgradeFailure: Error, Hashable, Sendable {
  /// The answer is no HTTP/1 head.
  case headMalformed(HeadRejection)
  /// Another status than 101; the head tells more.
  case refused(HTTPResponse.Status)
  /// Not HTTP/1.1, or Upgrade is not exactly websocket.
  case upgradeMissing
  /// Connection without `upgrade`.
  case connectionNotUpgrade
  /// Sec-WebSocket-Accept missing, doubled or of another key.
  case acceptWrong
  /// A subprotocol that was not offered, or more than one.
  case subprotocolUnexpected
  /// An extension that was not offered, or permessage-deflate with parameters that do not answer the offer.
  case extensionUnexpected
}

/// What a server granted.
public struct UpgradeGrant: Sendable, Hashable {
  /// The subprotocol it chose, if any.
  public var subprotocol: String?
  /// What was agreed about compression; nil: there is none.
  public var compression: CompressionAgreement?
}

/// The client's side of the opening handshake: the request, and the judgement of its answer.
public struct ClientUpgrade: Sendable, Hashable {
  /// The request to send; further fields, such as Authorization, may be added.
  public var request: HTTPRequest
  private let key: String
  private let subprotocols: [String]
  private let offersCompression: Bool

  /// Makes the request for a WebSocket.
  ///
  /// - Parameters:
  ///   - authority: host, and port unless it is the scheme's own.
  ///   - path: beginning with `/`, with the query.
  ///   - subprotocols: in order of preference.
  ///   - nonce: sixteen random bytes, new for each connection (RFC 6455 §4.1 item 7).
  ///   - offersCompression: whether permessage-deflate is offered; the answer is then judged by `judge`.
  public init(
    authority: String, path: String, subprotocols: [String] = [], nonce: (UInt64, UInt64), offersCompression: Bool = false
  ) {
    key = HandshakeKey.key(nonce)
    self.subprotocols = subprotocols
    self.offersCompression = offersCompression
    var fields: HTTPFields = [:]
    fields[.upgrade] = "websocket"
    fields[.connection] = "Upgrade"
    fields[.secWebSocketKey] = key
    fields[.secWebSocketVersion] = "13"
    if !subprotocols.isEmpty { fields[.secWebSocketProtocol] = subprotocols.joined(separator: ", ") }
    if offersCompression { fields[.secWebSocketExtensions] = CompressionNegotiation.offer }
    request = HTTPRequest(method: .get, scheme: nil, authority: authority, path: path, headerFields: fields)
  }

  /// Judges the answer to a request that offers no compression.
  ///
  /// - Returns: the subprotocol the server chose, if any.
  public func accept(_ head: ResponseHead) throws(UpgradeFailure) -> String? {
    try judge(head).subprotocol
  }

  /// Judges the answer.
  public func judge(_ head: ResponseHead) throws(UpgradeFailure) -> UpgradeGrant {
    let fields = head.response.headerFields
    guard head.response.status == .switchingProtocols else { throw .refused(head.response.status) }
    let upgrades = fields[values: .upgrade]
    guard head.version == .v1p1, upgrades.count == 1, let upgrade = upgrades.first, Octet.isEqual(upgrade, "websocket")
    else { throw .upgradeMissing }
    guard ServerUpgrade.lists(fields[values: .connection], "upgrade") else { throw .connectionNotUpgrade }
    guard fields[values: .secWebSocketAccept] == [HandshakeKey.accept(for: key)] else { throw .acceptWrong }
    let compression = try judgeExtensions(fields[values: .secWebSocketExtensions])
    let chosen = fields[values: .secWebSocketProtocol]
    guard let subprotocol = chosen.first else { return UpgradeGrant(compression: compression) }
    guard chosen.count == 1, subprotocols.contains(subprotocol) else { throw .subprotocolUnexpected }
    return UpgradeGrant(subprotocol: subprotocol, compression: compression)
  }

  // RFC 6455 §4.1: an extension that was not offered fails the connection; RFC 7692 §7.1: so does an answer that is
  // none.
  private func judgeExtensions(_ values: [String]) throws(UpgradeFailure) -> CompressionAgreement? {
    guard !values.isEmpty else { return nil }
    let answer: [ExtensionOffer]
    do {
      answer = try ExtensionOffer.parse(values)
    } catch {
      throw .extensionUnexpected
    }
    guard offersCompression, let agreement = CompressionNegotiation.judge(answer) else { throw .extensionUnexpected }
    return agreement
  }
}
