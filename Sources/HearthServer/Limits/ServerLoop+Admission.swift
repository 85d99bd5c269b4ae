import HTTPTypes
import HearthProtocol
import Room
import Transport
import WebSocket

/// Who is let in, and how much they may say (SPEC HS-08, ID-05, CM-08, CM-10).
extension ServerLoop {
  /// Counts a connection that has come. One too many is answered at once, so that it costs nothing while it says
  /// nothing.
  func admit(_ session: Session) {
    guard session.isAdmin || (isServing && configuration.takesMembers), limits.admitConnection(isAdmin: session.isAdmin) else {
      return turnAway(session, .unavailable)
    }
    session.place.isCounted = true
    // For whom a proxy speaks is known when the request has been read.
    guard !session.isAdmin, !configuration.trustedProxies.contains(where: { $0.includes(session.address) }) else { return }
    count(session)
  }

  private var isServing: Bool { if case .serving = phase { true } else { false } }

  /// Says that there is no space, as long as those who are told so are few.
  private func turnAway(_ session: Session, _ refusal: Refusal) {
    guard limits.mayTurnAway() else { return loop.close(session.connection, .immediately) }
    session.place.isTurnedAway = true
    refuse(session, refusal)
  }

  /// Finds out who is behind a trusted proxy; false when the request has been refused.
  func admit(_ head: RequestHead, _ session: Session) -> Bool {
    guard !session.isAdmin else { return true }
    guard session.place.address == nil else {
      status.proxies.note(head.request.headerFields, from: session.address)
      return true
    }
    do {
      session.address = try ForwardedFor.client(
        head.request.headerFields, address: session.address, trusted: configuration.trustedProxies)
    } catch {
      refuse(session, .forwardedForMalformed)
      return false
    }
    return count(session)
  }

  @discardableResult
  private func count(_ session: Session) -> Bool {
    let key = AddressKey(session.address)
    guard limits.admit(key) else {
      // Its address may have no more of the server's places, not even until it has gone.
      releasePlace(session)
      deny(.connectionsLimited, session)
      status.proxies.noteLimit("connections", of: session.address)
      turnAway(session, .tooManyConnections)
      return false
    }
    session.place.address = key
    return true
  }

  /// Counts a connection of an identity; false when it has too many and this one is being closed.
  func admit(_ identity: IdentityID, _ session: Session) -> Bool {
    guard count(identity, session) else {
      close(session, .tooManyConnections)
      return false
    }
    return true
  }

  /// Counts a connection of an identity; false when it has too many.
  func count(_ identity: IdentityID, _ session: Session) -> Bool {
    guard limits.admit(identity) else {
      deny(.connectionsLimited, session)
      return false
    }
    session.place.identity = identity
    return true
  }

  /// A connection says and hears nothing more: its identity may have another one.
  func releaseIdentity(_ session: Session) {
    if let identity = session.place.identity { limits.release(identity) }
    session.place.identity = nil
  }

  /// A connection is gone.
  func release(_ session: Session) {
    releaseIdentity(session)
    abandonExchange(session)
    limits.memory.discharge(session.place.chargedBytes)
    session.place.chargedBytes = 0
    if let address = session.place.address { limits.release(address) }
    releasePlace(session)
    if session.place.isTurnedAway { limits.forgetTurnedAway() }
    session.place.address = nil
    session.place.isTurnedAway = false
  }

  private func releasePlace(_ session: Session) {
    if session.place.isCounted { limits.releaseConnection(isAdmin: session.isAdmin) }
    session.place.isCounted = false
  }

