import EventStore
import HearthProtocol
import Ledger
import SwiftProtobuf

/// A connection that receives lanes of the group.
struct Subscription {
  var member: MemberID
  var asker: Asker
  var origin: Origin
  var lanes: [Lane]
  var format: WireFormat
  /// True when it is not shown as present (SPEC PR-01).
  var isQuiet: Bool
  /// When it last told its heads, in milliseconds of the monotonic clock (SPEC PR-02).
  var headsToldAt: Int64?
}

/// A subscriber whose missed events are being collected; what commits meanwhile is kept for it.
struct CatchUp {
  var asker: Asker
  var origin: Origin
  var format: WireFormat
  var member: MemberID
  var starts: [LaneStart]
  var isQuiet: Bool
  /// True when the connection was subscribed before: its member has not left meanwhile.
  var keepsOnline: Bool
  var collected: [Lane: [CommittedEvent]] = [:]
  /// True when more was committed meanwhile than is kept; the catch-up starts again.
  var isOverrun = false
  private(set) var collectedBytes = 0
  /// Whether it was begun, and is being sent in pieces.
  var isBegun = false
  /// The last event of those that are in the pieces, and where the lanes stood there.
  var through = GroupSequence.start
  var sent: [Lane: LanePosition] = [:]
  /// Where the lanes stand with all that was committed since.
  private(set) var heads: [Lane: LanePosition] = [:]
  /// The members that it was told to be online.
  var shownOnline: Set<MemberID> = []
  /// Whether it was begun anew without the connection's asking, since other lanes are its member's now.
  var isUnasked = false
  /// When the connection last told its heads, before it was begun anew unasked.
  var headsToldAt: Int64?
  /// The subscription that is wanted instead; it begins when the catch-up being collected has come back.
  var wish: Subscribe?
  /// Whether the connection did not ask for that.
  var isWishUnasked = false

  /// Keeps what was committed meanwhile.
  ///
  /// - Parameters:
  ///   - most: Limit: events kept.
  ///   - bytesMost: Limit: bytes kept where it is being sent in pieces.
  mutating func collect(_ events: [CommittedEvent], of lane: Lane, most: Int, bytesMost: Int) {
    guard starts.contains(where: { $0.lane == lane.name }) else { return }
    if let last = events.last { heads[lane] = last.stored.position }
    guard !isOverrun else { return }
    collected[lane, default: []] += events
    collectedBytes += events.reduce(0) { $0 + $1.stored.bytes.count }
    guard collected.values.reduce(0, { $0 + $1.count }) > most || isBegun && collectedBytes > bytesMost else { return }
    isOverrun = true
    collected = [:]
  }

  /// Has the next pieces go on to the events committed since the pieces began.
  mutating func passOn(through sequence: GroupSequence) {
    through = sequence
    sent.merge(heads) { $1 }
    (collected, collectedBytes, isOverrun) = ([:], 0, false)
  }
}

extension Room {
  /// A connection wants to follow the group (SPEC SB-01).
  public mutating func subscribe(_ subscribe: Subscribe, asker: Asker, origin: Origin, format: WireFormat) -> [RoomEffect] {
    let behind = lastCommand(of: origin.peer)
    guard isAnswered(behind) else {
      return wait(WaitingReader(wish: .subscribe(subscribe, format), asker: asker, origin: origin, behind: behind))
    }
    return begin(subscribe, asker: asker, origin: origin, format: format)
  }

  /// Where somebody who has seen all stands now: a subscription from there is told nothing of before.
  public func standing(of asker: Asker) -> (epoch: UInt64, cursors: [Cursor]) {
    guard let member = history.state.member(holding: asker.holder) else { return (epoch, []) }
    let cursors = history.state.lanes(readableBy: member.id).map { lane in
      Cursor.with {
        $0.lane = lane.name
        $0.position = history.head(of: lane).position.rawValue
      }
    }
    return (epoch, cursors)
  }

  private mutating func wait(_ reader: WaitingReader) -> [RoomEffect] {
    let origin = reader.origin
    guard waitingReaders.count < limits.waitingReadersMax else {
      return [.answer(.rejected(.overloaded(retryAfterMilliseconds: 1_000), group: group, request: origin.request), origin.peer)]
    }
    waitingReaders.append(reader)
    return []
  }

