import HearthProtocol
import Ledger

// Pages of history: those that the user asks for, and those that lead from what was verified to a snapshot (SPEC LN-08,
// HI-01).
extension SyncCore {
  /// Limit: events of a page that the core asks for; no server gives more.
  static let pageEvents: UInt64 = 500

  /// Asks for the next page that a group's catch-up waits for, one at a time.
  mutating func readOn(_ group: GroupID, now: Int64) -> [SyncEffect] {
    guard let following = following[group], following.isHeard, following.page == nil, following.pageAt ?? now <= now,
      let wanted = following.replica.wantedPage
    else { return [] }
    var effects: [SyncEffect] = []
    if (following.told?.lane, following.told?.after) != (wanted.lane, wanted.after) {
      self.following[group]?.told = wanted
      effects = [.notice(.verifying(group, wanted.lane, after: wanted.after, until: wanted.end))]
    }
    let wait = pace.beforeNext(now: now)
    guard wait == 0 else {
      self.following[group]?.pageAt = now &+ wait
      return effects
    }
    let limit = min(wanted.end.rawValue &- wanted.after.rawValue, Self.pageEvents)
    let request = nextRequest()
    self.following[group]?.page = Page(request: request)
    self.following[group]?.pageAt = nil
    let read = ReadHistory(group, wanted.lane, after: wanted.after, limit: UInt32(limit))
    return effects + send(.readHistory(read), request: request)
  }

  /// Whose catch-up has asked for a page; nil when nobody's has.
  func reader(ofPage request: UInt32) -> GroupID? {
    request == 0 ? nil : following.first { $0.value.page?.request == request }?.key
  }

  /// A page has come.
  mutating func history(
    group name: String, lane: String, events: [WireEvent], head: UInt64, request: UInt32, now: Int64
  ) -> [SyncEffect] {
    guard let group = reader(ofPage: request) else {
      return answer(group: name, lane: lane, events: events, head: head, request: request)
    }
    let isWanted = following[group]?.page?.isWanted == true
    following[group]?.page = nil
    pace.succeeded()
    guard isWanted else { return readOn(group, now: now) }
    return update(group.description, now: now) { replica throws(ReplicaFault) in
      guard GroupID(name) == group, let lane = Lane(name: lane) else { throw .unexpected(replica.wantedPage?.lane ?? .shared) }
      return try replica.take(HistoryPage(of: lane, in: group, events, head: head))
    }
  }

  private mutating func answer(group: String, lane: String, events: [WireEvent], head: UInt64, request: UInt32) -> [SyncEffect] {
    guard let group = GroupID(group), let lane = Lane(name: lane), let question = questions.removeValue(forKey: request) else { return [] }
    do {
      return [.notice(.history(try HistoryPage(of: lane, in: group, events, head: head), tag: question.tag))]
    } catch {
      return [.notice(.fault(group, error)), .notice(.rejected(.disbelieved(group, error), tag: question.tag))]
    }
  }

  /// A page that the core asked for is refused.
  mutating func refusedPage(of group: GroupID, _ rejected: Rejected, now: Int64) -> [SyncEffect] {
    let isWanted = following[group]?.page?.isWanted == true
    following[group]?.page = nil
    guard isWanted, let following = following[group], following.isHeard else { return readOn(group, now: now) }
    switch rejected.recourse {
    case .resync: return resync(group, for: rejected)
    case .later(let delay):
      let isTooFast = rejected.code == RejectionCode.rateLimited.rawValue
      self.following[group]?.pageAt = now &+ (isTooFast ? pace.refused(retryAfterMs: rejected.retryAfterMs, now: now) : delay)
      return []
    case .none:
      // The lane may be the user's no more: the answer to a subscribe tells how things stand.
      guard following.resyncs < Self.resyncsMax else {
        return [.notice(.rejected(rejected, tag: following.tag))] + giveUp(group)
      }
      self.following[group]?.resyncs += 1
      return subscribe(group)
    }
  }
}

extension HistoryPage {
  /// Checks each event to follow the one before (SPEC HI-01). Only the first of a lane has something to stand on
  /// besides.
  fileprivate init(of lane: Lane, in group: GroupID, _ events: [WireEvent], head: UInt64) throws(ReplicaFault) {
    self.init(
      group: group, lane: lane, events: try events.chained(of: lane, in: group), head: LanePosition(head),
      firstStored: events.first?.stored)
  }
}

extension [WireEvent] {
  /// The page's events, each checked to follow the one before (SPEC HI-01). Only the first of a lane has something to
  /// stand on besides.
  fileprivate func chained(of lane: Lane, in group: GroupID) throws(ReplicaFault) -> [ReplicaEvent] {
    var events: [ReplicaEvent] = []
    events.reserveCapacity(count)
    var last: LaneMark?
    var awaited = AwaitedErasures()
    for wire in self {
      if let last {
        let expected = LanePosition(last.position.rawValue &+ 1)
        guard wire.position == expected else { throw .gap(lane, expected: expected, found: wire.position) }
      }
      let before = last?.hash ?? (wire.position.rawValue == 1 ? .genesis(group: group, lane: lane) : nil)
      if let before, let stored = wire.stored {
        guard let hash = wire.hash, awaited.follows(stored, in: lane, at: wire.position, after: before, hash: hash) else {
          throw .hashMismatch(lane, wire.position)
        }
      }
      guard let event = wire.read() else { throw .unreadable(lane, wire.position) }
      last = LaneMark(position: wire.position, hash: wire.hash)
      events.append(ReplicaEvent(lane: lane, position: wire.position, event: event, hash: wire.hash, stored: wire.stored))
    }
    return events
  }
}
