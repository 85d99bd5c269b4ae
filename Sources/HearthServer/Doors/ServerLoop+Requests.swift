import HTTPTypes
import HearthProtocol
import Transport
import WebSocket

/// From bytes to the HTTP request, and from there to a WebSocket or a small answer.
extension ServerLoop {
  /// The path of the WebSocket (SPEC HS-01).
  static let socketPath = "/v1/socket"

  /// What is answered without a WebSocket, and the connection then closed.
  enum Refusal {
    case requestTimeout
    case unavailable
    case notFound
    case tokenInTarget

    var status: HTTPResponse.Status {
      switch self {
      case .requestTimeout: .requestTimeout
      case .unavailable: .serviceUnavailable
      case .notFound: .notFound
      case .tokenInTarget: .badRequest
      }
    }
  }

  /// Takes bytes of the request. What follows its head already belongs to the WebSocket.
  func readRequest(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    var position = 0
    do {
      guard let head = try session.head.read(UnsafeRawBufferPointer(bytes), from: &position) else { return }
      if session.isAdmin { return answerAdmin(head, session) }
      try open(head, session)
    } catch {
      return end(session, with: error.response)
    }
    if session.stage == .open, position < bytes.count {
      readFrames(UnsafeMutableRawBufferPointer(rebasing: bytes[position...]), session)
    }
  }

  /// Answers a request that gets no WebSocket.
  func refuse(_ session: Session, _ refusal: Refusal) {
    var response = HTTPResponse(status: refusal.status)
    response.headerFields[.connection] = "close"
    response.headerFields[.contentLength] = "0"
    if case .unavailable = refusal {
      // H42: spread, so that those who were refused do not come back together.
      response.headerFields[.retryAfter] = String(Int.random(in: 1...10))
    }
    end(session, with: response)
  }

  private func open(_ head: RequestHead, _ session: Session) throws(HeadRejection) {
    let target = head.request.path ?? "/"
    let path = target.prefix { $0 != "?" }
    guard path == Self.socketPath else { return refuse(session, .notFound) }
    // A token in a URL ends up in logs; nothing is expected in the query (H40).
    guard path.count == target.count else { return refuse(session, .tokenInTarget) }
    var upgrade = UpgradeConfiguration(subprotocols: WireFormat.allCases.map(\.rawValue))
    upgrade.origins = configuration.origins
    var acceptance = try ServerUpgrade.decide(head, configuration: upgrade)
    guard case .serving = phase, status.connectionCount <= configuration.connectionsMax else { return refuse(session, .unavailable) }
    let compression = agree(to: acceptance.extensionOffers)
    acceptance.response.headerFields[.secWebSocketExtensions] = compression?.answer
    session.open(acceptance.subprotocol.flatMap(WireFormat.init(rawValue:)) ?? .json, compression?.agreement, configuration)
    output.removeAll(keepingCapacity: true)
    HeadWriter.append(acceptance.response, to: &output)
    flushOutput(to: session)
  }

  /// `/healthz`: the process runs its loop. `/readyz`: it takes connections.
  private func answerAdmin(_ head: RequestHead, _ session: Session) {
    let path = head.request.path ?? "/"
    let (status, text): (HTTPResponse.Status, String) =
      switch (head.request.method, path) {
      case (.get, "/healthz"): (.ok, "ok\n")
      case (.get, "/readyz"): self.status.isReady ? (.ok, "ready\n") : (.serviceUnavailable, "draining\n")
      case (_, "/healthz"), (_, "/readyz"): (.methodNotAllowed, "")
      default: (.notFound, "")
      }
    var response = HTTPResponse(status: status)
    response.headerFields[.contentType] = "text/plain; charset=utf-8"
    response.headerFields[.contentLength] = String(text.utf8.count)
    response.headerFields[.connection] = "close"
    if status == .methodNotAllowed { response.headerFields[.allow] = "GET" }
    end(session, with: response, body: text)
  }

  private func end(_ session: Session, with response: HTTPResponse, body: String = "") {
    output.removeAll(keepingCapacity: true)
    HeadWriter.append(response, to: &output)
    output.append(contentsOf: body.utf8)
    finish(session)
  }
}