  /// Begins a catch-up, or refuses it. While something is still being collected for the connection the newest wish
  /// waits: however often it subscribes, one thing at a time is collected for it.
  ///
  /// - Parameters:
  ///   - keepsOnline: whether the connection showed its member online until just now.
  ///   - isUnasked: whether the connection did not ask to begin anew, so that it tells its heads as if it had not.
  mutating func begin(
    _ subscribe: Subscribe, asker: Asker, origin: Origin, format: WireFormat, keepsOnline: Bool = false, isUnasked: Bool = false
  ) -> [RoomEffect] {
    let held = heldAnswers[origin.peer] ?? []
    guard let member = history.state.member(holding: asker.holder) else {
      heldAnswers[origin.peer] = nil
      return [.answer(.rejected(.notFound(), group: group, request: origin.request), origin.peer)] + held
    }
    let own = (subscriptions[origin.peer] == nil ? 0 : 1) + catchUps.values.count { $0.origin.peer == origin.peer }
    guard subscriptions.count + catchUps.count - own < limits.subscribersMax else {
      heldAnswers[origin.peer] = nil
      return [.answer(.rejected(.overloaded(retryAfterMilliseconds: 5_000), group: group, request: origin.request), origin.peer)] + held
    }
    // Nothing more of a lane that the reader may have lost.
    var stop: [RoomEffect] = isStreaming(to: origin.peer) ? [.stopStream(origin.peer)] : []
    let former = isUnasked ? headTeller(at: origin.peer) : nil
    let wasSubscribed = subscriptions[origin.peer] != nil
    let wasShown = release(origin.peer) != nil
    let wasOnline = wasShown || keepsOnline
    if subscribe.quiet { stop += endDraft(of: origin.peer) }
    // From here on it is not told what others are; who passes that on has to know.
    let pause: [RoomEffect] = wasSubscribed || wasShown ? [.stopStream(origin.peer)] : []
    if let id = gathering.first(where: { $0.value == origin.peer })?.key {
      catchUps[id] = CatchUp(
        asker: asker, origin: origin, format: format, member: member.id, starts: [], isQuiet: subscribe.quiet, keepsOnline: wasOnline,
        isUnasked: former != nil, headsToldAt: former?.headsToldAt, wish: subscribe, isWishUnasked: isUnasked)
      return stop + pause
    }

    let resumption = resumption(of: subscribe, by: member.id)
    let (starts, seen) = starts(of: subscribe, by: member.id, resumption)
    catchUpCount += 1
    let id = CatchUpID(rawValue: catchUpCount)
    catchUps[id] = CatchUp(
      asker: asker, origin: origin, format: format, member: member.id, starts: starts, isQuiet: subscribe.quiet, keepsOnline: wasOnline,
      isUnasked: former != nil, headsToldAt: former?.headsToldAt)
    var work = work(id, starts, behind: seen, resumption, format)
    work.reader = asker.identity
    if let tail = keptTail(for: work) { return stop + gathered(id, tail: tail, snapshots: []) }
    gathering[id] = origin.peer
    return stop + pause + [.gather(work)]
  }

  /// A state that a reader has parts of, and how much of each lane.
  private typealias Resumption = (state: GroupHistory, behind: [Lane: Int])

  /// Where each lane begins for a reader, and how many events it has seen.
  private func starts(of subscribe: Subscribe, by member: MemberID, _ resumption: Resumption?) -> ([LaneStart], seen: UInt64) {
    let cursors = Dictionary(subscribe.cursors.map { ($0.lane, LanePosition($0.position)) }, uniquingKeysWith: max)
    var starts: [LaneStart] = []
    var missed: UInt64 = 0
    var seen: UInt64 = 0
    for lane in history.state.lanes(readableBy: member) {
      let head = history.head(of: lane).position
      var start = LaneStart()
      start.lane = lane.name
      start.head = head.rawValue
      if subscribe.epoch == epoch, let cursor = cursors[lane.name], cursor <= head {
        start.start = cursor.rawValue
        missed += head.rawValue - cursor.rawValue
        seen += cursor.rawValue
      } else if subscribe.epoch == epoch, head == .start, cursors[lane.name] == nil {
        // Nothing has happened in the lane, so there is nothing to be told.
        start.start = head.rawValue
      } else {
        start.beginWithSnapshot(of: lane, resumption)
      }
      starts.append(start)
    }
    if missed > UInt64(limits.tailEventsMax) {
      for place in starts.indices { if let lane = Lane(name: starts[place].lane) { starts[place].beginWithSnapshot(of: lane, resumption) } }
    }
    return (starts, seen)
  }

