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
  /// What is wanted instead of what is being collected; it begins when that has come back.
  var wish: Subscribe?

  /// Keeps what was committed meanwhile.
  ///
  /// - Parameter most: Limit: events kept.
  mutating func collect(_ events: [CommittedEvent], of lane: Lane, most: Int) {
    guard !isOverrun, starts.contains(where: { $0.lane == lane.name }) else { return }
    collected[lane, default: []] += events
    guard collected.values.reduce(0, { $0 + $1.count }) > most else { return }
    isOverrun = true
    collected = [:]
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

  private mutating func wait(_ reader: WaitingReader) -> [RoomEffect] {
    let origin = reader.origin
    guard waitingReaders.count < limits.waitingReadersMax else {
      return [.answer(.rejected(.overloaded(retryAfterMilliseconds: 1_000), group: group, request: origin.request), origin.peer)]
    }
    waitingReaders.append(reader)
    return []
  }

  /// Begins a catch-up, or refuses it. While something is still being collected for the connection the newest wish waits: however often it
  /// subscribes, one thing at a time is collected for it.
  mutating func begin(_ subscribe: Subscribe, asker: Asker, origin: Origin, format: WireFormat) -> [RoomEffect] {
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
    let wasOnline = release(origin.peer) != nil
    if let id = gathering.first(where: { $0.value == origin.peer })?.key {
      catchUps[id] = CatchUp(
        asker: asker, origin: origin, format: format, member: member.id, starts: [], isQuiet: subscribe.quiet, keepsOnline: wasOnline,
        wish: subscribe)
      return []
    }

    let cursors = Dictionary(subscribe.cursors.map { ($0.lane, LanePosition($0.position)) }, uniquingKeysWith: max)
    var starts: [LaneStart] = []
    var missed: UInt64 = 0
    var seen: UInt64 = 0
    for lane in history.state.lanes(readableBy: member.id) {
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
        start.start = head.rawValue
        start.snapshot = true
      }
      starts.append(start)
    }
    if missed > UInt64(limits.tailEventsMax) { starts = starts.map(\.asSnapshot) }

    catchUpCount += 1
    let id = CatchUpID(rawValue: catchUpCount)
    catchUps[id] = CatchUp(
      asker: asker, origin: origin, format: format, member: member.id, starts: starts, isQuiet: subscribe.quiet, keepsOnline: wasOnline)
    let snapshotLanes = starts.filter(\.snapshot).compactMap { Lane(name: $0.lane) }
    var wanted: [Lane: ClosedRange<LanePosition>] = [:]
    for start in starts where !start.snapshot && start.start < start.head {
      if let lane = Lane(name: start.lane) { wanted[lane] = LanePosition(start.start + 1)...LanePosition(start.head) }
    }
    if snapshotLanes.isEmpty, wanted.isEmpty {
      return gathered(id, tail: [], snapshots: [])
    }
    gathering[id] = origin.peer
    // All that the client has seen came before all that it misses, so its first missed event is past the sum of its cursors.
    return [
      .gather(
        CatchUpWork(
          id: id, tailAfter: wanted.isEmpty ? nil : GroupSequence(seen), wanted: wanted, until: history.sequence,
          snapshotLanes: snapshotLanes, history: history, format: format))
    ]
  }

  /// What was collected for a catch-up. From here on the subscriber gets live events.
  ///
  /// - Parameters:
  ///   - tail: the log's events that were asked for.
  ///   - snapshots: of the lanes that were asked for, as messages in the format of the work.
  public mutating func gathered(_ id: CatchUpID, tail: [CommittedEvent], snapshots: [[UInt8]]) -> [RoomEffect] {
    gathering[id] = nil
    if case .closingGap(id) = phase {
      phase = .idle
      var (effects, moved) = endMovedReaders()
      effects += deliver(tail, answers: [])
      for reader in moved {
        effects += restart(reader.asker, as: reader.member, reader.origin, reader.format, isQuiet: reader.isQuiet, from: [])
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
    let lanes = catchUp.starts.compactMap { Lane(name: $0.lane) }
    let peer = catchUp.origin.peer
    var effects: [RoomEffect] = []
    if !wasOnline, !catchUp.isQuiet {
      effects.append(.announce(.presence(catchUp.member, online: true, group: group), recipients[.shared] ?? Recipients()))
    }
    subscriptions[peer] = Subscription(
      member: catchUp.member, asker: catchUp.asker, origin: catchUp.origin, lanes: lanes, format: catchUp.format, isQuiet: catchUp.isQuiet)

    var subscribed = Subscribed()
    subscribed.groupID = group.description
    subscribed.memberID = catchUp.member.description
    subscribed.epoch = epoch
    subscribed.lanes = catchUp.starts
    subscribed.online = onlineMembers.sorted().map(\.description)
    effects.append(
      .begin(CatchUpStart(subscribed: subscribed, group: group, snapshotMessages: snapshots, events: events), catchUp.origin))
    for lane in lanes { recipients[lane, default: Recipients()][catchUp.format].append(peer) }
    effects += heldAnswers.removeValue(forKey: peer) ?? []
    return effects
  }

  /// The connection no longer wants the group, or is gone.
  public mutating func unsubscribe(_ peer: PeerID) -> [RoomEffect] {
    let held = heldAnswers.removeValue(forKey: peer) ?? []
    return held + depart(peer)
  }

  /// Ends what a connection has of the group, and says so to the others if its member is not here any more. Answers that are held stay held.
  mutating func depart(_ peer: PeerID) -> [RoomEffect] {
    guard let member = release(peer), !isOnline(member) else { return [] }
    return [.announce(.presence(member, online: false, group: group), recipients[.shared] ?? Recipients())]
  }

  /// Takes away a connection's subscription, its catch-up and its place among those who wait to subscribe. A page of history that it asked
  /// for is not touched: reading needs no subscription (SPEC HI-01).
  ///
  /// - Returns: the member whom the connection showed online, if it did.
  private mutating func release(_ peer: PeerID) -> MemberID? {
    waitingReaders.removeAll { $0.isSubscriber && $0.origin.peer == peer }
    var shown: MemberID?
    for (id, catchUp) in catchUps where catchUp.origin.peer == peer {
      if catchUp.keepsOnline { shown = catchUp.member }
      catchUps[id] = nil
    }
    if let subscription = subscriptions.removeValue(forKey: peer) {
      for lane in subscription.lanes { recipients[lane]?[subscription.format].removeAll { $0 == peer } }
      if !subscription.isQuiet { shown = subscription.member }
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
    guard let member = history.state.member(holding: asker.holder), let lane = Lane(name: read.lane),
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
  private var onlineMembers: Set<MemberID> {
    Set(subscriptions.values.lazy.filter { !$0.isQuiet }.map(\.member)).union(catchUps.values.lazy.filter(\.keepsOnline).map(\.member))
  }

  private func isOnline(_ member: MemberID) -> Bool {
    subscriptions.values.contains { !$0.isQuiet && $0.member == member }
      || catchUps.values.contains { $0.keepsOnline && $0.member == member }
  }

  private mutating func resubscribe(_ catchUp: CatchUp) -> [RoomEffect] {
    // What the connection has asked for since is the newer wish, and begins when its wait is over; answers that are held follow that.
    if waitingReaders.contains(where: { $0.isSubscriber && $0.origin.peer == catchUp.origin.peer }) { return [] }
    var subscribe = catchUp.wish ?? Subscribe()
    subscribe.groupID = group.description
    subscribe.quiet = catchUp.isQuiet
    guard case .idle = phase else {
      waitingReaders.append(
        WaitingReader(wish: .subscribe(subscribe, catchUp.format), asker: catchUp.asker, origin: catchUp.origin, behind: 0))
      return []
    }
    return begin(subscribe, asker: catchUp.asker, origin: catchUp.origin, format: catchUp.format)
  }
}

extension Room.WaitingReader {
  var isSubscriber: Bool { if case .subscribe = wish { true } else { false } }
}

extension LaneStart {
  /// The same lane, started from a snapshot.
  fileprivate var asSnapshot: LaneStart {
    var result = self
    result.start = head
    result.snapshot = true
    return result
  }
}
