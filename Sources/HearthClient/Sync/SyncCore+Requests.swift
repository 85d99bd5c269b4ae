import HearthProtocol
import Ledger

extension SyncCore {
  /// Takes a wish of the user's: sends it now or as soon as there is a connection.
  ///
  /// - Parameter tag: comes back with the answer.
  public mutating func request(_ request: SyncRequest, tag: UInt64 = 0) -> [SyncEffect] {
    switch request {
    case .command(let command): return write(command, tag: tag)
    case .resend(let command): return write(command, tag: tag, mayBeKnown: true)
    case .subscribe(let group, let seen):
      if following[group] == nil {
        let replica = Replica(group: group, scrutiny: configuration.scrutiny, format: configuration.format, from: seen)
        following[group] = Following(replica: replica, tag: tag)
      }
      following[group]?.tag = tag
      following[group]?.isEnding = false
      following[group]?.isGivenUp = false
      following[group]?.resyncs = 0
      following[group]?.holdCommands()
      return isReady ? subscribe(group) : []
    case .unsubscribe(let group): return unsubscribe(group, tag: tag)
    case .previewInvite(let code, let displayName):
      var preview = PreviewInvite()
      preview.code = code
      preview.displayName = displayName
      return ask(.previewInvite(preview), tag)
    case .listGroups: return ask(.listGroups(ListGroups()), tag)
    case .readHistory(let group, let lane, let after, let limit):
      return ask(.readHistory(ReadHistory(group, lane, after: after, limit: limit)), tag)
    case .previewCommand(let command):
      var preview = PreviewCommand()
      preview.command = command
      return ask(.previewCommand(preview), tag)
    case .readPaymentLink(let read): return ask(.readPaymentLink(read), tag)
    case .devices(let request): return ask(request.body, tag)
    case .tellDraft(let group, let draft): return tell(draft, of: group)
    }
  }

  /// Logged in: everything that has no answer is sent, subscriptions first, so that events come before the answers to
  /// commands (SPEC CM-07).
  mutating func resume() -> [SyncEffect] {
    var effects: [SyncEffect] = []
    for group in following.keys.sorted() where following[group]?.isGivenUp == false { effects += subscribe(group) }
    for item in outbox.items where !item.isHeld { effects += send(.command(item.command), request: item.request) }
    for (request, question) in questions.sorted(by: { $0.key < $1.key }) { effects += send(question.body, request: request) }
    return effects
  }

  mutating func subscribe(_ group: GroupID) -> [SyncEffect] {
    following[group]?.replica.subscribedAgain()
    following[group]?.holdCommands()
    following[group]?.told = nil
    guard var subscription = following[group]?.replica.subscription else { return [] }
    subscription.quiet = configuration.isQuiet
    let request = nextRequest()
    following[group]?.request = request
    following[group]?.awaitsAnswer = true
    following[group]?.hasToldHeads = false
    following[group]?.retryAt = nil
    return send(.subscribe(subscription), request: request)
  }

  /// Nothing is written on what is not verified, nor on what cannot be believed (SPEC LN-08).
  private mutating func write(_ command: Command, tag: UInt64, mayBeKnown: Bool = false) -> [SyncEffect] {
    let following = GroupID(command.groupID).flatMap { self.following[$0] }
    guard following?.isGivenUp != true else { return [.notice(.rejected(.disbelieved(nil).of(command), tag: tag))] }
    let isHeld = following?.holdsCommands == true
    if isHeld, following?.isEnding == true { return [.notice(.rejected(.leaving.of(command), tag: tag))] }
    let item = Outbox.Item(command: command, request: nextRequest(), tag: tag, isHeld: isHeld, mayBeKnown: mayBeKnown)
    outbox.add(item)
    return isReady && !item.isHeld ? send(.command(command), request: item.request) : []
  }

  /// Sends the commands that waited and need not any more; those of a group that was given up are refused.
  mutating func releaseCommands() -> [SyncEffect] {
    guard isReady else { return [] }
    let groups = following
    let freed = outbox.release { item in
      guard let following = GroupID(item.command.groupID).flatMap({ groups[$0] }) else { return true }
      return !following.holdsCommands || following.isGivenUp
    }
    var effects: [SyncEffect] = []
    for item in freed {
      if GroupID(item.command.groupID).flatMap({ groups[$0] })?.isGivenUp == true {
        _ = outbox.settle(commandID: "", request: item.request)
        effects.append(.notice(.rejected(.disbelieved(nil).of(item.command), tag: item.tag)))
      } else {
        effects += send(.command(item.command), request: item.request)
      }
    }
    return effects
  }

