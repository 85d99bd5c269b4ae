import HTTPTypes
import Transport
import WebSocket

/// From which pages browsers may ask (SPEC HS-13). Programs that are no browsers send no web origin, and are not asked
/// for one.
public enum WebOriginList: Sendable, Hashable {
  /// Pages of the server's own address alone.
  case own
  /// Any page.
  case any
  /// Pages of these web origins, compared exactly.
  case listed(Set<String>)

  /// The list that names of web origins say: none is the server's own, `*` among them is any.
  public init(_ names: [String]) {
    self = names.isEmpty ? .own : names.contains("*") ? .any : .listed(Set(names))
  }

  /// Whether a page may ask.
  ///
  /// - Parameters:
  ///   - webOrigin: the value of the Origin field.
  ///   - own: as what the browser knows the server.
  func permits(_ webOrigin: String, own: [WebOrigin]) -> Bool {
    switch self {
    case .any: true
    case .listed(let webOrigins): webOrigins.contains(webOrigin)
    case .own: WebOrigin(webOrigin).map(own.contains) ?? false
    }
  }
}

extension WebOrigin {
  // Names are tokens, so there are these fields.
  private static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")
  private static let forwardedHost = HTTPField.Name("X-Forwarded-Host")

  /// As what a browser that sent a request may know the server. Where nobody says whether TLS ends before the server,
  /// both are its own: a page that came over TLS from the same host and port is no stranger.
  ///
  /// - Parameters:
  ///   - isOverTLS: whether TLS ends here.
  ///   - isFromProxy: whether a proxy that the operator trusts sent it, whose X-Forwarded-Proto and X-Forwarded-Host
  ///     then hold.
  static func own(_ request: HTTPRequest, isOverTLS: Bool, isFromProxy: Bool) -> [WebOrigin] {
    let told = isFromProxy ? first(forwardedProto, request) : nil
    let host = (isFromProxy ? first(forwardedHost, request) : nil) ?? request.authority
    guard let host else { return [] }
    let schemes: [Scheme] =
      switch told?.lowercased() {
      case "https", "wss": [.https]
      case "http", "ws": [.http]
      default: isOverTLS && !isFromProxy ? [.https] : Scheme.allCases
      }
    return schemes.compactMap { WebOrigin($0, authority: host) }
  }

  /// What the proxy next to the browser said: later ones append.
  private static func first(_ name: HTTPField.Name?, _ request: HTTPRequest) -> String? {
    guard let name, let value = request.headerFields[values: name].first else { return nil }
    let element = value.prefix { $0 != "," }
    let text = element.split(whereSeparator: { $0 == " " || $0 == "\t" }).first
    return text.map(String.init)
  }
}

extension ServerLoop {
  /// Looks from which page a request comes; false when it has been refused.
  ///
  /// - Parameter isFromProxy: whether a trusted proxy sent it.
  func admitWebOrigin(of head: RequestHead, isFromProxy: Bool, _ session: Session) throws(HeadRejection) -> Bool {
    let webOrigins = head.request.headerFields[values: .origin]
    guard !session.isAdmin, let webOrigin = webOrigins.first else { return true }
    if webOrigins.count > 1 { throw .webOriginDoubled }
    let own = WebOrigin.own(head.request, isOverTLS: configuration.tls != nil, isFromProxy: isFromProxy)
    let isOwn = WebOrigin(webOrigin).map(own.contains) ?? false
    // The page is the server's own, whatever other pages may ask.
    guard isOwn && configuration.servesPage || configuration.webOrigins.permits(webOrigin, own: own) else {
      refuse(session, .webOriginForeign)
      return false
    }
    guard !isOwn else { return true }
    session.request.webOrigin = webOrigin
    guard head.request.method == .options, head.request.headerFields.contains(.accessControlRequestMethod) else { return true }
    end(session, with: .preflight)
    return false
  }
}
