import HearthProtocol
import Ledger

/// What an event changes in who receives what. Recipients of an event are those of the state before it, so that somebody who is removed
/// is told so and nothing later (SPEC SB-08).
enum AudienceChange {
  /// The member is one no longer; after a removal the connection ends too.
  case ended(MemberID, isRemoval: Bool)
  /// The member has this role from now on.
  case role(MemberID, Role)
  /// The member goes on as another.
  case replaced(MemberID)
}

extension Event {
  var audienceChanges: [AudienceChange] {
    switch body {
    case .memberLeft(let left): [left.memberID].members.map { .ended($0, isRemoval: false) }
    case .memberRemoved(let removed): [removed.memberID].members.map { .ended($0, isRemoval: true) }
    case .roleChanged(let changed): [changed.memberID].members.map { .role($0, changed.role) }
    case .ownershipTransferred(let transferred):
      [memberID].members.map { .role($0, .admin) } + [transferred.memberID].members.map { .role($0, .owner) }
    case .memberClaimed(let claimed): [claimed.replacedMemberID].members.map { .replaced($0) }
    case .groupCreated, .memberJoined, .memberRenamed, .memberColorSet, .roleChangeProposed, .roleRequested, .roleRequestDeclined,
      .memberRestored, .entryAdded, .budgetSet, .inviteCreated, .inviteRevoked, .inviteUsed, nil:
      []
    }
  }
}

extension [String] {
  fileprivate var members: [MemberID] { compactMap { MemberID($0) } }
}

extension Room {
  /// Hands events to those who receive them as of each event.
  ///
  /// - Returns: the deliveries, and what those are told whose subscription has ended with one of the events.
  mutating func handOut(_ events: [CommittedEvent]) -> (deliveries: [RoomEffect], endings: [RoomEffect]) {
    var deliveries: [RoomEffect] = []
    var endings: [RoomEffect] = []
    var start = 0
    for (place, committed) in events.enumerated() {
      let changes = committed.event.audienceChanges
      guard !changes.isEmpty else { continue }
      deliveries += hand(Array(events[start...place]))
      start = place + 1
      for change in changes { endings += follow(change) }
    }
    deliveries += hand(start == 0 ? events : Array(events[start...]))
    return (deliveries, endings)
  }

  private mutating func hand(_ events: [CommittedEvent]) -> [RoomEffect] {
    var effects: [RoomEffect] = []
    for (lane, events) in events.byLane {
      effects.append(.deliver(lane, events, recipients[lane] ?? Recipients()))
      for id in catchUps.keys { catchUps[id]?.collect(events, of: lane, most: limits.tailEventsMax) }
    }
    return effects
  }

  private mutating func follow(_ change: AudienceChange) -> [RoomEffect] {
    switch change {
    case .ended(let member, let isRemoval): return end(member, .membership, closes: isRemoval) { _ in true }
    case .replaced(let member): return end(member, .audience, closes: false) { _ in true }
    case .role(let member, let role):
      let lanes = history.state.lanes(readableAs: role)
      return end(member, .audience, closes: false) { $0 != lanes }
    }
  }

  /// Ends the subscriptions of a member whose lanes are concerned. A catch-up under way starts again, and finds what its asker is then.
  private mutating func end(
    _ member: MemberID, _ reason: SubscriptionEnd, closes: Bool, _ concerns: ([Lane]) -> Bool
  ) -> [RoomEffect] {
    for (id, catchUp) in catchUps where catchUp.member == member && concerns(catchUp.starts.compactMap { Lane(name: $0.lane) }) {
      catchUps[id]?.startAgain()
    }
    let peers = subscriptions.filter { $0.value.member == member && concerns($0.value.lanes) }.map(\.key)
    var effects: [RoomEffect] = []
    for peer in peers.sorted(by: { $0.rawValue < $1.rawValue }) {
      effects.append(.end(peer, reason, closes: closes))
      effects += dropSubscription(of: peer)
    }
    return effects
  }
}
