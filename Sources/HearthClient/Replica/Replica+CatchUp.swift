import DequeModule
import HearthProtocol
import Ledger

/// A catch-up that is being collected, beside the view that is still shown.
struct CatchUpDraft: Sendable {
  /// Limit: events that a catch-up with a snapshot tells of, the latest; the snapshot keeps what led to it to itself
  /// anyway.
  static let eventsMax = 2_000
  /// Limit: events of a lane that are kept while what came before them is read; more are read too.
  static let newerMax = 500

  struct Target: Sendable {
    var lane: Lane
    var head: LanePosition
    /// Where the announced snapshot stands, until its last part has come.
    var snapshotAt: LanePosition?
    /// What the snapshot stands for, until it has been read; nil when nothing of the lane was verified before.
    var unread: Unread?
  }

  /// The events between the last one that was verified and a snapshot (SPEC LN-08). They are folded into what was
  /// verified; of the snapshot counts where it stands and its hash, to which they must lead.
  struct Unread: Sendable {
    /// Where the snapshot stands.
    let snapshotAt: LanePosition
    /// Up to where is to be read: the snapshot, or a later event where more came meanwhile than is kept.
    var end: LanePosition
    /// The chain there; nil until the snapshot's last part has come.
    var hash: LaneHash?
    /// What came behind `end` meanwhile.
    var newer: [WireEvent] = []
    /// The newest of that, or `end`.
    var newest: LaneMark
    /// Events among what came meanwhile that a later one is to name.
    private var awaited = AwaitedErasures()

    init(snapshotAt: LanePosition) {
      self.snapshotAt = snapshotAt
      end = snapshotAt
      newest = LaneMark(position: snapshotAt, hash: nil)
    }

    /// The snapshot has come.
    mutating func stands(at hash: LaneHash?) {
      self.hash = hash
      newest.hash = hash
    }

    /// Takes an event that came meanwhile.
    mutating func take(_ event: WireEvent, of lane: Lane) throws(ReplicaFault) {
      let expected = LanePosition(newest.position.rawValue &+ 1)
      guard event.position <= expected else { throw .gap(lane, expected: expected, found: event.position) }
      guard event.position == expected else { throw .repeated(lane, expected: expected, found: event.position) }
      guard let stored = event.stored else { throw .unreadable(lane, expected) }
      guard let last = newest.hash, let hash = event.hash,
        awaited.follows(stored, in: lane, at: expected, after: last, hash: hash)
      else { throw .hashMismatch(lane, expected) }
      newest = LaneMark(position: expected, hash: hash)
      newer.append(event)
      guard newer.count > CatchUpDraft.newerMax else { return }
      // It is read with the rest, however much comes while the server is slow to show it.
      (end, self.hash, newer) = (expected, hash, [])
    }
  }

  var view: GroupView
  var targets: [Target]
  let hasSnapshot: Bool
  /// Parts received so far, per lane, and how many things they tell.
  var parts: [Lane: LaneSnapshot] = [:]
  var things: [Lane: UInt64] = [:]
  private var events: Deque<ReplicaEvent> = []

  /// SPEC SB-02: complete when every lane stands at its head.
  var isComplete: Bool {
    targets.allSatisfy { target in
      target.snapshotAt == nil && target.unread == nil && target.head <= view.marks[target.lane]?.position ?? .start
    }
  }

  /// The events, each lane's in order.
  var told: [ReplicaEvent] { Array(events) }

  /// - Parameter former: what was being collected before, of which some lanes are gone on with.
  init(view: GroupView, targets: [Target], continuing former: CatchUpDraft?, in lanes: Set<Lane>) {
    self.view = view
    self.targets = targets
    hasSnapshot = targets.contains { $0.snapshotAt != nil } || former?.hasSnapshot == true
    events = Deque(former?.events.filter { lanes.contains($0.lane) } ?? [])
  }

  mutating func append(_ event: ReplicaEvent) {
    events.append(event)
    if hasSnapshot, events.count > Self.eventsMax { events.removeFirst() }
  }
}

/// What has come of snapshots whose connection broke: the next catch-up goes on behind it where the server still has
/// them (SPEC SB-09).
struct KeptParts: Sendable {
  let epoch: UInt64
  let lanes: [Lane: LaneSnapshot]
  let things: [Lane: UInt64]

  /// Nil where nothing of it could be gone on with.
  init?(_ draft: CatchUpDraft?) {
    guard let draft, !draft.things.isEmpty else { return nil }
    (epoch, lanes, things) = (draft.view.epoch, draft.parts, draft.things)
  }

  /// What the server is told of it.
  var cursors: [PartCursor] {
    things.sorted { $0.key < $1.key }.compactMap { lane, things in
      guard let snapshot = lanes[lane] else { return nil }
      var cursor = PartCursor()
      cursor.lane = lane.name
      cursor.position = snapshot.position
      cursor.head = snapshot.head
      cursor.things = things
      return cursor
    }
  }
}

/// The page of history that a catch-up waits for: of a lane's events behind one position, up to another one.
struct WantedPage: Equatable, Sendable {
  var lane: Lane
  var after: LanePosition
  var end: LanePosition
}

