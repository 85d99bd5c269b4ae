import DequeModule
import HearthProtocol
import Ledger

/// A catch-up that is being collected, beside the view that is still shown.
struct CatchUpDraft: Sendable {
  /// Limit: events that a catch-up with a snapshot tells of, the latest; the snapshot keeps what led to it to itself anyway.
  static let eventsMax = 2_000

  struct Target: Sendable {
    var lane: Lane
    var head: LanePosition
    /// Where the announced snapshot stands, until its last part has come.
    var snapshotAt: LanePosition?
    /// What the snapshot stands for, until it has been read; nil when nothing of the lane was verified before.
    var unread: Unread?
  }

  /// The events between the last one that was verified and a snapshot, which counts only if they lead to it (SPEC LN-08).
  struct Unread: Sendable {
    /// Up to where they were read.
    var from: LaneMark
    /// Where the snapshot stands.
    var end: LanePosition
    /// The chain there, by the snapshot's own account; nil until its last part has come.
    var hash: LaneHash?
  }

  var view: GroupView
  var targets: [Target]
  let hasSnapshot: Bool
  /// Parts received so far, per lane.
  var parts: [Lane: LaneSnapshot] = [:]
  private var events: Deque<ReplicaEvent> = []

  /// SPEC SB-02: complete when every lane stands at its head.
  var isComplete: Bool {
    targets.allSatisfy { target in
      target.snapshotAt == nil && target.unread == nil && target.head <= view.marks[target.lane]?.position ?? .start
    }
  }

  /// The events, each lane's in order.
  var told: [ReplicaEvent] { Array(events) }

  init(view: GroupView, targets: [Target]) {
    self.view = view
    self.targets = targets
    hasSnapshot = targets.contains { $0.snapshotAt != nil }
  }

  mutating func append(_ event: ReplicaEvent) {
    events.append(event)
    if hasSnapshot, events.count > Self.eventsMax { events.removeFirst() }
  }
}

/// The page of history that a catch-up waits for: of a lane's events behind one position, up to another one.
struct WantedPage: Equatable, Sendable {
  var lane: Lane
  var after: LanePosition
  var end: LanePosition
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
      var target = CatchUpDraft.Target(lane: lane, head: head)
      if start.snapshot {
        // A snapshot is of where the lane ends, which is not before what was told of it.
        if let known, from < known.position { throw .truncated(lane, had: known.position, found: from) }
        target.snapshotAt = from
        if verifies, let known, known.position > .start, known.position < from, known.hash != nil {
          target.unread = .init(from: known, end: from)
        }
      } else {
        let mark = known ?? LaneMark(position: .start, hash: .genesis(group: group, lane: lane))
        guard mark.position == from else { throw .unexpected(lane) }
        next.marks[lane] = mark
      }
      targets.append(target)
    }
    for lane in view?.marks.keys.sorted() ?? [] where !targets.contains(where: { $0.lane == lane }) {
      // The member no longer receives the lane: what it knew of it is forgotten.
      next.state.forget(lane)
    }
    return settle(CatchUpDraft(view: next, targets: targets))
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
    // Without its hash nothing could ever be held against it.
    if verifies, mark.hash == nil { throw .hashMismatch(lane, position) }
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
    draft.targets[place].unread?.hash = mark.hash
    return settle(draft)
  }

  /// Whether a snapshot came, or will come, for more than was verified.
  var hasUnread: Bool { draft?.targets.contains { $0.unread != nil } ?? false }

  /// What is to be read next; nil when nothing is, or the snapshot is not there yet.
  var wantedPage: WantedPage? {
    guard let target = draft?.targets.first(where: { $0.unread?.hash != nil }), let unread = target.unread else { return nil }
    return WantedPage(lane: target.lane, after: unread.from.position, end: unread.end)
  }

  /// The page that is wanted. Until the last one the catch-up goes on beside what is shown.
  ///
  /// - Returns: the update if that completes the catch-up.
  mutating func take(_ page: HistoryPage) throws(ReplicaFault) -> GroupUpdate? {
    guard var draft, let place = draft.targets.firstIndex(where: { $0.unread?.hash != nil }), var unread = draft.targets[place].unread,
      draft.targets[place].lane == page.lane
    else { throw .unexpected(page.lane) }
    self.draft = nil
    try page.requireToFollow(unread.from)
    let end = unread.end
    guard let last = page.events.last(where: { $0.position <= end }) else {
      throw .truncated(page.lane, had: end, found: unread.from.position)
    }
    unread.from = LaneMark(position: last.position, hash: last.hash)
    draft.targets[place].unread = unread
    if last.position == end {
      guard last.hash == unread.hash else { throw .hashMismatch(page.lane, end) }
      draft.targets[place].unread = nil
    }
    return settle(draft)
  }

  mutating func takeForCatchUp(_ events: [WireEvent], of lane: Lane) throws(ReplicaFault) -> GroupUpdate? {
    guard var draft else { throw .unexpected(lane) }
    self.draft = nil
    for event in events { draft.append(try draft.view.fold(event, of: lane, scrutiny)) }
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
      shared.entryRows += more.entryRows
      shared.budgets += more.budgets
    case .admin(let more):
      admin.invites += more.invites
    case .income: break
    case nil: break
    }
  }
}
