import HearthProtocol
import Ledger

extension SyncCore {
  /// A message arrived, whole.
  public mutating func received(_ bytes: [UInt8], now: Int64) -> [SyncEffect] {
    heard(now: now)
    switch phase {
    case .idle, .connecting, .stopped: return []
    case .loggingIn, .ready: break
    }
    let message: IncomingMessage
    do {
      message = try IncomingMessage(bytes, format: configuration.format)
    } catch {
      return [.notice(.unreadable(error.cause))]
    }
    var effects: [SyncEffect] = []
    if configuration.reportsMessages, reader(ofPage: message.request) == nil, let open = openMessage(bytes) {
      effects.append(.notice(.message(open)))
    }
    effects += take(message, now: now)
    return effects + releaseCommands()
  }

  private mutating func take(_ message: IncomingMessage, now: Int64) -> [SyncEffect] {
    switch message.body {
    case .registered(let registered): return take(registered)
    case .welcome(let welcome): return take(welcome)
    case .accepted(let accepted):
      guard let item = outbox.settle(commandID: accepted.commandID, request: message.request) else { return [] }
      return [.notice(.accepted(accepted, tag: item.tag))]
    case .rejected(let rejected): return take(rejected, request: message.request, now: now)
    case .subscribed(let subscribed):
      guard let group = GroupID(subscribed.groupID), following[group]?.request == message.request else { return [] }
      following[group]?.awaitsAnswer = false
      // One that was refused before it is not asked for again.
      following[group]?.retryAt = nil
      following[group]?.page?.isWanted = false
      return update(subscribed.groupID, now: now) { replica throws(ReplicaFault) in try replica.begin(subscribed) }
    case .unsubscribed(let unsubscribed):
      guard let group = GroupID(unsubscribed.groupID), following[group]?.isEnding == true, let ended = following.removeValue(forKey: group)
      else { return [] }
      return [.notice(.unsubscribed(group, tag: ended.tag))]
    case .preview(let preview):
      return answer(message.request) { .preview(preview, tag: $0) }
    case .groups(let groups):
      return take(groups, request: message.request)
    case .history(let group, let lane, let events, let head):
      return history(group: group, lane: lane, events: events, head: head, request: message.request, now: now)
    case .impact(let impact):
      return answer(message.request) { .impact(impact, tag: $0) }
    case .paymentLink(let link):
      return answer(message.request) { .paymentLink(link, tag: $0) }
    case .device(let device):
      return answer(message.request) { .device(device, tag: $0) }
    case .snapshotPart(let part):
      let effects = update(part.groupID, now: now) { replica throws(ReplicaFault) in try replica.take(part) }
      return (part.things > 0 ? arriving(part.groupID) : []) + effects
    case .events(let group, let lane, let events):
      guard let lane = Lane(name: lane) else { return [] }
      let effects = update(group, now: now) { replica throws(ReplicaFault) in try replica.take(events, of: lane) }
      return arriving(group) + effects
    case .presence(let change):
      guard let group = GroupID(change.groupID), let member = MemberID(change.memberID) else { return [] }
      guard following[group]?.isHeard == true, following[group]?.replica.take(change) == true else { return [] }
      return [.notice(.presence(group, member, isOnline: change.online))]
    case .headTold(let told): return take(told)
    case .draft(let changed): return take(changed)
    case .ended(let ended): return take(ended)
    case .unknown: return []
    }
  }

  private mutating func take(_ registered: Registered) -> [SyncEffect] {
    guard let identity = IdentityID(registered.identityID), !registered.token.isEmpty else {
      return [.notice(.unreadable("The server's answer to the registration holds no identity."))]
    }
    self.identity = identity
    credentials = .token(registered.token)
    return [.notice(.registered(identity, token: registered.token))]
  }

  private mutating func take(_ welcome: Welcome) -> [SyncEffect] {
    guard phase == .loggingIn else { return [] }
    identity = IdentityID(welcome.identityID) ?? identity
    phase = .ready
    isWelcomed = true
    return [.notice(.welcome(welcome))] + resume()
  }

  /// A refusal of a command, a question or a subscription, in this order; or of something else, which the user is told
  /// all the same.
  private mutating func take(_ rejected: Rejected, request: UInt32, now: Int64) -> [SyncEffect] {
    if let item = outbox.settle(commandID: rejected.commandID, request: request) {
      return [.notice(.rejected(rejected, tag: item.tag))]
    }
    if let question = questions.removeValue(forKey: request) { return [.notice(.rejected(rejected, tag: question.tag))] }
    if let group = reader(ofPage: request) { return refusedPage(of: group, rejected, now: now) }
    // The next time will do.
    if request != 0, following.values.contains(where: { $0.headsRequest == request || $0.draftRequests.contains(request) }) { return [] }
    let group = following.first { request != 0 && $0.value.request == request }?.key ?? GroupID(rejected.groupID)
    guard let group, let refused = following[group] else { return [.notice(.rejected(rejected, tag: 0))] }
    // What is refused of a group that is being left, but for the leaving itself, is of a subscription from before.
    if refused.isLeft, refused.request != request { return [] }
    switch rejected.recourse {
    case .resync where !refused.isLeft: return resync(group, for: rejected)
    case .later(let delay):
      following[group]?.retryAt = now &+ delay
      return []
    case .resync, .none:
      // The check that found the account wrong has said so.
      if refused.isGivenUp, !refused.isEnding { return [] }
      following[group] = nil
      return [.notice(.rejected(rejected, tag: refused.tag))] + refuseUnsent(of: group, as: rejected)
    }
  }

