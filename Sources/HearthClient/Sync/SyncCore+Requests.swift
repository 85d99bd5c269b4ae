import HearthProtocol

extension SyncCore {
  /// Takes a wish of the user's: sends it now or as soon as there is a connection.
  ///
  /// - Parameter tag: comes back with the answer.
  public mutating func request(_ request: SyncRequest, tag: UInt64 = 0) -> [SyncEffect] {
    switch request {
    case .command(let command):
      let item = Outbox.Item(command: command, request: nextRequest(), tag: tag)
      outbox.add(item)
      return isReady ? send(.command(command), request: item.request) : []
    case .subscribe(let group, let seen):
      if following[group] == nil {
        following[group] = Following(replica: Replica(group: group, scrutiny: configuration.scrutiny, from: seen), tag: tag)
      }
      following[group]?.tag = tag
      following[group]?.isEnding = false
      following[group]?.isGivenUp = false
      following[group]?.resyncs = 0
      return isReady ? subscribe(group) : []
    case .unsubscribe(let group): return unsubscribe(group, tag: tag)
    case .previewInvite(let code, let displayName):
      var preview = PreviewInvite()
      preview.code = code
      preview.displayName = displayName
      return ask(.previewInvite(preview), tag)
    case .listGroups: return ask(.listGroups(ListGroups()), tag)
    case .readHistory(let group, let lane, let after, let limit):
      var read = ReadHistory()
      read.groupID = group.description
      read.lane = lane.name
      read.after = after.rawValue
      read.limit = limit
      return ask(.readHistory(read), tag)
    case .previewCommand(let command):
      var preview = PreviewCommand()
      preview.command = command
      return ask(.previewCommand(preview), tag)
    case .devices(let request): return ask(request.body, tag)
    }
  }

  /// Logged in: everything that has no answer is sent, subscriptions first, so that events come before the answers to commands (SPEC CM-07).
  mutating func resume() -> [SyncEffect] {
    var effects: [SyncEffect] = []
    for group in following.keys.sorted() where following[group]?.isGivenUp == false { effects += subscribe(group) }
    for item in outbox.items { effects += send(.command(item.command), request: item.request) }
    for (request, question) in questions.sorted(by: { $0.key < $1.key }) { effects += send(question.body, request: request) }
    return effects
  }

  mutating func subscribe(_ group: GroupID) -> [SyncEffect] {
    guard var subscription = following[group]?.replica.subscription else { return [] }
    subscription.quiet = configuration.isQuiet
    let request = nextRequest()
    following[group]?.request = request
    following[group]?.awaitsAnswer = true
    following[group]?.retryAt = nil
    return send(.subscribe(subscription), request: request)
  }

  private mutating func unsubscribe(_ group: GroupID, tag: UInt64) -> [SyncEffect] {
    guard following[group] != nil else { return [.notice(.unsubscribed(group, tag: tag))] }
    guard isReady else {
      following[group] = nil
      return [.notice(.unsubscribed(group, tag: tag))]
    }
    let request = nextRequest()
    following[group]?.isEnding = true
    following[group]?.tag = tag
    following[group]?.request = request
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
    }
  }
}
