import Cryptography
import HTTPTypes
import HearthProtocol
import Ledger
import Logging
import Page
import Transport
import WebSocket

/// From bytes to the HTTP request, and from there to a WebSocket or a small answer.
extension ServerLoop {
  /// What stands behind the paths.
  enum Door {
    /// The WebSocket (SPEC HS-01).
    case webSocket
    /// Puts a receipt's file there (SPEC AT-02).
    case putAttachment
    /// Fetches a receipt's file (SPEC AT-05).
    case getAttachment
    /// One message (SPEC HT-01).
    case call(CallRoute)
    /// A file of the page, or the description of the calls.
    case page(PageFile)
    /// The process runs its loop.
    case health
    /// It takes connections, and writes what members say.
    case readiness
    /// What an operator's monitoring reads.
    case metrics
  }

  private static let programRoutes: [RouteTable<Door>.Route] =
    [
      .init(method: .get, path: "/v1/socket", door: .webSocket),
      .init(method: .put, path: "/v1/groups/{}/attachments/{}", door: .putAttachment),
      .init(method: .get, path: "/v1/groups/{}/attachments/{}", door: .getAttachment),
      .init(method: .put, path: "/v1/groups/{}/minors/{}/attachments/{}", door: .putAttachment),
      .init(method: .get, path: "/v1/groups/{}/minors/{}/attachments/{}", door: .getAttachment),
    ]
    + [HTTPRequest.Method.get, .head].map { .init(method: $0, path: PageFile.description.path, door: .page(.description)) }
    + CallTable.routes.flatMap { route in route.methods.map { .init(method: $0, path: route.pattern, door: .call(route)) } }
  private static let memberRoutes = RouteTable<Door>(programRoutes)
  private static let memberAndPageRoutes = RouteTable<Door>(programRoutes + pageRoutes)
  private static let adminRoutes = RouteTable<Door>(
    [("/healthz", Door.health), ("/readyz", .readiness), ("/metrics", .metrics)].flatMap { path, door in
      [HTTPRequest.Method.get, .head].map { .init(method: $0, path: path, door: door) }
    })

  /// What is answered without a WebSocket, and the connection then closed.
  enum Refusal {
    case requestTimeout
    case unavailable
    case tooManyConnections
    case unknownPath
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    case tokenInTarget
    case framesTooEarly
    case forwardedForMalformed
    case webOriginForeign
    case tokenUnknown
    /// The token is good, and the operator has shut its owner out.
    case accountSuspended
    case notPermitted
    /// The sender keeps everything of theirs from the group.
    case separated
    case lengthMissing
    case bodyEmpty
    case bodyTooLarge
    case otherContent
    case tooManyRequests(retryAfterMilliseconds: UInt32)
    case tooManyBytes(perHour: Int, retryAfterMilliseconds: UInt32)
    case storageFull
    case quotaReached(ofServer: Bool)

    var status: HTTPResponse.Status {
      switch self {
      case .requestTimeout: .requestTimeout
      case .unavailable: .serviceUnavailable
      case .tooManyConnections, .tooManyRequests, .tooManyBytes: .tooManyRequests
      case .unknownPath: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .tokenInTarget, .framesTooEarly, .forwardedForMalformed, .bodyEmpty: .badRequest
      case .tokenUnknown, .accountSuspended: .unauthorized
      case .notPermitted, .webOriginForeign: .forbidden
      case .lengthMissing: .lengthRequired
      case .bodyTooLarge: .contentTooLarge
      case .otherContent: .unprocessableContent
      case .separated: RejectionCode.separated.httpStatus
      case .storageFull, .quotaReached: RejectionCode.storageFull.httpStatus
      }
    }
  }