extension Replica {
  /// The server begins a catch-up (SPEC SB-02). What one that was under way has collected counts as far as the server
  /// goes on from it (SB-08).
  ///
  /// - Returns: the update if nothing was missed; otherwise nil, and it follows the last event.
  public mutating func begin(_ subscribed: Subscribed) throws(ReplicaFault) -> GroupUpdate? {
    let former = draft?.view.epoch == subscribed.epoch ? draft : nil
    let kept = kept?.epoch == subscribed.epoch ? kept : nil
    draft = nil
    self.kept = nil
    var parts: [Lane: LaneSnapshot] = [:]
    guard let member = MemberID(subscribed.memberID) else { throw .unexpected(.shared) }
    let seen = view?.epoch == subscribed.epoch ? view : nil
    var next = GroupView(
      state: former?.view.state ?? view?.state ?? GroupState(group: group), member: member, epoch: subscribed.epoch, marks: [:],
      online: Set(subscribed.online.compactMap { MemberID($0) }))
    var targets: [CatchUpDraft.Target] = []
    var continued: Set<Lane> = []
    for start in subscribed.lanes {
      // SPEC VR-01: a lane of a later version is passed over.
      guard let lane = Lane(name: start.lane) else { continue }
      let from = LanePosition(start.start)
      let head = LanePosition(start.head)
      guard !targets.contains(where: { $0.lane == lane }), head >= from else { throw .unexpected(lane) }
      let known = seen?.marks[lane]
      if let known, head < known.position { throw .truncated(lane, had: known.position, found: head) }
      var target = CatchUpDraft.Target(lane: lane, head: head)
      if !start.snapshot, let collected = former?.standing(of: lane), collected.position == from {
        next.marks[lane] = former?.view.marks[lane]
        target.unread = collected.unread
        targets.append(target)
        continued.insert(lane)
        continue
      }
      // What else was collected of it, or belongs to another epoch, is worth nothing.
      if (former?.view ?? view)?.marks[lane] != known { next.state.replace(lane, by: seen?.state) }
      if start.snapshot {
        // A snapshot is of where the lane ends, which is not before what was told of it.
        if let known, from < known.position { throw .truncated(lane, had: known.position, found: from) }
        target.snapshotAt = from
        if start.things > 0 {
          // Nothing is gone on with that has not come.
          guard let part = kept?.lanes[lane], part.position == start.start, kept?.things[lane] == start.things else {
            throw .unexpected(lane)
          }
          parts[lane] = part
        }
        if verifies, let known, known.position > .start, known.hash != nil {
          next.marks[lane] = known
          target.unread = .init(snapshotAt: from)
        }
      } else {
        let mark = known ?? LaneMark(position: .start, hash: .genesis(group: group, lane: lane))
        guard mark.position == from else { throw .unexpected(lane) }
        next.marks[lane] = mark
      }
      targets.append(target)
    }
    let lanes = Set((view?.marks ?? [:]).keys).union((former?.view.marks ?? [:]).keys)
    for lane in lanes.sorted() where !targets.contains(where: { $0.lane == lane }) {
      // The member no longer receives the lane: what it knew of it is forgotten.
      next.state.replace(lane, by: nil)
    }
    if let collected = former?.view.awaited { next.awaited = collected.only(continued) }
    var draft = CatchUpDraft(view: next, targets: targets, continuing: former, in: continued)
    (draft.parts, draft.things) = (parts, kept?.things.filter { parts[$0.key] != nil } ?? [:])
    return try settle(draft)
  }