  /// What a reader misses.
  ///
  /// - Parameter seen: how many events it has.
  private func work(_ id: CatchUpID, _ starts: [LaneStart], behind seen: UInt64, _ resumption: Resumption?, _ format: WireFormat)
    -> CatchUpWork
  {
    let snapshotLanes = starts.filter(\.snapshot).compactMap { Lane(name: $0.lane) }
    var wanted: [Lane: ClosedRange<LanePosition>] = [:]
    for start in starts where start.start < start.head {
      if let lane = Lane(name: start.lane) { wanted[lane] = LanePosition(start.start + 1)...LanePosition(start.head) }
    }
    // All that the client has seen came before all that it misses, so its first missed event is past the sum of its
    // cursors, and past a former state; where it broke off between two lanes, a little before that.
    var after = GroupSequence(seen - min(seen, limits.reachBackEvents))
    if !snapshotLanes.isEmpty, let former = resumption?.state.sequence {
      after = starts.allSatisfy(\.snapshot) ? former : min(former, after)
    }
    let isResumed = !snapshotLanes.isEmpty && resumption != nil
    let likely = snapshotLanes.isEmpty ? GroupSequence(seen) : .start
    return CatchUpWork(
      id: id, tailAfter: wanted.isEmpty ? nil : after, likelyAfter: likely, wanted: wanted, until: history.sequence,
      snapshotLanes: snapshotLanes,
      snapshotBehind: isResumed ? resumption?.behind ?? [:] : [:], history: isResumed ? resumption?.state ?? history : history,
      format: format)
  }

  /// Ends a catch-up that could not be collected, since the store is away.
  ///
  /// - Returns: the connection that it was for; nil: it was for the room itself.
  public mutating func gatherFailed(_ id: CatchUpID) -> PeerID? { gathering.removeValue(forKey: id) }

  /// Takes what was collected for a catch-up. From here on the subscriber gets live events.
  ///
  /// - Parameters:
  ///   - tail: the log's events that were asked for.
  ///   - snapshots: of the lanes that were asked for, as messages in the format of the work.
  public mutating func gathered(_ id: CatchUpID, tail: [CommittedEvent], snapshots: [[UInt8]]) -> [RoomEffect] {
    gathering[id] = nil
    if case .closingGap(id) = phase {
      phase = .idle
      let told = onlineMembers
      var (effects, moved) = endMovedReaders()
      effects += deliver(tail, answers: []) + followSeparations(from: told)
      for reader in moved {
        effects += restart(
          reader.asker, as: reader.member, reader.origin, reader.format, isQuiet: reader.isQuiet, from: [],
          wasOnline: !reader.isQuiet && told.contains(reader.member))
      }
      return effects + restartMovedReaders() + admitWaitingReaders()
    }
    guard var catchUp = catchUps[id] else { return [] }
    if catchUp.isOverrun || catchUp.wish != nil { return resubscribe(catchUp) }
    var events: [(Lane, [CommittedEvent])] = []
    for index in catchUp.starts.indices {
      guard let lane = Lane(name: catchUp.starts[index].lane) else { continue }
      let start = catchUp.starts[index]
      var missed: [CommittedEvent] = []
      if !start.snapshot {
        missed = tail.filter {
          $0.stored.lane == lane && $0.stored.position.rawValue > start.start && $0.stored.position.rawValue <= start.head
        }
        if UInt64(missed.count) != start.head - start.start {
          // Cursors that never stood together: the tail does not reach back far enough. SPEC SB-04: a snapshot instead.
          return resubscribe(catchUp)
        }
      }
      missed += catchUp.collected[lane] ?? []
      catchUp.starts[index].head = missed.last?.stored.position.rawValue ?? start.head
      if !missed.isEmpty { events.append((lane, missed)) }
    }
    let wasOnline = isOnline(catchUp.member)
    catchUps[id] = nil
    var shown = onlineMembers
    if separations.show(catchUp) { shown.insert(catchUp.member) }
    let start = CatchUpStart(
      subscribed: subscribed(catchUp.member, catchUp.starts, online: shown), group: group, snapshotMessages: snapshots, events: events)
    var begin: RoomEffect? = .begin(start, catchUp.origin)
    return join(catchUp, wasOnline: wasOnline) { _ in
      defer { begin = nil }
      return begin
    }
  }

