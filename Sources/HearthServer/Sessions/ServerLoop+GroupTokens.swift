import EventStore
import HearthProtocol
import Ledger
import Room

/// Tokens by which programs act for a member in one group (SPEC ID-19 to ID-22).
extension ServerLoop {
  func createToken(_ wish: CreateGroupToken, for identity: IdentityID, _ origin: Origin, _ session: Session) {
    guard let group = GroupID(wish.groupID) else { return refuse(origin, .notFound()) }
    guard let access = TokenAccess(wish.access) else {
      return refuse(origin, .badRequest(.choiceNotAllowed, field: "create_group_token.access", cause: "A token reads or writes."))
    }
    if let refusal = wish.refusal { return refuse(origin, refusal) }
    guard !background.space.isShort else { return refuse(origin, .storageFull()) }
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    ask(
      .look(.token(.make(wish, access), session.account.asker(identity, in: group).holder, origin)), of: group, for: identity, session)
  }

  /// The room has said whether the member may have the token.
  func decided(_ errand: TokenErrand, _ group: GroupID, _ refusal: Rejected?, _ origin: Origin) {
    switch errand {
    case .make(let wish, let access):
      if let refusal { return refuse(origin, refusal) }
      make(wish, access, for: group, origin)
    case .show(let answer, let token, _):
      guard let session = session(origin.peer), case .identity(let identity) = session.account.login else { return }
      guard let refusal else { return send(answer, to: origin.peer) }
      putOff(session)
      background.changeDevices(for: number) { [now = now.wall] directory throws(StoreFailure) in
        try directory.revoke(token, of: identity, at: now)
      } then: { loop, result in
        loop.answerDevices(origin, result.map { _ in .rejected(refusal, request: origin.request) })
      } behind: {
        $0 ? .token(token) : nil
      }
    }
  }

  private func make(_ wish: CreateGroupToken, _ access: TokenAccess, for group: GroupID, _ origin: Origin) {
    guard let session = session(origin.peer), case .identity(let identity) = session.account.login,
      let credential = session.account.credential
    else { return }
    let token = DeviceToken.make()
    let days = wish.days == 0 ? GroupTokenLimits.daysUsual : Int(wish.days)
    let scope = TokenScope(group: group, access: access, endsAt: now.settled + Int64(days) * DeviceLimits.dayMilliseconds)
    let made = NewGroupToken(
      id: token.id, identity: identity, device: credential.device, secretHash: token.secretHash, scope: scope, name: wish.name.trimmed,
      createdAt: now.settled)
    putOff(session)
    background.changeDevices(for: number) { directory throws(StoreFailure) in
      try directory.add(made)
    } then: { loop, result in
      loop.made(made, token, identity, origin, result)
    }
  }

  private func made(
    _ made: NewGroupToken, _ token: DeviceToken, _ identity: IdentityID, _ origin: Origin,
    _ result: Result<GroupTokenOutcome, StoreFailure>
  ) {
    guard case .success(.made) = result else {
      return answerDevices(
        origin, result.map { .rejected($0 == .tooMany ? .tooManyTokens() : .notFound(), request: origin.request) })
    }
    guard let session = lookedUp(for: origin.peer) else { return }
    var answer = ServerMessage()
    answer.request = origin.request
    answer.groupTokenCreated.token = token.text
    answer.groupTokenCreated.made = GroupToken(
      GroupTokenRecord(id: made.id, scope: made.scope, name: made.name, createdAt: made.createdAt, usedDay: nil))
    let errand = TokenErrand.show(answer, made.id, made.scope.access)
    ask(.look(.token(errand, made.holder, origin)), of: made.scope.group, for: identity, session)
  }

  func listTokens(_ list: ListGroupTokens, of identity: IdentityID, _ origin: Origin, _ session: Session) {
    let group = GroupID(list.groupID)
    guard group != nil || list.groupID.isEmpty else { return refuse(origin, .notFound()) }
    putOff(session)
    background.lookUp(for: number) { directory throws(StoreFailure) in
      try directory.groupTokens(of: identity)
    } then: { loop, found in
      loop.answerDevices(
        origin,
        found.map { records in
          var answer = ServerMessage()
          answer.request = origin.request
          answer.groupTokens.tokens = records.filter { group == nil || $0.scope.group == group }.map(GroupToken.init)
          var bound = AnswerBound(GroupTokens(), format: loop.session(origin.peer)?.wire.format ?? .json)
          answer.groupTokens.leftOut = UInt32(clamping: bound.cut(&answer.groupTokens.tokens))
          return answer
        })
    }
  }

