import HearthProtocol
import Ledger

// Who reads which lane follows from the state, so an event may change it: the connections concerned start again or end
// (SPEC SB-08).
extension Room {
  /// After a batch that may have changed who reads which lane: whoever receives other lanes now, or goes on as another
  /// member, is begun anew in the same turn, and whoever is no member any more is told so, behind the answers to their
  /// own commands.
  mutating func restartMovedReaders() -> [RoomEffect] {
    var effects: [RoomEffect] = []
    // One that waits has no lanes yet, and is given those of then when it begins.
    let moved = catchUps.values.filter { catchUp in
      isMoved(catchUp.asker, from: catchUp.member, catchUp.wish == nil ? catchUp.starts.map(\.lane) : nil)
    }
    for catchUp in moved.sorted(by: { $0.origin.peer < $1.origin.peer }) {
      effects += restart(
        catchUp.asker, as: catchUp.member, catchUp.origin, catchUp.format, isQuiet: catchUp.isQuiet, from: [])
    }
    for subscription in movedSubscriptions() {
      // All that was committed is delivered, so the connection stands at the head of every lane it had.
      let cursors = subscription.lanes.map { lane in
        var cursor = Cursor()
        cursor.lane = lane.name
        cursor.position = history.head(of: lane).position.rawValue
        return cursor
      }
      effects += restart(
        subscription.asker, as: subscription.member, subscription.origin, subscription.format, isQuiet: subscription.isQuiet, from: cursors)
    }
    return effects
  }

  /// Before events are delivered that were committed elsewhere: whoever receives other lanes now, or none, gets none of
  /// them.
  ///
  /// - Returns: what the others and those are told whose membership has ended; and who is to `restart` after the
  ///   delivery.
  mutating func endMovedReaders() -> (effects: [RoomEffect], moved: [Subscription]) {
    var effects: [RoomEffect] = []
    var moved: [Subscription] = []
    for subscription in movedSubscriptions() {
      guard let member = history.state.member(holding: subscription.asker.holder) else {
        effects += end(subscription.asker, subscription.origin)
        continue
      }
      if member.id == subscription.member { _ = release(subscription.origin.peer) } else { effects += depart(subscription.origin.peer) }
      effects.append(.stopStream(subscription.origin.peer))
      moved.append(subscription)
    }
    return (effects, moved)
  }

  /// Begins a connection's catch-up anew, or ends what it has if whoever holds it is no member any more.
  ///
  /// - Parameters:
  ///   - former: who they were until now.
  ///   - wasOnline: whether the others take them for online, although what the connection had is released already.
  mutating func restart(
    _ asker: Asker, as former: MemberID, _ origin: Origin, _ format: WireFormat, isQuiet: Bool, from cursors: [Cursor],
    wasOnline: Bool = false
  ) -> [RoomEffect] {
    guard let member = history.state.member(holding: asker.holder) else { return end(asker, origin) }
    var subscribe = Subscribe()
    subscribe.groupID = group.description
    subscribe.epoch = epoch
    subscribe.quiet = isQuiet
    subscribe.cursors = cursors
    // A person who goes on as another member leaves as the one and comes as the other. Answers that are held follow the
    // new catch-up (SPEC CM-07).
    let gone = member.id == former ? [] : depart(origin.peer)
    return gone
      + begin(
        subscribe, asker: asker, origin: origin, format: format, keepsOnline: wasOnline && member.id == former,
        isUnasked: member.id == former)
  }

  /// Tells a subscriber that the membership has ended, and refuses somebody who was catching up. After a removal the
  /// connection ends too.
  private mutating func end(_ asker: Asker, _ origin: Origin) -> [RoomEffect] {
    let isSubscribed = subscriptions[origin.peer] != nil || isStreaming(to: origin.peer)
    let gone = unsubscribe(origin.peer)
    let isRemoved = history.state.shared.members.member(holding: asker.holder)?.isRemoved == true
    // First, so that nobody has an answer without its event while they believe to follow (SPEC CM-07).
    let refusal = RoomEffect.answer(.rejected(.notFound(), group: group, request: origin.request), origin.peer)
    var effects = (isSubscribed ? [] : [refusal]) + gone
    if isSubscribed || isRemoved { effects.append(.end(origin.peer, .membership, closes: isRemoved)) }
    return effects
  }

