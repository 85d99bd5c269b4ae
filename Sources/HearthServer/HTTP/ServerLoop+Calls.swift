import Cryptography
import EventStore
import HTTPTypes
import HearthProtocol
import Room
import Transport
import WebSocket

/// Messages over HTTP: one request is one message of a client, and its answer the response (SPEC section 18).
///
/// The message takes the way of any other from `handle` on; nothing is decided, checked or counted here that would not
/// be on a WebSocket.
extension ServerLoop {
  // Limit: a call whose answer is this many times as late as a body may be is answered that it is not known; what is
  // late is the store.
  private static let answerPatience: Int64 = 3

  /// Begins a call whose request head has been read. Nothing of the body is taken before it is known who calls.
  func begin(
    _ head: RequestHead, _ route: CallRoute, _ parts: [Substring], query: Substring?, followedBy rest: UnsafeRawBufferPointer,
    _ session: Session
  ) {
    guard case .serving = phase, !limits.memory.isTight else { return answer(Self.notServing(session), session) }
    session.stage = .call
    session.stageSince = loop.now
    let token = BearerToken(bearerOf: head.request.headerFields, configuration.issuer)
    // Who shows a token that is none is told so, rather than taken for somebody else.
    let showsToken = route.takesToken && head.request.headerFields.contains(.authorization)
    guard !(route.needsToken || showsToken) || token != nil else { return answer(unauthorized, session) }
    do throws(CallRefusal) {
      session.call = try Call(head, route, parts, query: query, bodyBytesMax: Int(configuration.messageBytesMax))
    } catch {
      return answer(error, session)
    }
    loop.pauseReading(session.connection)
    takeCall(rest, session)
    guard session.stage == .call else { return }
    if route.needsToken || showsToken, let token {
      background.authenticate(token, at: clocks(), for: number) { [peer = session.peer] loop, result in
        guard let session = loop.session(peer) else { return }
        let result = loop.current(result, session)
        if session.stage == .call { loop.called(session, by: result) }
      }
    } else {
      goOn(session)
    }
  }

  private var unauthorized: CallRefusal {
    let token =
      configuration.issuer == nil
      ? "the token that registering gave, or link the device again" : "a token of the issuer that the operator names"
    return CallRefusal(
      Rejected(
        .unauthorized, cause: "The token is unknown or too old, or none was sent.", remedy: "Send Authorization: Bearer and \(token)."))
  }

  /// The token of a call has been looked up.
  private func called(_ session: Session, by result: Result<Bearer?, StoreFailure>) {
    switch result {
    case .success(nil): answer(unauthorized, session)
    case .success(.suspended?): answer(CallRefusal(.suspended()), session)
    case .failure(let failure): answer(CallRefusal(failure == .full ? .storageFull() : .unavailable()), session)
    case .success(let bearer?):
      guard admit(bearer.identity, session) else { return }
      session.account.logIn(bearer)
      if session.call?.feed != nil { noteLife(of: bearer, session) }
      if let refusal = charge(session) { return answer(CallRefusal(refusal), session) }
      goOn(session)
    }
  }

  /// The caller is known: asks for the body, or for the answer when it is there.
  private func goOn(_ session: Session) {
    guard let call = session.call else { return }
    session.call?.isKnown = true
    if call.hasWholeRequest { return ask(session) }
    if call.awaitsContinue, call.collected.isEmpty { sayContinue(session) }
    session.stageSince = loop.now
    loop.resumeReading(session.connection)
  }

  /// Takes bytes of the body. What follows it is the next request, which is read behind the answer.
  func takeCall(_ bytes: UnsafeRawBufferPointer, _ session: Session) {
    // No copy of the call is held meanwhile, or each segment would copy what has come before it.
    guard let missing = session.call.map({ $0.hasWholeRequest ? 0 : $0.sizeBytes - $0.collected.count }) else { return }
    if bytes.count > missing { keepForLater(UnsafeRawBufferPointer(rebasing: bytes[missing...]), session) }
    guard missing > 0, session.stage == .call else { return }
    session.call?.collected.append(contentsOf: bytes.prefix(missing))
    chargeMemory(session)
    if session.stage == .call, session.call?.isKnown == true, session.call?.hasWholeRequest == true { ask(session) }
  }