  /// Begins a catch-up that is larger than one sending: it follows in pieces as they are taken.
  ///
  /// - Parameter work: as it was asked for.
  public mutating func open(_ work: CatchUpWork) -> [RoomEffect] {
    gathering[work.id] = nil
    guard let catchUp = catchUps[work.id] else { return [] }
    if catchUp.isOverrun || catchUp.wish != nil { return resubscribe(catchUp) }
    let online = onlineMembers
    catchUps[work.id]?.isBegun = true
    catchUps[work.id]?.through = work.until
    catchUps[work.id]?.shownOnline = online
    for start in catchUp.starts { if let lane = Lane(name: start.lane) { catchUps[work.id]?.sent[lane] = LanePosition(start.head) } }
    // A catch-up of a member's own lanes alone keeps no state, so it displaces none with which others go on (SPEC
    // LN-09).
    if !catchUp.isUnasked, work.snapshotLanes.contains(where: { $0.subject == nil }) { keep(work.history) }
    let start = CatchUpStart(
      subscribed: subscribed(catchUp.member, catchUp.starts, online: online), group: group, snapshotMessages: [], events: [])
    return [.begin(start, catchUp.origin), .stream(work, catchUp.origin)]
  }

  /// The pieces of a catch-up have been sent. From here on the subscriber gets live events, unless more was committed
  /// meanwhile than is kept.
  ///
  /// - Parameter isWhole: whether the log had all that was wanted.
  public mutating func streamed(_ id: CatchUpID, isWhole: Bool) -> [RoomEffect] {
    guard let catchUp = catchUps[id], catchUp.isBegun else { return [] }
    // Cursors that never stood together. SPEC SB-04: a snapshot instead.
    guard isWhole else { return resubscribe(catchUp) }
    if catchUp.isOverrun {
      var wanted: [Lane: ClosedRange<LanePosition>] = [:]
      for (lane, head) in catchUp.heads {
        let sent = catchUp.sent[lane] ?? .start
        if sent < head { wanted[lane] = LanePosition(sent.rawValue + 1)...head }
      }
      let work = CatchUpWork(
        id: id, tailAfter: catchUp.through, wanted: wanted, until: delivered, snapshotLanes: [], history: GroupHistory(group: group),
        format: catchUp.format)
      catchUps[id]?.passOn(through: delivered)
      return [.stream(work, catchUp.origin)]
    }
    let wasOnline = isOnline(catchUp.member)
    catchUps[id] = nil
    return join(catchUp, wasOnline: wasOnline, told: catchUp.shownOnline) { [peer = catchUp.origin.peer, format = catchUp.format] lane in
      guard let events = catchUp.collected[lane], !events.isEmpty else { return nil }
      var reader = Recipients()
      reader[format].append(peer)
      return .deliver(lane, events, reader)
    }
  }