  /// Refuses the commands that wait for a group that is not followed: the server has not shown what they would be
  /// written on.
  mutating func refuseHeld(of group: GroupID, where isMeant: (Outbox.Item) -> Bool = { _ in true }, as refusal: Rejected) -> [SyncEffect] {
    outbox.release { $0.command.groupID == group.description && isMeant($0) }.map { item in
      _ = outbox.settle(commandID: "", request: item.request)
      return .notice(.rejected(refusal.of(item.command), tag: item.tag))
    }
  }

  /// The server says that the user does not follow the group. What may have been sent before goes out again all the
  /// same.
  mutating func refuseUnsent(of group: GroupID, as refusal: Rejected) -> [SyncEffect] {
    refuseHeld(of: group, where: { !$0.mayBeKnown }, as: refusal)
  }

  private mutating func unsubscribe(_ group: GroupID, tag: UInt64) -> [SyncEffect] {
    guard following[group] != nil else { return [.notice(.unsubscribed(group, tag: tag))] }
    let refusals = refuseHeld(of: group, as: .leaving)
    guard isReady else {
      following[group] = nil
      return refusals + [.notice(.unsubscribed(group, tag: tag))]
    }
    following[group]?.isEnding = true
    following[group]?.tag = tag
    return refusals + leave(group)
  }

  /// Tells the server that the group is followed no more.
  mutating func leave(_ group: GroupID) -> [SyncEffect] {
    let request = nextRequest()
    following[group]?.request = request
    following[group]?.retryAt = nil
    following[group]?.pageAt = nil
    var unsubscribe = Unsubscribe()
    unsubscribe.groupID = group.description
    return send(.unsubscribe(unsubscribe), request: request)
  }

  private mutating func ask(_ body: ClientMessage.OneOf_Body, _ tag: UInt64) -> [SyncEffect] {
    let request = nextRequest()
    questions[request] = Question(body: body, tag: tag)
    return isReady ? send(body, request: request) : []
  }
}

extension ReadHistory {
  init(_ group: GroupID, _ lane: Lane, after: LanePosition, limit: UInt32) {
    self.init()
    groupID = group.description
    self.lane = lane.name
    self.after = after.rawValue
    self.limit = limit
  }
}

extension Rejected {
  private init(_ code: RejectionCode, cause: String, remedy: String) {
    self.init()
    (self.code, self.cause, self.remedy) = (code.rawValue, cause, remedy)
  }

  /// The same of one command.
  func of(_ command: Command) -> Rejected {
    var rejected = self
    (rejected.groupID, rejected.commandID) = (command.groupID, command.id)
    return rejected
  }

  /// The group is being left before it was verified what a command would be written on; it may be given again.
  static var leaving: Rejected {
    Rejected(
      .unavailable, cause: "The group is followed no more, and its history was not verified yet.",
      remedy: "Follow the group, and send the command again.")
  }

  /// The server's answer to a person who is no member, or no longer one.
  static var noMember: Rejected {
    Rejected(.notFound, cause: "You are no member of this group any more.", remedy: "Ask a member for an invite.")
  }

  /// What is refused here, since the server's account of the group is not believed.
  static func disbelieved(_ group: GroupID?, _ fault: ReplicaFault? = nil) -> Rejected {
    let cause = (["The server's history cannot be believed."] + (fault.map { ["\($0)"] } ?? [])).joined(separator: " ")
    var rejected = Rejected(.groupDamaged, cause: cause, remedy: "Tell the server's operator.")
    rejected.groupID = group?.description ?? ""
    return rejected
  }
}

extension DeviceRequest {
  fileprivate var body: ClientMessage.OneOf_Body {
    switch self {
    case .list: return .listDevices(ListDevices())
    case .revoke(let device):
      var revoke = RevokeDevice()
      revoke.deviceID = device
      return .revokeDevice(revoke)
    case .rotate: return .rotateToken(RotateToken())
    case .makeCode: return .createLink(CreateLink())
    case .makeGroupToken(let wish): return .createGroupToken(wish)
    case .listGroupTokens(let group):
      var list = ListGroupTokens()
      list.groupID = group
      return .listGroupTokens(list)
    case .revokeGroupToken(let token):
      var revoke = RevokeGroupToken()
      revoke.tokenID = token
      return .revokeGroupToken(revoke)
    }
  }
}
