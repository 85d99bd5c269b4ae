import EventStore
import HearthProtocol
import Ledger
import Room
import WebSocket

/// Who is at the other end: registering and logging in (SPEC section 2).
extension ServerLoop {
  // Limit: characters of a display name, as in groups.
  private static let nameCharactersMax = 50

  func register(_ register: Register, _ origin: Origin, _ session: Session) {
    let name = register.displayName.trimmed
    guard (1...Self.nameCharactersMax).contains(name.count), !name.unicodeScalars.contains(where: \.isControl) else {
      return refuse(
        origin,
        Rejected(
          .badRequest, field: "register.display_name", cause: "A name has 1 to 50 characters, none of them control characters.",
          remedy: "Register with such a name."))
    }
    session.login = .pending
    let token = DeviceToken.make()
    let random = RandomBytes.words()
    let registration = Registration(
      identity: IdentityID(milliseconds: now.wall, random: random), displayName: name, token: token.id, secretHash: token.secretHash,
      createdAt: now.wall)
    background.register(NewIdentity(registration: registration, token: token, origin: origin))
  }

  func registered(_ origin: Origin, _ newcomer: NewIdentity, _ result: Result<Void, StoreFailure>) {
    noteFailure(result)
    guard let session = session(origin.peer), session.stage == .open || session.stage == .call else { return }
    guard case .success = result else {
      session.login = .none
      let refusal = result == .full ? Rejected.storageFull() : .unavailable()
      refuse(origin, refusal)
      for message in takeHeld(session) { answer(refusal, to: message, session) }
      return
    }
    var answer = ServerMessage()
    answer.request = origin.request
    answer.registered.identityID = newcomer.registration.identity.description
    answer.registered.token = newcomer.token.text
    send(answer, to: origin.peer)
    // Who registers over HTTP has been answered, and comes again with the token.
    guard session.stage == .open else { return }
    welcome(session, newcomer.registration.identity, name: newcomer.registration.displayName, request: 0)
  }

  func logIn(_ hello: Hello, _ origin: Origin, _ session: Session) {
    guard let token = DeviceToken(hello.token) else { return close(session, .badToken) }
    session.login = .pending
    background.authenticate(token, origin: origin)
  }

  func authenticated(_ origin: Origin, _ result: Result<TokenRecord?, StoreFailure>) {
    guard let session = session(origin.peer) else { return }
    if session.stage == .call { return called(session, by: result) }
    guard session.stage == .open else { return }
    switch result {
    case .success(let record?): welcome(session, record.identity, name: record.displayName, request: origin.request)
    case .success(nil): close(session, .badToken)
    case .failure: close(session, .tryAgainLater)
    }
  }

  private func welcome(_ session: Session, _ identity: IdentityID, name: String, request: UInt32) {
    guard admit(identity, session) else { return }
    session.login = .identity(identity)
    var message = ServerMessage()
    message.request = request
    message.welcome.identityID = identity.description
    message.welcome.displayName = name
    message.welcome.serverTimeMs = now.wall
    message.welcome.messageBytesMax = configuration.messageBytesMax
    send(message, to: session.peer)
    guard session.mayHandleHeld else { return }
    // It has its turn with the others who have more than a turn's share; nothing that comes later overtakes what is held.
    loop.pauseReading(session.connection)
    visitNextTurn(session)
  }
}

extension Result where Success == Void, Failure == StoreFailure {
  fileprivate static func == (left: Self, right: StoreFailure) -> Bool {
    if case .failure(let failure) = left { failure == right } else { false }
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[first...last])
  }
}

extension Unicode.Scalar {
  /// Control and direction-override characters, which have no place in a name.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