  /// Makes a reader that has all it missed one of the lanes' recipients.
  ///
  /// - Parameters:
  ///   - wasOnline: whether its member was shown as present.
  ///   - told: whom it was told to be online; nil: that is told with `events`.
  ///   - events: what is sent of a lane before that.
  private mutating func join(
    _ catchUp: CatchUp, wasOnline: Bool, told: Set<MemberID>? = nil, _ events: (Lane) -> RoomEffect?
  ) -> [RoomEffect] {
    let peer = catchUp.origin.peer
    var effects: [RoomEffect] = []
    if !wasOnline, separations.show(catchUp) {
      effects.append(.announce(.presence(catchUp.member, online: true, group: group), recipients[.shared] ?? Recipients()))
    }
    let lanes = catchUp.starts.compactMap { Lane(name: $0.lane) }
    subscriptions[peer] = Subscription(
      member: catchUp.member, asker: catchUp.asker, origin: catchUp.origin, lanes: lanes, format: catchUp.format, isQuiet: catchUp.isQuiet,
      headsToldAt: catchUp.headsToldAt)
    // A connection that goes on quietly shows nobody any more.
    if wasOnline, !isOnline(catchUp.member) {
      effects.append(.announce(.presence(catchUp.member, online: false, group: group), recipients[.shared] ?? Recipients()))
    }
    effects += lanes.compactMap(events)
    if let told {
      let online = onlineMembers
      for member in told.symmetricDifference(online).sorted() {
        effects.append(.answer(.presence(member, online: online.contains(member), group: group), peer))
      }
    }
    for lane in lanes { recipients[lane, default: Recipients()][catchUp.format].append(peer) }
    return effects + (heldAnswers.removeValue(forKey: peer) ?? [])
  }

  private func subscribed(_ member: MemberID, _ starts: [LaneStart], online: Set<MemberID>) -> Subscribed {
    var subscribed = Subscribed()
    subscribed.groupID = group.description
    subscribed.memberID = member.description
    subscribed.epoch = epoch
    subscribed.lanes = starts
    subscribed.online = online.sorted().map(\.description)
    return subscribed
  }

  /// Whether a catch-up is being sent to a connection in pieces.
  func isStreaming(to peer: PeerID) -> Bool { catchUps.values.contains { $0.origin.peer == peer && $0.isBegun } }

  /// The state whose snapshots a subscriber has parts of, and how much of each; nil when it has none, or the state is
  /// not known any more: then it begins anew (SPEC SB-09).
  private func resumption(of subscribe: Subscribe, by member: MemberID) -> Resumption? {
    guard subscribe.epoch == epoch, !subscribe.parts.isEmpty else { return nil }
    let readable = history.state.lanes(readableBy: member)
    for state in [history] + formerStates.reversed() where state.sequence <= history.sequence {
      var behind: [Lane: Int] = [:]
      for part in subscribe.parts {
        guard let lane = Lane(name: part.lane), readable.contains(lane), let hash = LaneHash(bytes: part.head) else { continue }
        let head = state.head(of: lane)
        if head.position.rawValue == part.position, head.hash == hash, part.things > 0 { behind[lane] = Int(clamping: part.things) }
      }
      if !behind.isEmpty { return (state, behind) }
    }
    return nil
  }

  /// The connection no longer wants the group, or is gone.
  public mutating func unsubscribe(_ peer: PeerID) -> [RoomEffect] {
    let held = heldAnswers.removeValue(forKey: peer) ?? []
    return held + depart(peer)
  }

  /// Ends what a connection has of the group, and says so to the others if its member is not here any more. Answers
  /// that are held stay held.
  mutating func depart(_ peer: PeerID) -> [RoomEffect] {
    let member = release(peer)
    let ended = endDraft(of: peer)
    guard let member, !isOnline(member) else { return ended }
    return ended + [.announce(.presence(member, online: false, group: group), recipients[.shared] ?? Recipients())]
  }

  /// Takes away a connection's subscription, its catch-up and its place among those who wait to subscribe. A page of
  /// history that it asked for is not touched: reading needs no subscription (SPEC HI-01).
  ///
  /// - Returns: the member whom the connection showed online, if it did.
  mutating func release(_ peer: PeerID) -> MemberID? {
    waitingReaders.removeAll { $0.isSubscriber && $0.origin.peer == peer }
    var shown: MemberID?
    for (id, catchUp) in catchUps where catchUp.origin.peer == peer {
      if separations.keepOnline(catchUp) { shown = catchUp.member }
      catchUps[id] = nil
    }
    if let subscription = subscriptions.removeValue(forKey: peer) {
      for lane in subscription.lanes { recipients[lane]?[subscription.format].removeAll { $0 == peer } }
      if separations.show(subscription) { shown = subscription.member }
    }
    return shown
  }

