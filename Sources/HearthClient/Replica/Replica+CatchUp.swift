import HearthProtocol
import Ledger

/// A catch-up that is being collected, beside the view that is still shown.
struct CatchUpDraft: Sendable {
  struct Target: Sendable {
    var lane: Lane
    var head: LanePosition
    /// Where the announced snapshot stands, until its last part has come.
    var snapshotAt: LanePosition?
  }

  var view: GroupView
  var targets: [Target]
  var hasSnapshot: Bool
  /// Parts received so far, per lane.
  var parts: [Lane: LaneSnapshot] = [:]
  var events: [ReplicaEvent] = []

  /// SPEC SB-02: complete when every lane stands at its head.
  var isComplete: Bool {
    targets.allSatisfy { target in
      target.snapshotAt == nil && target.head <= view.marks[target.lane]?.position ?? .start
    }
  }
}

extension Replica {
  /// The server begins a catch-up (SPEC SB-02). One that was under way is dropped.
  ///
  /// - Returns: the update if nothing was missed; otherwise nil, and it follows the last event.
  public mutating func begin(_ subscribed: Subscribed) throws(ReplicaFault) -> GroupUpdate? {
    draft = nil
    guard let member = MemberID(subscribed.memberID) else { throw .unexpected(.shared) }
    let sameEpoch = view?.epoch == subscribed.epoch
    var next = GroupView(
      state: view?.state ?? GroupState(group: group), member: member, epoch: subscribed.epoch, marks: [:],
      online: Set(subscribed.online.compactMap { MemberID($0) }))
    var targets: [CatchUpDraft.Target] = []
    for start in subscribed.lanes {
      // SPEC VR-01: a lane of a later version is passed over.
      guard let lane = Lane(name: start.lane) else { continue }
      let from = LanePosition(start.start)
      let head = LanePosition(start.head)
      guard !targets.contains(where: { $0.lane == lane }), head >= from else { throw .unexpected(lane) }
      let known = sameEpoch ? view?.marks[lane] : nil
      if let known, head < known.position { throw .truncated(lane, had: known.position, found: head) }
      if !start.snapshot {
        let mark = known ?? LaneMark(position: .start, hash: .genesis(group: group, lane: lane))
        guard mark.position == from else { throw .unexpected(lane) }
        next.marks[lane] = mark
      }
      targets.append(.init(lane: lane, head: head, snapshotAt: start.snapshot ? from : nil))
    }
    for lane in view?.marks.keys.sorted() ?? [] where !targets.contains(where: { $0.lane == lane }) {
      // The member no longer receives the lane: what it knew of it is forgotten.
      next.state.forget(lane)
    }
    let draft = CatchUpDraft(view: next, targets: targets, hasSnapshot: targets.contains { $0.snapshotAt != nil })
    return settle(draft)
  }

  /// A part of a snapshot (SPEC SB-03).
  ///
  /// - Returns: the update if that completes the catch-up.
  public mutating func take(_ part: SnapshotPart) throws(ReplicaFault) -> GroupUpdate? {
    guard let lane = Lane(name: part.snapshot.lane) else { return nil }
    guard var draft, let place = draft.targets.firstIndex(where: { $0.lane == lane }), let position = draft.targets[place].snapshotAt
    else { throw .unexpected(lane) }
    self.draft = nil
    if draft.parts[lane] == nil { draft.parts[lane] = part.snapshot } else { draft.parts[lane]?.append(part.snapshot) }
    guard part.last, let whole = draft.parts.removeValue(forKey: lane) else {
      self.draft = draft
      return nil
    }
    guard whole.position == position.rawValue else { throw .unexpected(lane) }
    let mark = LaneMark(position: position, hash: LaneHash(bytes: whole.head))
    if let view, view.epoch == draft.view.epoch, let known = view.marks[lane], known.position == position, known.hash != nil {
      // Whoever keeps a head notices that history was rewritten behind it.
      guard known.hash == mark.hash else { throw .hashMismatch(lane, position) }
    }
    switch scrutiny {
    case .full:
      do {
        try draft.view.state.restore(whole)
      } catch {
        throw .impossible(lane, position, error)
      }
    case .order: break
    }
    draft.view.marks[lane] = mark
    draft.targets[place].snapshotAt = nil
    return settle(draft)
  }

  mutating func takeForCatchUp(_ events: [WireEvent], of lane: Lane) throws(ReplicaFault) -> GroupUpdate? {
    guard var draft else { throw .unexpected(lane) }
    self.draft = nil
    for event in events { draft.events.append(try draft.view.fold(event, of: lane, scrutiny)) }
    return settle(draft)
  }

  private mutating func settle(_ draft: CatchUpDraft) -> GroupUpdate? {
    if draft.isComplete { return show(draft) }
    self.draft = draft
    return nil
  }
}

extension GroupState {
  /// Replaces the lane's state by the one before its first event.
  fileprivate mutating func forget(_ lane: Lane) {
    // Restoring what a fresh state says of itself cannot fail.
    try? restore(GroupState(group: group).snapshot(of: lane))
  }
}

extension LaneSnapshot {
  /// Appends the lists of the next part (SPEC SB-03).
  fileprivate mutating func append(_ part: LaneSnapshot) {
    switch part.state {
    case .shared(let more):
      shared.categories += more.categories
      shared.members += more.members
      shared.entries += more.entries
      shared.budgets += more.budgets
    case .admin(let more):
      admin.invites += more.invites
    case .income: break
    case nil: break
    }
  }
}
