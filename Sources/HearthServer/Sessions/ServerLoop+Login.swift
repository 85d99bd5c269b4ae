import Cryptography
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
    if let flaw = name.nameFlaw(charactersMax: Self.nameCharactersMax) {
      return refuse(
        origin,
        .badRequest(
          flaw, field: "register.display_name", cause: "A name has 1 to 50 characters, none of them control characters.",
          remedy: "Register with such a name."))
    }
    guard let (device, token) = makeDevice(named: register.device, "register.device", origin) else { return }
    guard !background.space.isShort else { return refuse(origin, .storageFull()) }
    if let refusal = chargeRegistration(session) { return refuse(origin, refusal) }
    session.account.login = .pending
    let registration = Registration(
      identity: IdentityID(milliseconds: now.wall, random: RandomBytes.words()), displayName: name, device: device)
    background.register(NewIdentity(registration: registration, token: token, origin: origin))
  }

  /// A fresh device with its token; nil when it cannot be called that, which has then been answered.
  private func makeDevice(named name: String, _ field: String, _ origin: Origin) -> (NewDevice, DeviceToken)? {
    let name = name.trimmed
    if !name.isEmpty, let flaw = name.nameFlaw(charactersMax: Self.nameCharactersMax) {
      refuse(
        origin,
        .badRequest(
          flaw, field: field, cause: "A device's name has at most 50 characters, none of them control characters.",
          remedy: "Send such a name, or none."))
      return nil
    }
    let token = DeviceToken.make()
    let device = NewDevice(
      id: DeviceID(milliseconds: now.wall, random: RandomBytes.words()), name: name, token: token.id, secretHash: token.secretHash,
      createdAt: now.settled)
    return (device, token)
  }

  func registered(_ origin: Origin, _ newcomer: NewIdentity, _ result: Result<Void, StoreFailure>) {
    noteFailure(result)
    guard let session = session(origin.peer), session.stage == .open || session.stage == .call else { return }
    switch result {
    case .success:
      let registration = newcomer.registration
      letIn(session, registration.identity, name: registration.displayName, registration.device, newcomer.token, origin)
    case .failure(let failure): turnAway(session, failure == .full ? .storageFull() : .unavailable(), origin)
    }
  }

  /// Logs in a device by the code that another one shows (SPEC ID-08).
  func link(_ wish: LinkDevice, _ origin: Origin, _ session: Session) {
    guard let (device, token) = makeDevice(named: wish.device, "link_device.device", origin) else { return }
    // Text that cannot be a code takes the same way as a wrong code (SPEC IN-04).
    let hash = LinkCodes.hash(ofTyped: wish.code) ?? []
    let isKnown = links.withLock { [now = loop.now] in $0.knows(hash, now: now) }
    if let refusal = charge(session, nil, wrongCode: !isKnown) { return refuse(origin, refusal) }
    // Before the code is used up, and whether it is one or not.
    guard !background.space.isShort else { return refuse(origin, .storageFull()) }
    guard let grant = links.withLock({ [now = loop.now] in $0.take(hash, now: now) }) else { return refuse(origin, .linkInvalid()) }
    session.account.login = .pending
    let link = DeviceLink(identity: grant.identity, giver: grant.giver, device: device)
    background.changeDevices(for: number) { directory throws(StoreFailure) in
      try directory.link(link)
    } then: { loop, result in
      loop.linked(origin, link, token, result)
    }
  }

  private func linked(_ origin: Origin, _ link: DeviceLink, _ token: DeviceToken, _ result: Result<LinkOutcome, StoreFailure>) {
    noteFailure(result)
    guard let session = session(origin.peer), session.stage == .open || session.stage == .call else { return }
    switch result {
    case .success(.linked(let name)): letIn(session, link.identity, name: name, link.device, token, origin)
    case .success(.giverRevoked): turnAway(session, .linkInvalid(), origin)
    case .success(.tooMany): turnAway(session, .tooManyDevices(), origin)
    case .failure(let failure): turnAway(session, failure == .full ? .storageFull() : .unavailable(), origin)
    }
  }

  private func turnAway(_ session: Session, _ refusal: Rejected, _ origin: Origin) {
    session.account.login = .none
    refuse(origin, refusal)
    for message in takeHeld(session) { answer(refusal, to: message, session) }
    endIfSaid(session)
  }

  /// Ends a connection of which nothing more comes, once all that came has been handled and answered.
  func endIfSaid(_ session: Session) {
    guard session.stage == .open, session.input.hasEnded, !session.isPutOff, !session.account.isLoggingIn, session.owed.isEmpty,
      session.reads.streams.isEmpty
    else { return }
    endInput(session.connection)
  }

  /// Shows a new device its token, this once.
  private func letIn(_ session: Session, _ identity: IdentityID, name: String, _ device: NewDevice, _ token: DeviceToken, _ origin: Origin)
  {
    var answer = ServerMessage()
    answer.request = origin.request
    answer.registered.identityID = identity.description
    answer.registered.token = token.text
    answer.registered.deviceID = device.id.description
    send(answer, to: origin.peer)
    // Who registers over HTTP has been answered, and comes again with the token.
    guard session.stage == .open else { return }
    welcome(session, Bearer(device, of: identity, name: name), request: 0)
  }

  func logIn(_ hello: Hello, _ origin: Origin, _ session: Session) {
    guard let token = BearerToken(hello.token, configuration.issuer) else { return close(session, .badToken) }
    session.account.login = .pending
    background.authenticate(token, at: clocks(), for: number) { $0.authenticated(origin, $1) }
  }

  private func authenticated(_ origin: Origin, _ result: Result<Bearer?, StoreFailure>) {
    guard let session = session(origin.peer) else { return }
    let result = current(result, session)
    guard session.stage == .open else { return }
    switch result {
    case .success(.suspended?):
      deny(.loginRefused, session)
      close(session, .suspended)
    case .success(let bearer?): welcome(session, bearer, request: origin.request)
    case .success(nil): close(session, .badToken)
    case .failure: close(session, .tryAgainLater)
    }
  }

  /// What the look-up of a token means by now: nothing if it has ended meanwhile. The use is noted, once a day and when
  /// it ends others.
  func current(_ result: Result<Bearer?, StoreFailure>, _ session: Session) -> Result<Bearer?, StoreFailure> {
    guard case .success(let bearer?) = result else { return result }
    if case .suspended = bearer { return result }
    guard case .device(let record) = bearer else {
      denials.note(.loginAccepted, from: AuditNetwork(session.address))
      return result
    }
    if record.scope != nil { tokenConnections.insert(session.connection) }
    // A replaced token may be in other hands.
    if record.isEnded {
      deny(.endedTokenUsed, session)
      // Or the other way round. A copy that has not heard of the replacement is only refused for as long as endings are
      // remembered.
      if !endings.contains(Credential(record)) { suspects.note(record, now: clocks().steady) }
    }
    guard !record.isEnded, !endings.contains(Credential(record)) else { return .success(nil) }
    if tokenLife.isOver(record, now: now.settled) {
      deny(.tokenTooOld, session)
      return .success(nil)
    }
    denials.note(.loginAccepted, from: AuditNetwork(session.address))
    let day = now.settled / DeviceLimits.dayMilliseconds
    if record.usedDay < day || record.endsOthers || !record.wasUsed { background.noteUse(TokenUse(token: record.id, day: day)) }
    return result
  }

  /// Takes a device away whose replaced token was shown when nobody remembers its end any more.
  func revokeStolen() {
    for suspect in suspects.take(now: clocks().steady) where !endings.contains(suspect.credential) {
      background.revokeStolen(suspect.credential.device, of: suspect.identity, now: now.wall, for: number) { loop in
        var suspect = suspect
        suspect.shownAt = loop.clocks().steady
        loop.suspects.note(suspect)
      }
    }
  }

  private var tokenLife: TokenLife { TokenLife(days: configuration.tokenDays, idleDays: configuration.tokenIdleDays) }

  /// Notes on each day that a device is used as long as it is connected, where it matters.
  func noteStay(_ session: Session) {
    guard configuration.tokenIdleDays != nil, let credential = session.account.credential else { return }
    let day = now.settled / DeviceLimits.dayMilliseconds
    guard session.account.usedDay != day else { return }
    session.account.usedDay = day
    background.noteUse(TokenUse(token: credential.token, day: day))
  }

  /// Notes how long the token of a device lets in, for a connection that may last longer (SPEC ID-14).
  func noteLife(of bearer: Bearer, _ session: Session) {
    guard case .device(let record) = bearer else { return }
    session.account.expiresAt = tokenLife.milliseconds(left: record, now: now.settled).map { clocks().steady + $0 }
    session.account.usedDay = now.settled / DeviceLimits.dayMilliseconds
  }

  private func welcome(_ session: Session, _ bearer: Bearer, request: UInt32) {
    if let credential = bearer.credential, endings.contains(credential) { return close(session, .badToken) }
    guard admit(bearer.identity, session) else { return }
    session.account.logIn(bearer)
    noteLife(of: bearer, session)
    send(.welcome(bearer, configuration, now: now.wall, request: request), to: session.peer)
    guard session.mayHandleHeld else { return endIfSaid(session) }
    // It has its turn with the others who have more than a turn's share; nothing that comes later overtakes what is
    // held.
    loop.pauseReading(session.connection)
    visitNextTurn(session)
  }
}

extension String {
  /// Without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[first...last])
  }

  /// Why it is no name; nil: it is one.
  func nameFlaw(charactersMax: Int, bytesMax: Int = .max) -> BadRequestReason? {
    if isEmpty { return .textMissing }
    if utf8.count > bytesMax || count > charactersMax { return .textTooLong }
    return unicodeScalars.contains(where: \.isControl) ? .textNotAllowed : nil
  }
}

extension Unicode.Scalar {
  /// Control and direction-override characters, which have no place in a name.
  var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
