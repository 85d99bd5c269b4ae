import HearthProtocol

// Members compare what they were told (SPEC PR-02, PR-03; product N1).
extension SyncCore {
  /// Limit: time between two messages that tell a group's heads, in milliseconds; servers take them every 10 s.
  static let headsMilliseconds: Int64 = 30_000
  /// Limit: heads told at once, of the first lanes; servers take no more.
  static let headsMax = 64

  /// The group's view has changed: what others said of events that have come now is looked at, and they are told where
  /// this client stands, at once when it has caught up as it asked for and in a while for what comes live. When that
  /// is depends on lane `shared` alone: by a message that follows another lane those who do not receive it could tell
  /// that something happened there (SPEC LN-09).
  mutating func exchangeHeads(after update: GroupUpdate, now: Int64) -> [SyncEffect] {
    guard configuration.exchangesVerifiedHeads, let view = following[update.group]?.replica.view else { return [] }
    let reached = following[update.group]?.heads.follow(update, to: view) ?? []
    let notices = reached.map { SyncEffect.notice(.headTold(update.group, $0, $1)) }
    let isStanding = following[update.group]?.hasToldHeads == true
    switch update.kind {
    case .caughtUp where !isStanding, .restarted where !isStanding:
      following[update.group]?.hasToldHeads = true
      return notices + tellHeads(of: update.group)
    case .live, .caughtUp, .restarted:
      guard update.events.contains(where: { $0.lane == .shared }) else { return notices }
      if following[update.group]?.headsAt == nil { following[update.group]?.headsAt = now &+ Self.headsMilliseconds }
      return notices
    }
  }

  /// Tells the others where this client stands.
  mutating func tellHeads(of group: GroupID) -> [SyncEffect] {
    following[group]?.headsAt = nil
    guard let following = following[group], following.isHeard, let view = following.replica.view else { return [] }
    var told = TellHeads()
    told.groupID = group.description
    told.epoch = view.epoch
    let heads = view.marks.sorted { $0.key < $1.key }.compactMap { lane, mark -> VerifiedHead? in
      guard let hash = mark.hash, mark.position > .start else { return nil }
      var head = VerifiedHead()
      head.lane = lane.name
      head.position = mark.position.rawValue
      head.hash = .init(hash.bytes)
      return head
    }
    told.heads = Array(heads.prefix(Self.headsMax))
    let request = nextRequest()
    self.following[group]?.headsRequest = request
    return send(.tellHeads(told), request: request)
  }

  /// Another member tells where they stand.
  mutating func take(_ told: HeadTold) -> [SyncEffect] {
    guard configuration.exchangesVerifiedHeads, let group = GroupID(told.groupID), following[group]?.isHeard == true,
      let view = following[group]?.replica.view, let (head, verdict) = following[group]?.heads.take(told, in: view)
    else { return [] }
    return [.notice(.headTold(group, head, verdict))]
  }
}

extension SyncConfiguration {
  /// What was not verified proves nothing (SPEC LN-06), and who is not shown as present says nothing of themselves.
  fileprivate var exchangesVerifiedHeads: Bool { exchangesHeads && format == .protobuf && scrutiny == .full && !isQuiet }
}