  /// SPEC SB-08: the server has ended the subscription. One that is being asked for again is not meant.
  private mutating func take(_ ended: SubscriptionEnded) -> [SyncEffect] {
    guard let group = GroupID(ended.groupID), let following = following[group], following.isHeard else { return [] }
    switch ended.reason {
    case .membership:
      self.following[group] = nil
      return [.notice(.membershipEnded(group))] + refuseUnsent(of: group, as: .noMember)
    // What a later version may mean: the answer to a subscribe tells how things stand.
    case .unspecified, .UNRECOGNIZED:
      self.following[group]?.replica.disconnected()
      return subscribe(group)
    }
  }

  /// A page of the list of groups; the user is given all of it.
  private mutating func take(_ page: Groups, request: UInt32) -> [SyncEffect] {
    guard var question = questions.removeValue(forKey: request) else { return [] }
    question.groups += page.groups
    // A server that goes on where it was would go on for ever; the last page goes on nowhere.
    if page.next.isEmpty { return [.notice(.groups(question.groups, tag: question.tag))] }
    if case .listGroups(let asked) = question.body, asked.after == page.next {
      return [.notice(.groups(question.groups, tag: question.tag))]
    }
    var list = ListGroups()
    list.after = page.next
    question.body = .listGroups(list)
    let next = nextRequest()
    questions[next] = question
    return send(question.body, request: next)
  }

  /// Says that a catch-up goes on, if one does.
  private func arriving(_ name: String) -> [SyncEffect] {
    guard let group = GroupID(name), let following = following[group], following.isHeard, following.replica.isCatchingUp else { return [] }
    return [.notice(.catchingUp(group))]
  }

  private mutating func answer(_ request: UInt32, _ notice: (UInt64) -> SyncNotice) -> [SyncEffect] {
    guard let question = questions.removeValue(forKey: request) else { return [] }
    return [.notice(notice(question.tag))]
  }

  /// Lets the group's replica take something, and sees to what comes of it.
  mutating func update(
    _ text: String, now: Int64, _ take: (inout Replica) throws(ReplicaFault) -> GroupUpdate?
  ) -> [SyncEffect] {
    guard let group = GroupID(text), following[group]?.isHeard == true else { return [] }
    do {
      guard let update = try following[group]?.hear(take) else { return readOn(group, now: now) }
      var effects: [SyncEffect] = [.notice(.groupUpdated(update))]
      effects += exchangeHeads(after: update, now: now)
      return effects
    } catch {
      let effects: [SyncEffect] = [.notice(.fault(group, error))]
      switch error.recovery {
      case .resync: return effects + resync(group, for: .disbelieved(group, error))
      case .stop: return effects + giveUp(group)
      }
    }
  }

  /// Subscribes without cursors; not for ever, since each time costs the server a snapshot.
  ///
  /// - Parameter reason: what the user is told when it was tried often enough.
  mutating func resync(_ group: GroupID, for reason: Rejected) -> [SyncEffect] {
    guard let following = following[group] else { return [] }
    guard following.resyncs < Self.resyncsMax else {
      return [.notice(.rejected(reason, tag: following.tag))] + giveUp(group)
    }
    self.following[group]?.resyncs += 1
    self.following[group]?.replica.dropCursors()
    return subscribe(group)
  }

  mutating func giveUp(_ group: GroupID) -> [SyncEffect] {
    following[group]?.isGivenUp = true
    return leave(group)
  }

  private func openMessage(_ bytes: [UInt8]) -> ServerMessage? {
    switch configuration.format {
    case .protobuf: try? WireFormat.protobuf.decode(ServerMessage.self, from: bytes)
    case .json: try? IncomingMessage.readJSON(bytes)
    }
  }
}

extension SyncCore.Following {
  /// Whether what arrives means anything: not before the answer to subscribe, nor while the group is being left, nor
  /// once it was given up.
  var isHeard: Bool { !awaitsAnswer && !isEnding && !isGivenUp }

  /// Until a catch-up is complete nothing is written on what was seen, if it was verified (SPEC LN-08).
  mutating func holdCommands() {
    if replica.verifies, replica.view != nil { holdsCommands = true }
  }

  fileprivate mutating func hear(_ take: (inout Replica) throws(ReplicaFault) -> GroupUpdate?) throws(ReplicaFault) -> GroupUpdate? {
    guard let update = try take(&replica) else {
      // Also one that the server began by itself (SPEC SB-08).
      if replica.isCatchingUp { holdCommands() }
      return nil
    }
    switch update.kind {
    case .live: break
    case .caughtUp, .restarted: (resyncs, holdsCommands) = (0, false)
    }
    return update
  }
}

extension Rejected {
  /// What a client does about a refusal of what it follows a group by.
  enum Recourse {
    /// Subscribe without cursors.
    case resync
    /// The same again after so many milliseconds (SPEC ER-02).
    case later(Int64)
    /// Nothing.
    case none
  }

  var recourse: Recourse {
    switch row?.action {
    case .resync: .resync
    // Not before the server said.
    case .retry: .later(max(Int64(retryAfterMs), Backoff.firstMilliseconds))
    case .fix, .stop, nil: .none
    }
  }
}