  /// Makes the message and gives it to whoever handles messages.
  private func ask(_ session: Session) {
    guard let call = session.call, !call.isAsked else { return }
    // SPEC CM-06: what arrives during the drain is not taken.
    guard case .serving = phase else { return answer(Self.notServing(session), session) }
    session.call?.isAsked = true
    session.input.messageBytes = call.collected.count
    session.call?.collected = []
    chargeMemory(session)
    guard session.stage == .call else { return }
    var message = ClientMessage()
    do throws(CallRefusal) {
      var owner = ""
      if case .identity(let identity) = session.account.login { owner = identity.description }
      let fresh = CommandID(milliseconds: now.wall, random: RandomBytes.words()).description
      var reading = try CallReading(call, limits: configuration.json, owner: owner, freshID: fresh)
      message.body = try call.route.message(&reading)
      session.call?.madeID = reading.madeID
      if call.route.isCommand { session.call?.commandID = reading.commandID }
    } catch {
      return answer(error, session)
    }
    if let wish = call.feed { prepareFeed(wish, session) }
    handle(message, session)
  }

  // MARK: Answers

  func answer(_ message: ServerMessage, toCallOf session: Session) {
    // Of what was made is asked how it stands. The command is done, whatever comes of the question.
    if case .accepted(let accepted) = message.body, let call = session.call, let made = MadeThing(accepted, by: call) {
      session.call?.made = made
      if case .serving = phase { return handle(made.question, session) }
    }
    var answer = CallAnswer(message, to: session.call)
    answer.omit(session.call?.known ?? [])
    respond(answer.http, session)
  }

  private func answer(_ refusal: CallRefusal, _ session: Session) {
    // What is done is said, although it is not known how it stands now.
    if session.call?.made != nil { return respond(CallAnswer(ServerMessage(), to: session.call).http, session) }
    var refusal = refusal
    // A caller who is not told what became of a command has to be able to ask again.
    if let call = session.call, call.isAsked { refusal.rejected.commandID = call.commandID }
    noteDenial(in: refusal.rejected, to: session)
    respond(.problem(refusal), session)
  }

  /// The refusal while the server does not serve; not all come back at once (H42).
  private static func notServing(_ session: Session) -> CallRefusal {
    var refusal = CallRefusal(.unavailable())
    refusal.rejected.retryAfterMs = 1_000 * UInt32(1 + session.connection.spread(to: 9))
    return refusal
  }

  private func respond(_ answer: HTTPAnswer, _ session: Session) {
    guard session.stage != .closing else { return }
    // Nothing that is still being looked up for this call may answer the next one.
    let hasOutcome = session.call.map { $0.isAsked && !$0.isGivenUp } ?? false
    let isLast = session.request.isLast || session.input.hasEnded && session.input.postponed.isEmpty
    if case .serving = phase, hasOutcome, !isLast { return sendKeeping(answer, session) }
    beginClosing(session)
    write(answer, session)
    // A page was asked for: its size is no slowness of whoever reads it.
    loop.allow(extraBytes: output.count, for: session.connection)
    flushOutput(to: session)
    // Who takes a page slowly has a connection as long as that.
    if loop.queuedBytes(of: session.connection) == 0 { releaseIdentity(session) }
    // A group may be about to take it for a reader.
    sayDisconnected(session)
    loop.close(session.connection, .afterFlush)
  }

  /// Ends a call that cannot go on.
  func end(callOf session: Session, _ farewell: Farewell) {
    session.call?.isGivenUp = true
    switch farewell {
    case .tooManyConnections:
      answer(
        CallRefusal(
          Rejected(
            .rateLimited, cause: "The identity has as many connections as it may.", remedy: "End another one, or wait for its answer.",
            retryAfterMilliseconds: 1_000)), session)
    case .revoked, .expired, .badToken: answer(unauthorized, session)
    case .suspended: answer(CallRefusal(.suspended()), session)
    case .notLoggedIn, .loginTimeout, .tooMuchHeld, .slowConsumer, .tooManyOffences, .serverRestarts, .tryAgainLater, .memoryShort,
      .removed:
      answer(CallRefusal(.unavailable()), session)
    }
  }

  func checkDeadline(ofCall session: Session, _ now: Int64) {
    guard let call = session.call else { return }
    defer { session.call?.isGivenUp = false }
    session.call?.isGivenUp = true
    let waited = now - session.stageSince
    if call.isKnown, !call.hasWholeRequest {
      let patience = call.route.takesFile ? configuration.attachmentMilliseconds : configuration.messageMilliseconds
      guard waited >= patience else { return }
      answer(
        CallRefusal.malformed("", "The body did not come in time.", "Send the request again, whole.", .requestTimeout), session)
    } else if waited >= configuration.messageMilliseconds * Self.answerPatience {
      answer(CallRefusal(.unavailable()), session)
    }
  }
}