  /// The group is being deleted: whoever follows it is told that this has ended, and whoever was about to is refused.
  /// To be called while nothing is queued or in flight (`isSettled`); the room takes nothing afterwards.
  public mutating func dissolve() -> [RoomEffect] {
    var effects: [RoomEffect] = []
    var readers = subscriptions.values.map { ($0.asker, $0.origin) } + catchUps.values.map { ($0.asker, $0.origin) }
    for reader in waitingReaders {
      if reader.isSubscriber {
        readers.append((reader.asker, reader.origin))
      } else {
        effects.append(.answer(.rejected(.notFound(), group: group, request: reader.origin.request), reader.origin.peer))
      }
    }
    for (_, origin) in readers.sorted(by: { $0.1.peer < $1.1.peer }) {
      let isSubscribed = subscriptions[origin.peer] != nil || isStreaming(to: origin.peer)
      // No reader is left who would be told that somebody goes.
      for effect in unsubscribe(origin.peer) { if case .answer = effect { effects.append(effect) } }
      effects.append(
        isSubscribed
          ? .end(origin.peer, .membership, closes: false)
          : .answer(.rejected(.notFound(), group: group, request: origin.request), origin.peer))
    }
    return effects
  }

  /// The connections that follow a lane, or will when their catch-up is complete, and whose member receives it no more.
  func losers(of lane: Lane) -> [PeerID] {
    var readers: [(peer: PeerID, asker: Asker, member: MemberID)] = []
    if let peers = recipients[lane] {
      readers += (peers.json + peers.protobuf).compactMap { peer in subscriptions[peer].map { (peer, $0.asker, $0.member) } }
    }
    // A catch-up may be complete while the events are on their way to the disk.
    for catchUp in catchUps.values where catchUp.starts.contains(where: { $0.lane == lane.name }) {
      readers.append((catchUp.origin.peer, catchUp.asker, catchUp.member))
    }
    // Somebody else may be the member by now.
    return readers.filter { reader in
      history.state.member(holding: reader.asker.holder)?.id != reader.member
        || !history.state.lanes(readableBy: reader.member).contains(lane)
    }.map(\.peer)
  }

  /// The events of one lane for those who follow it, those who lost it up to the event by which they did. A connection
  /// that lost it and has it again gets all of them.
  ///
  /// Behind an event that changes who reads the lane, what is sent is parted for all, whoever follows: how it is parted
  /// tells the others nothing of the connections of those who lose it (SPEC LN-03).
  func deliver(_ events: [CommittedEvent], of lane: Lane, except lost: [(peer: PeerID?, after: LanePosition)]) -> [RoomEffect] {
    var readers = recipients[lane] ?? Recipients()
    let gone = lost.contains { $0.peer != nil } ? losers(of: lane) : []
    let lost = lost.filter { $0.peer.map(gone.contains) ?? true }
    var effects: [RoomEffect] = []
    var rest = events[...]
    for cut in lost.sorted(by: { $0.after < $1.after }) {
      let until = rest.prefix { $0.stored.position <= cut.after }
      if !until.isEmpty { effects.append(.deliver(lane, Array(until), readers)) }
      rest = rest.dropFirst(until.count)
      if let peer = cut.peer { for format in WireFormat.allCases { readers[format].removeAll { $0 == peer } } }
    }
    if !rest.isEmpty { effects.append(.deliver(lane, Array(rest), readers)) }
    return effects
  }

  private func movedSubscriptions() -> [Subscription] {
    subscriptions.values.filter { isMoved($0.asker, from: $0.member, $0.lanes.map(\.name)) }.sorted { $0.origin.peer < $1.origin.peer }
  }

  /// Whether somebody is no longer the member they were, or that member receives other lanes now.
  ///
  /// - Parameter lanes: those that it has; nil: it has none yet.
  private func isMoved(_ asker: Asker, from member: MemberID, _ lanes: [String]?) -> Bool {
    guard history.state.member(holding: asker.holder)?.id == member else { return true }
    return lanes.map { history.state.lanes(readableBy: member).map(\.name) != $0 } ?? false
  }
}

extension PeerID {
  fileprivate static func < (left: PeerID, right: PeerID) -> Bool { left.rawValue < right.rawValue }
}