  /// A part of a snapshot (SPEC SB-03).
  ///
  /// - Returns: the update if that completes the catch-up.
  public mutating func take(_ part: SnapshotPart) throws(ReplicaFault) -> GroupUpdate? {
    guard let lane = Lane(name: part.snapshot.lane) else { return nil }
    guard var draft, let place = draft.targets.firstIndex(where: { $0.lane == lane }), let position = draft.targets[place].snapshotAt
    else { throw .unexpected(lane) }
    self.draft = nil
    if let before = draft.parts[lane] {
      guard part.snapshot.position == before.position, part.snapshot.head == before.head else { throw .unexpected(lane) }
      draft.parts[lane]?.append(part.snapshot)
    } else {
      draft.parts[lane] = part.snapshot
    }
    draft.things[lane] = part.last || part.things == 0 ? nil : part.things
    guard part.last, let whole = draft.parts.removeValue(forKey: lane) else {
      self.draft = draft
      return nil
    }
    guard whole.position == position.rawValue else { throw .unexpected(lane) }
    let mark = LaneMark(position: position, hash: LaneHash(bytes: whole.head))
    // Without its hash nothing could ever be compared with it.
    if verifies, mark.hash == nil { throw .hashMismatch(lane, position) }
    draft.targets[place].snapshotAt = nil
    if draft.targets[place].unread != nil {
      draft.targets[place].unread?.stands(at: mark.hash)
      try draft.finishReading(place)
      return try settle(draft)
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
    return try settle(draft)
  }

  /// What is to be read next; nil when nothing is, or the snapshot is not there yet.
  var wantedPage: WantedPage? {
    guard let draft, let target = draft.targets.first(where: { $0.unread?.hash != nil }), let unread = target.unread else { return nil }
    return WantedPage(lane: target.lane, after: draft.view.marks[target.lane]?.position ?? .start, end: unread.end)
  }

  /// The page that is wanted. Until the last one the catch-up goes on beside what is shown.
  ///
  /// - Returns: the update if that completes the catch-up.
  mutating func take(_ page: HistoryPage) throws(ReplicaFault) -> GroupUpdate? {
    guard var draft, let place = draft.targets.firstIndex(where: { $0.lane == page.lane && $0.unread?.hash != nil }) else {
      throw .unexpected(page.lane)
    }
    self.draft = nil
    try draft.read(page, place)
    try draft.finishReading(place)
    return try settle(draft)
  }

  mutating func takeForCatchUp(_ events: [WireEvent], of lane: Lane) throws(ReplicaFault) -> GroupUpdate? {
    guard var draft else { throw .unexpected(lane) }
    self.draft = nil
    if let place = draft.targets.firstIndex(where: { $0.lane == lane && $0.unread != nil }) {
      for event in events { try draft.targets[place].unread?.take(event, of: lane) }
    } else {
      for event in events { draft.append(try draft.view.fold(event, of: lane, scrutiny)) }
    }
    return try settle(draft)
  }

  private mutating func settle(_ draft: CatchUpDraft) throws(ReplicaFault) -> GroupUpdate? {
    guard draft.isComplete else {
      self.draft = draft
      return nil
    }
    try draft.view.awaited.requireEmpty()
    if let view, verifies, view.epoch == draft.view.epoch {
      // A lane that was verified is not taken from a member who may read it: when it came back, anything could be told
      // of it. They may go on as another (SPEC MB-05), also by a claim that was told already, and come back as another
      // when somebody goes on in their place (BN-07), but not as whom the server likes: they are whoever holds now what
      // they held.
      let former = view.state.shared.members
      if let holder = former[former.current(view.member)]?.holder, let own = draft.view.state.member(holding: holder) {
        guard draft.view.member == own.id else { throw .unexpected(.shared) }
      }
      // What a minor has written stays theirs, whatever they become, and so does an account its owner's; a lane in
      // which nothing stood ends with their being a minor. Of other lanes that say themselves who reads them nothing is
      // known here any more (SPEC LN-14).
      let own = Lane.minor(draft.view.member)
      let kept = view.marks[own].map { $0.position > .start } ?? false ? [own] : []
      let readable =
        [.shared] + kept + view.state.ownAccountLanes(of: view.member) + draft.view.state.lanes(readableBy: draft.view.member)
      for (lane, known) in view.marks.sorted(by: { $0.key < $1.key }) where draft.view.marks[lane] == nil && readable.contains(lane) {
        throw .truncated(lane, had: known.position, found: .start)
      }
    }
    return show(draft)
  }
}

extension CatchUpDraft {
  /// Up to where the server takes a lane for sent, and what of it is still to be read; nil when not all of its snapshot
  /// has come.
  fileprivate func standing(of lane: Lane) -> (position: LanePosition, unread: Unread?)? {
    guard let target = targets.first(where: { $0.lane == lane }), target.snapshotAt == nil, let mark = view.marks[lane] else { return nil }
    return (target.unread?.newest.position ?? mark.position, target.unread)
  }

  /// Folds in what a page has of a lane that is read.
  fileprivate mutating func read(_ page: HistoryPage, _ place: Int) throws(ReplicaFault) {
    let lane = page.lane
    guard var mark = view.marks[lane], let unread = targets[place].unread else { throw .unexpected(lane) }
    try page.requireToFollow(mark)
    let events = page.events.prefix { $0.position <= unread.end }
    guard let last = events.last else { throw .truncated(lane, had: unread.end, found: mark.position) }
    for (place, event) in events.enumerated() {
      try view.awaited.requireToFollow(event, place == 0 ? page.firstStored : event.stored, mark)
      try view.state.fold(event)
      mark = LaneMark(position: event.position, hash: event.hash)
      if event.position > unread.snapshotAt { append(event) }
    }
    view.marks[lane] = LaneMark(position: last.position, hash: last.hash)
  }

  /// Once all is read it must have led to the snapshot; what came meanwhile follows.
  fileprivate mutating func finishReading(_ place: Int) throws(ReplicaFault) {
    let lane = targets[place].lane
    guard let unread = targets[place].unread, let mark = view.marks[lane], mark.position == unread.end else { return }
    // A client that keeps a head notices that history was rewritten behind it.
    guard mark.hash == unread.hash else { throw .hashMismatch(lane, unread.end) }
    targets[place].unread = nil
    for event in unread.newer { append(try view.fold(event, of: lane, .full)) }
  }
}

extension GroupState {
  /// Replaces the lane's state by another's, or by the one before its first event.
  fileprivate mutating func replace(_ lane: Lane, by other: GroupState?) {
    // Restoring what a state says of itself cannot fail.
    try? restore((other ?? GroupState(group: group)).snapshot(of: lane))
  }
}