  /// Takes bytes of the request. What follows its head already belongs to the WebSocket.
  func readRequest(_ bytes: UnsafeMutableRawBufferPointer, _ session: Session) {
    var position = 0
    do {
      guard let head = try session.request.head?.read(UnsafeRawBufferPointer(bytes), from: &position) else {
        chargeMemory(session)
        return restReading(session)
      }
      session.request.head = nil
      if !session.isAdmin { ownCounts.requests += 1 }
      chargeMemory(session)
      // Only whom a trusted proxy speaks for is not counted yet.
      let isFromProxy = session.place.address == nil
      session.request.isFromProxy = isFromProxy
      session.request.isHead = head.request.method == .head
      session.request.name = RequestName.of(head.request.headerFields)
      session.request.isUpgrade = head.request.headerFields.contains(.upgrade)
      session.request.isLast = isLast(head, session)
      guard admit(head, session), try admitWebOrigin(of: head, isFromProxy: isFromProxy, session) else { return }
      try answer(head, followedBy: UnsafeRawBufferPointer(rebasing: bytes[position...]), session)
    } catch {
      if !session.isAdmin { status.proxies.note(UnsafeRawBufferPointer(bytes), from: session.address) }
      return end(session, with: HTTPAnswer(error, isExplained: !session.request.isUpgrade), isHead: session.request.isHead)
    }
    guard position < bytes.count else { return }
    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[position...])
    switch session.stage {
    case .open: readFrames(rest, session)
    // What stands behind it is with it.
    case .request, .checking, .exchange, .call, .feed, .parting, .closing: break
    }
  }

  /// A peer that sends a request in very many pieces (H23) has those that arrive within a moment read together: each by
  /// itself costs a turn.
  private func restReading(_ session: Session) {
    guard session.request.pieces.add() else { return }
    loop.pauseReading(session.connection)
    _ = loop.schedule(afterMilliseconds: Self.restMilliseconds, token: session.connection.rawValue)
  }

  // Timers have a grain of 50 ms: it is 25 to 75.
  private static let restMilliseconds: Int64 = 25

  /// The moment is over.
  func readOn(_ connection: ConnectionID) {
    guard let session = session(connection), session.stage == .request else { return }
    loop.resumeReading(connection)
  }

  private func answer(_ head: RequestHead, followedBy rest: UnsafeRawBufferPointer, _ session: Session) throws(HeadRejection) {
    let target = head.request.path ?? "/"
    let path = target.prefix { $0 != "?" }
    let routes = session.isAdmin ? Self.adminRoutes : configuration.servesPage ? Self.memberAndPageRoutes : Self.memberRoutes
    switch routes.match(head.request.method, path) {
    case .unknownPath:
      // A slash too many at the end names the same (SPEC HT-01).
      guard path.hasSuffix("/"), case .door(.call(let route), let parts) = routes.match(head.request.method, path.dropLast()) else {
        return refuse(session, .unknownPath)
      }
      begin(head, route, parts, query: query(of: target, behind: path), followedBy: rest, session)
    case .methodNotAllowed(let allowed): refuse(session, .methodNotAllowed(allowed: allowed))
    case .door(.putAttachment, let parts), .door(.getAttachment, let parts):
      guard path.count == target.count else { return refuse(session, .tokenInTarget) }
      begin(head, parts, followedBy: rest, session)
    case .door(.call(let route), let parts):
      begin(head, route, parts, query: query(of: target, behind: path), followedBy: rest, session)
    case .door(.webSocket, _):
      // A token in a URL ends up in logs; nothing is expected in the query (H40).
      guard path.count == target.count else { return refuse(session, .tokenInTarget) }
      // RFC 6455 §4.1: a client waits for the answer before it sends frames; a little is forgiven.
      guard rest.count <= configuration.heldBytesMax else { return refuse(session, .framesTooEarly) }
      try open(head, followedBy: rest, session)
    case .door(.page(let file), _): show(file, head, followedBy: rest, session)
    case .door(.health, _): end(session, with: .text(.ok, "ok\n"), isHead: head.request.method == .head)
    case .door(.readiness, _): end(session, with: readiness, isHead: head.request.method == .head)
    case .door(.metrics, _): tellMetrics(head, session)
    }
  }

  private func query(of target: String, behind path: Substring) -> Substring? {
    path.count == target.count ? nil : target.dropFirst(path.count + 1)
  }

  /// Whether the server takes members and writes what they say; otherwise why not.
  private var readiness: HTTPAnswer {
    guard configuration.takesMembers else { return .text(.serviceUnavailable, "starting\n") }
    guard status.isReady else { return .text(.serviceUnavailable, status.isStoreAway ? "the store is away\n" : "draining\n") }
    guard !background.space.isShort else { return .text(.serviceUnavailable, "the disk is nearly full: writes are refused\n") }
    return .text(.ok, "ready\n")
  }

  // MARK: Answers

  /// Answers a request that gets no WebSocket, with a problem that says why and what helps (SPEC HT-03). To one that
  /// asks for a WebSocket the status is all: of more its browser would tell nobody.
  func refuse(_ session: Session, _ refusal: Refusal) {
    let isUpgrade = session.request.isUpgrade
    var answer = isUpgrade ? HTTPAnswer(refusal.status) : HTTPAnswer.problem(CallRefusal(refusal.problem, refusal.status))
    switch refusal {
    case .unavailable, .tooManyConnections:
      // H41, H42: spread, so that those who were refused do not come back together.
      answer.retry(afterSeconds: UInt64(1 + session.connection.spread(to: 9)))
    case .methodNotAllowed(let allowed): answer[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
    case .tooManyRequests, .tooManyBytes, .storageFull, .quotaReached:
      answer.retry(afterSeconds: (UInt64(refusal.problem.retryAfterMs) + 999) / 1_000)
    case .tokenUnknown, .accountSuspended:
      deny(.loginRefused, session)
      answer.askForToken()
    case .notPermitted: denials.note(.forbidden, in: session.exchange?.group)
    case .requestTimeout, .unknownPath, .tokenInTarget, .framesTooEarly, .forwardedForMalformed, .webOriginForeign, .lengthMissing,
      .bodyEmpty,
      .bodyTooLarge, .otherContent, .separated:
      break
    }
    end(session, with: answer, isHead: session.request.isHead)
  }

  /// Sends an answer as the last of its connection.
  ///
  /// - Parameter isHead: whether the head alone is wanted; it is that of the whole answer (RFC 9110 §9.3.2).
  func end(_ session: Session, with answer: HTTPAnswer, isHead: Bool = false) {
    write(isHead ? answer.withoutBody : answer, session)
    guard output.count > Self.lastWordsBytesMax else { return finish(session) }
    // What is so long was asked for: its size is no slowness of who reads it.
    beginClosing(session)
    loop.allow(extraBytes: output.count, for: session.connection)
    flushOutput(to: session)
    loop.close(session.connection, .afterFlush)
  }

  // Limit: bytes for which there is always space, however much is queued (`Loop.finish`).
  private static let lastWordsBytesMax = 4_096

  /// Puts an answer into `output`, and nothing else.
  func write(_ answer: HTTPAnswer, _ session: Session) {
    var answer = answer
    if let webOrigin = session.request.webOrigin { answer.permit(webOrigin) }
    if let name = session.request.name, let field = RequestName.field { answer[field] = name }
    if !session.isAdmin {
      status.log.debug("a request was answered", metadata: words(about: session, answered: answer.response.status))
    }
    output.removeAll(keepingCapacity: true)
    HeadWriter.append(answer.head, to: &output)
    output.append(contentsOf: answer.body)
  }

  /// What the log says of a request: its id, which its sender has given it or its command, and is made here otherwise.
  private func words(about session: Session, answered status: HTTPResponse.Status) -> Logger.Metadata {
    var name = session.request.name ?? session.call?.commandID ?? ""
    if name.isEmpty { name = CommandID(milliseconds: now.wall, random: RandomBytes.words()).description }
    var words: Logger.Metadata = ["request": "\(name)", "status": "\(status.code)"]
    if let call = session.call {
      words["call"] = "\(call.route.methods[0].rawValue) \(call.route.path)"
      if !call.commandID.isEmpty { words["command"] = "\(call.commandID)" }
    }
    return words
  }

  /// Asks for the body of a request whose client waits for that (RFC 9110 §10.1.1).
  func sayContinue(_ session: Session) {
    output.removeAll(keepingCapacity: true)
    HeadWriter.append(HTTPResponse(status: .continue), to: &output)
    flushOutput(to: session)
  }
}