  /// A member wants to read old events (SPEC HI-01).
  public mutating func readHistory(_ read: ReadHistory, asker: Asker, origin: Origin) -> [RoomEffect] {
    let behind = lastCommand(of: origin.peer)
    guard isAnswered(behind) else {
      return wait(WaitingReader(wish: .history(read), asker: asker, origin: origin, behind: behind))
    }
    return show(read, asker: asker, origin: origin)
  }

  /// Asks for the events that a reader of history wants, or refuses it.
  func show(_ read: ReadHistory, asker: Asker, origin: Origin) -> [RoomEffect] {
    guard let member = history.state.member(holding: asker.holder), let lane = Lane(name: read.lane.isEmpty ? Lane.shared.name : read.lane),
      history.state.lanes(readableBy: member.id).contains(lane)
    else {
      return [.answer(.rejected(.notFound(), group: group, request: origin.request), origin.peer)]
    }
    let limit = read.limit == 0 ? limits.historyEventsMax : min(Int(read.limit), limits.historyEventsMax)
    let request = HistoryRequest(
      group: group, lane: lane, after: LanePosition(read.after), limit: limit, head: history.head(of: lane).position)
    return [.readHistory(request, origin)]
  }

  /// Members with a connection that is subscribed, or was and is subscribing again (SPEC PR-01).
  var onlineMembers: Set<MemberID> {
    let separations = separations
    return Set(subscriptions.values.lazy.filter { separations.show($0) }.map(\.member)).union(
      catchUps.values.lazy.filter { separations.keepOnline($0) }.map(\.member))
  }

  private func isOnline(_ member: MemberID) -> Bool {
    let separations = separations
    return subscriptions.values.contains { $0.member == member && separations.show($0) }
      || catchUps.values.contains { $0.member == member && separations.keepOnline($0) }
  }

  private mutating func resubscribe(_ catchUp: CatchUp) -> [RoomEffect] {
    // A newer subscription that the connection has asked for begins when its wait is over; answers that are held follow
    // that.
    if waitingReaders.contains(where: { $0.isSubscriber && $0.origin.peer == catchUp.origin.peer }) { return [] }
    var subscribe = catchUp.wish ?? Subscribe()
    subscribe.groupID = group.description
    subscribe.quiet = catchUp.isQuiet
    let goesOn = catchUp.wish == nil || catchUp.isWishUnasked
    let shown = goesOn ? showReader(catchUp) : []
    guard case .idle = phase else {
      var reader = WaitingReader(wish: .subscribe(subscribe, catchUp.format), asker: catchUp.asker, origin: catchUp.origin, behind: 0)
      reader.isUnasked = goesOn
      waitingReaders.append(reader)
      return shown
    }
    return shown + begin(subscribe, asker: catchUp.asker, origin: catchUp.origin, format: catchUp.format, isUnasked: goesOn)
  }

  /// A catch-up has come back and begins anew without its connection's asking: its member is present from now on and
  /// may tell heads. Others could otherwise tell that its member receives other lanes (SPEC LN-09).
  private mutating func showReader(_ catchUp: CatchUp) -> [RoomEffect] {
    guard let id = catchUps.first(where: { $0.value.origin.peer == catchUp.origin.peer })?.key else { return [] }
    let wasOnline = isOnline(catchUp.member)
    catchUps[id]?.isUnasked = true
    guard separations.show(catchUp) else { return [] }
    catchUps[id]?.keepsOnline = true
    return wasOnline ? [] : [.announce(.presence(catchUp.member, online: true, group: group), recipients[.shared] ?? Recipients())]
  }
}

extension Room.WaitingReader {
  var isSubscriber: Bool { if case .subscribe = wish { true } else { false } }
}

extension LaneStart {
  /// The lane begins with a snapshot: as it is, or of the state that the reader has parts of.
  fileprivate mutating func beginWithSnapshot(of lane: Lane, _ resumption: (state: GroupHistory, behind: [Lane: Int])?) {
    snapshot = true
    start = resumption?.state.head(of: lane).position.rawValue ?? head
    things = UInt64(resumption?.behind[lane] ?? 0)
  }
}