  /// Charges the memory budget with what a connection holds of its request, of unfinished messages and of those that
  /// wait.
  func chargeMemory(_ session: Session) {
    let bytes =
      session.wire.webSocket.chargedBytes + session.input.postponed.capacity + session.input.heldBytes
      + (session.wire.fragments?.chargedBytes ?? 0)
      + (session.exchange?.chargedBytes ?? 0) + (session.call?.collected.capacity ?? 0) + (session.request.head?.chargedBytes ?? 0)
    guard bytes != session.place.chargedBytes else { return }
    let hasGrown = bytes > session.place.chargedBytes
    limits.memory.charge(bytes - session.place.chargedBytes)
    session.place.chargedBytes = bytes
    // The peer that makes it worse goes, rather than those whose queues the loops could drop.
    if hasGrown, limits.memory.isShort { close(session, .memoryShort) }
  }

  /// Charges whoever would be somebody new (SPEC ID-09); the refusal when there were too many from there.
  func chargeRegistration(_ session: Session) -> Rejected? {
    guard let wait = limits.chargeRegistration(AddressKey(session.address), now: loop.now) else { return nil }
    deny(.registrationsLimited, session)
    status.proxies.noteLimit("new identities", of: session.address)
    return Rejected(
      .rateLimited, cause: "More than \(configuration.registrationsPerHour) identities an hour were made from here.",
      remedy: "Wait as long as retry_after_ms says and register again, or log in as who you are.", retryAfterMilliseconds: wait)
  }

  /// Charges whoever looks at an invite without an identity (SPEC IN-13); the refusal when there were too many from
  /// there.
  func chargePreview(_ session: Session) -> Rejected? {
    guard let wait = limits.previews.charge(AddressKey(session.address), now: loop.now) else { return nil }
    deny(.messagesLimited, session)
    status.proxies.noteLimit("previews of invites", of: session.address)
    return Rejected(
      .rateLimited,
      cause: "More than \(configuration.previewsPerHour) times an hour an invite was looked at from here without an identity.",
      remedy: "Wait as long as retry_after_ms says, or register and ask with the token.", retryAfterMilliseconds: wait)
  }