  func revoke(_ revoke: RevokeGroupToken, from identity: IdentityID, _ origin: Origin, _ session: Session) {
    if let refusal = chargeDeviceAct(identity) { return refuse(origin, refusal) }
    guard let token = TokenID(revoke.tokenID) else { return refuse(origin, .tokenUnknown()) }
    let group = GroupID(revoke.groupID)
    guard group != nil || revoke.groupID.isEmpty else { return refuse(origin, .tokenUnknown()) }
    putOff(session)
    background.changeDevices(for: number) { [now = now.wall] directory throws(StoreFailure) in
      if let group, try !directory.groupTokens(of: identity).contains(where: { $0.id == token && $0.scope.group == group }) { return false }
      return try directory.revoke(token, of: identity, at: now)
    } then: { loop, result in
      loop.answerDevices(
        origin,
        result.map { isRevoked in
          guard isRevoked else { return .rejected(.tokenUnknown(), request: origin.request) }
          var answer = ServerMessage()
          answer.request = origin.request
          answer.groupTokenRevoked.tokenID = token.description
          return answer
        })
    } behind: {
      $0 ? .token(token) : nil
    }
  }
}

extension TokenScope {
  /// Why a message is refused to a program with such a token; nil: it goes the way of everybody's. What is of another
  /// group is nobody's to refuse here: it is answered as to a stranger (SPEC ID-20, ID-21).
  func refusal(of message: ClientMessage) -> Rejected? {
    switch message.body {
    case .command(let command):
      guard let kind = command.kind else { return nil }
      // These are of no group that the token knows.
      if kind == .createGroup || kind == .joinGroup { return .forbiddenToTokens }
      guard GroupID(command.groupID) == group else { return nil }
      if access == .read { return .tokenReads }
      return kind.tokenReach == .person ? .forbiddenToTokens : nil
    case .tellDraft(let told): return GroupID(told.groupID) == group && access == .read ? .tokenReads : nil
    case .previewInvite, .listDevices, .setDevicePush, .revokeDevice, .rotateToken, .createLink, .createGroupToken, .listGroupTokens,
      .revokeGroupToken:
      return .forbiddenToTokens
    case .hello, .register, .linkDevice, .subscribe, .unsubscribe, .listGroups, .readHistory, .readSettlement, .previewCommand,
      .readDashboard, .readGroup, .readEntries, .readPaymentLink, .planImport, .tellHeads, nil:
      return nil
    }
  }
}

extension CreateGroupToken {
  /// What is wrong with it.
  fileprivate var refusal: Rejected? {
    if let flaw = name.trimmed.nameFlaw(charactersMax: GroupTokenLimits.nameCharactersMax, bytesMax: GroupTokenLimits.nameBytesMax) {
      return .badRequest(
        flaw, field: "create_group_token.name",
        cause: "A token's name has 1 to 50 characters in at most 200 bytes, none of them control characters.",
        remedy: "Say what the token is for, in a few words.")
    }
    guard days <= GroupTokenLimits.daysMax else {
      return .badRequest(
        .numberOutOfRange, field: "create_group_token.days", cause: "A token ends after 1 to 366 days.",
        remedy: "Send such a number, or 0 for 90 days.")
    }
    return nil
  }
}

extension TokenAccess {
  fileprivate init?(_ access: GroupTokenAccess) {
    switch access {
    case .read: self = .read
    case .write: self = .write
    case .unspecified, .UNRECOGNIZED: return nil
    }
  }
}

extension GroupTokenAccess {
  init(_ access: TokenAccess) {
    switch access {
    case .read: self = .read
    case .write: self = .write
    }
  }
}

extension GroupToken {
  fileprivate init(_ record: GroupTokenRecord) {
    self.init()
    tokenID = record.id.description
    groupID = record.scope.group.description
    access = GroupTokenAccess(record.scope.access)
    name = record.name
    createdAtMs = record.createdAt
    endsAtMs = record.scope.endsAt
    if let day = record.usedDay { usedOn = CivilDate(daysSince1970: Int(day)).description }
  }
}

extension Rejected {
  fileprivate static var forbiddenToTokens: Rejected {
    Rejected(
      .forbidden, cause: "A token for a group does not do this: it makes no other key and changes nobody's rights.",
      remedy: "Do it yourself, logged in on a device of yours.")
  }

  fileprivate static var tokenReads: Rejected {
    Rejected(.forbidden, cause: "The token only reads.", remedy: "Use a token that writes, or send it from a device of yours.")
  }

  fileprivate static func tokenUnknown() -> Rejected {
    Rejected(.notFound, field: "revoke_group_token.token_id", cause: "You have no such token.", remedy: "Look at the list of your tokens.")
  }

  fileprivate static func tooManyTokens() -> Rejected {
    Rejected(
      .tooManyTokens, cause: "You have \(GroupTokenLimits.tokensOfMemberMax) tokens for this group, as many as there may be.",
      remedy: "Revoke one that is not used any more.")
  }
}
