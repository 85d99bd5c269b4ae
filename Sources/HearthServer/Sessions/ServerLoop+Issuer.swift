import EventStore
import HearthProtocol
import Ledger
import Room

/// What is otherwise where accounts are a trusted issuer's (SPEC ID-10 to ID-13).
extension ServerLoop {
  /// Why a message about accounts or devices is refused; nil when it is none, or they are this server's own.
  func accountsRefusal(_ message: ClientMessage) -> Rejected? {
    guard configuration.issuer != nil, message.concernsAccounts else { return nil }
    return Rejected(
      .accountsElsewhere, cause: "Accounts are an issuer's: this server makes no identities, and keeps no devices and no tokens.",
      remedy: "Get a token from the issuer that the operator names, and log in with it.")
  }

  /// Takes a further token of whoever is logged in, so that the connection outlasts the one before (SPEC ID-12).
  func renew(_ hello: Hello, _ origin: Origin, _ session: Session) {
    guard let token = BearerToken(hello.token, configuration.issuer) else { return }
    putOff(session)
    background.authenticate(token, at: clocks(), for: number) { $0.renewed(origin, $1) }
  }

  private func renewed(_ origin: Origin, _ result: Result<Bearer?, StoreFailure>) {
    guard let session = lookedUp(for: origin.peer), session.stage == .open, case .identity(let identity) = session.account.login else {
      return
    }
    switch result {
    case .success(.suspended(let suspended)?) where suspended == identity: close(session, .suspended)
    case .success(let bearer?) where bearer.identity == identity:
      session.account.expiresAt = bearer.expiresAt
      send(.welcome(bearer, configuration, now: now.wall, request: origin.request), to: session.peer)
    case .success:
      refuse(
        origin,
        Rejected(
          .unauthorized, cause: "The token does not hold, or is somebody else's. The one before still does.",
          remedy: "Send a token for the same account, or connect again as the other."))
    case .failure: refuse(origin, .unavailable())
    }
  }

  /// Ends a connection whose token lets in no more; false when it still does.
  func endExpired(_ session: Session) -> Bool {
    guard let expiresAt = session.account.expiresAt, clocks().steady >= expiresAt else { return false }
    close(session, .expired)
    return true
  }
}

extension ClientMessage {
  /// Whether it is about identities, devices or their tokens, which a server with an issuer does not have.
  fileprivate var concernsAccounts: Bool {
    switch body {
    case .register, .linkDevice, .listDevices, .setDevicePush, .revokeDevice, .rotateToken, .createLink, .createGroupToken,
      .listGroupTokens, .revokeGroupToken:
      true
    case .hello, .command, .subscribe, .unsubscribe, .previewInvite, .listGroups, .readHistory, .readSettlement, .previewCommand,
      .readDashboard, .readGroup, .readEntries, .readPaymentLink, .planImport, .tellHeads, .tellDraft, nil:
      false
    }
  }
}

extension ServerMessage {
  /// - Parameter now: milliseconds since 1970.
  static func welcome(_ bearer: Bearer, _ configuration: ServerConfiguration, now: Int64, request: UInt32) -> ServerMessage {
    var message = ServerMessage()
    message.request = request
    message.welcome.identityID = bearer.identity.description
    message.welcome.displayName = bearer.displayName
    message.welcome.serverTimeMs = now
    message.welcome.messageBytesMax = configuration.messageBytesMax
    message.welcome.messagesAtOnce = UInt32(clamping: Int(min(configuration.messagesBurst, configuration.identityMessagesBurst)))
    let perSecond = min(configuration.messagesPerSecond, configuration.identityMessagesPerSecond)
    message.welcome.messagesPerMinute = UInt32(clamping: Int(min(perSecond * 60, Double(UInt32.max))))
    message.welcome.pushKey = configuration.issuer == nil ? configuration.pushKey : ""
    message.welcome.pageURL = configuration.servesPage ? configuration.publicURL ?? "/" : ""
    if let scope = bearer.credential?.scope {
      message.welcome.groupID = scope.group.description
      message.welcome.access = GroupTokenAccess(scope.access)
    }
    return message
  }
}