  /// Charges an identity with something done to its devices (SPEC ID-09); the refusal when it was too much.
  func chargeDeviceAct(_ identity: IdentityID) -> Rejected? {
    guard let wait = limits.deviceActs.charge(identity, now: loop.now) else { return nil }
    denials.note(.deviceActsLimited)
    return Rejected(
      .rateLimited, cause: "You changed something about your devices more than \(configuration.deviceActsPerHour) times in an hour.",
      remedy: "Wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait)
  }

  /// Charges an identity with what is counted by the hour of a command (SPEC GR-01, ER-05); the refusal when it was one
  /// too many.
  func charge(_ identity: IdentityID, for command: Command, isSpaceShort: Bool) -> Rejected? {
    guard isSpaceShort else {
      if case .createGroup = command.body { return chargeNewGroup(identity) }
      return nil
    }
    guard command.goesOnWithoutSpace, let wait = limits.reserveActs.charge(identity, now: loop.now) else { return nil }
    denials.note(.reserveActsLimited)
    return Rejected(
      .rateLimited, cause: "The server's disk is nearly full, and \(ServerLimits.reserveActsPerHour) changes an hour came from you.",
      remedy: "Wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait)
  }

  /// Charges an identity with a new group (SPEC GR-01); the refusal when it was one too many.
  private func chargeNewGroup(_ identity: IdentityID) -> Rejected? {
    guard let wait = limits.newGroups.charge(identity, now: loop.now) else { return nil }
    denials.note(.groupsLimited)
    return Rejected(
      .rateLimited, cause: "You made more than \(configuration.groupsPerHour) groups in an hour.",
      remedy: "Wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait)
  }

  /// Asks whether somebody may learn what became of a code (SPEC IN-06, ID-08); the refusal when they may not.
  ///
  /// - Parameter identity: nil: that is what the code is to say.
  func charge(_ session: Session, _ identity: IdentityID?, wrongCode: Bool) -> Rejected? {
    if wrongCode { deny(.codeWrong, session) }
    guard let wait = limits.charge(AddressKey(session.address), identity, wrongCode: wrongCode, now: loop.now) else { return nil }
    deny(.codesLimited, session)
    status.proxies.noteLimit("wrong codes", of: session.address)
    return Rejected(
      .rateLimited, cause: "Too many wrong codes came from here.",
      remedy: "Check the code, wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait)
  }

  /// What a client sent before it was let in and was not handled yet; it is held no more.
  func takeHeld(_ session: Session) -> [ClientMessage] {
    let held = session.input.held
    session.input.held = []
    session.input.heldBytes = 0
    chargeMemory(session)
    return held
  }

  /// Charges a connection and its identity with a message; the refusal when it is one too many.
  func charge(_ session: Session) -> Rejected? {
    if let wait = session.allowance.bucket.take(now: loop.now) {
      deny(.messagesLimited, session)
      return .tooFast("This connection", configuration.messagesPerSecond, retryAfterMilliseconds: wait)
    }
    if case .identity(let identity) = session.account.login { return charge(identity) }
    return nil
  }

  /// Charges an identity with a message; the refusal when it is one too many.
  func charge(_ identity: IdentityID) -> Rejected? {
    guard let wait = limits.charge(identity, now: loop.now) else { return nil }
    denials.note(.messagesLimited)
    return .tooFast("This identity", configuration.identityMessagesPerSecond, retryAfterMilliseconds: wait)
  }

  /// Why nothing more is read for an identity now (SPEC CM-12); nil: it is.
  ///
  /// - Parameter session: nil: another node's.
  func readRefusal(_ identity: IdentityID, _ session: Session?) -> Rejected? {
    guard let wait = limits.reading.wait(identity, session.map { AddressKey($0.address) }, now: loop.now) else { return nil }
    // A question of the server's own about what a call has made is left out silently.
    if session?.call?.made == nil {
      if let session { deny(.messagesLimited, session) } else { denials.note(.messagesLimited) }
      if wait.who == .address, let session { status.proxies.noteLimit("the time of questions", of: session.address) }
    }
    let (whose, most) =
      wait.who == .identity
      ? ("Your questions", configuration.identityReadMillisecondsPerMinute)
      : ("The questions from your address", configuration.addressReadMillisecondsPerMinute)
    return Rejected(
      .rateLimited, cause: "\(whose) kept the server busy for more than \(most) ms in a minute.",
      remedy: "Wait as long as retry_after_ms says and ask again.", retryAfterMilliseconds: wait.milliseconds)
  }

  /// Why an identity may add nothing more to groups' histories now (SPEC CM-13); nil: it may, or the command protects
  /// somebody.
  ///
  /// - Parameter session: nil: another node's.
  func historyRefusal(_ identity: IdentityID, _ command: Command, _ session: Session?) -> Rejected? {
    guard !command.goesOnWithoutSpace, let wait = limits.history.wait(identity, session.map { AddressKey($0.address) }, now: loop.now)
    else {
      return nil
    }
    if let session { deny(.messagesLimited, session) } else { denials.note(.messagesLimited) }
    if wait.who == .address, let session { status.proxies.noteLimit("the bytes of history", of: session.address) }
    let (who, most) =
      wait.who == .identity
      ? ("You", configuration.identityHistoryBytesPerHour) : ("Your address", configuration.addressHistoryBytesPerHour)
    return Rejected(
      .rateLimited, cause: "\(who) added more than \(most) bytes to groups' histories in an hour.",
      remedy: "Wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait.milliseconds)
  }

  /// Notes an offence of a connection, which one too many closes.
  func strike(_ session: Session) {
    if session.allowance.strikes.strike(now: loop.now) { close(session, .tooManyOffences) }
  }
}

extension Rejected {
  fileprivate static func tooFast(_ who: String, _ rate: Double, retryAfterMilliseconds wait: UInt32) -> Rejected {
    // Without a fraction when there is none.
    let rate = Int(exactly: rate).map(String.init) ?? String(rate)
    return Rejected(
      .rateLimited, cause: "\(who) sends more than \(rate) messages a second.",
      remedy: "Wait as long as retry_after_ms says and send it again.", retryAfterMilliseconds: wait)
  }
}
