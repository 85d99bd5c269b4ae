import HearthProtocol
import Ledger

/// One group as a client holds it: folded from snapshots and events, every event checked for its place and its hash.
///
/// It must never show half a catch-up (SPEC SB-02), skip an event or take one twice. It knows nothing of connections;
/// the sync core drives it with what the server sent about the group, in order.
public struct Replica: Sendable {
  /// The group.
  public let group: GroupID
  /// How closely it looks.
  public let scrutiny: Scrutiny
  /// What may be shown; nil before the first catch-up is complete.
  public internal(set) var view: GroupView?
  /// Whether chains are verified: not where events come without their stored bytes (SPEC LN-06), nor where they are not
  /// looked into.
  let verifies: Bool

  /// The catch-up under way.
  var draft: CatchUpDraft?
  /// What has come of the last one, if its connection broke.
  var kept: KeptParts?
  private var offersCursors = true

  /// Makes the replica of a group.
  ///
  /// - Parameters:
  ///   - format: how the server's messages are written.
  ///   - view: what was seen and verified of it before; nil when nothing is known of it.
  public init(group: GroupID, scrutiny: Scrutiny = .full, format: WireFormat = .protobuf, from view: GroupView? = nil) {
    self.group = group
    self.scrutiny = scrutiny
    self.view = view
    verifies = scrutiny == .full && format == .protobuf
  }

  /// Whether a catch-up is under way.
  public var isCatchingUp: Bool { draft != nil }

  /// What to subscribe with: where the client stands, or nothing (SPEC SB-01).
  public var subscription: Subscribe {
    var subscribe = Subscribe()
    subscribe.groupID = group.description
    guard offersCursors else { return subscribe }
    if let kept, view == nil || view?.epoch == kept.epoch { (subscribe.epoch, subscribe.parts) = (kept.epoch, kept.cursors) }
    guard let view else { return subscribe }
    subscribe.epoch = view.epoch
    subscribe.cursors = view.marks.sorted { $0.key < $1.key }.map { lane, mark in
      var cursor = Cursor()
      cursor.lane = lane.name
      cursor.position = mark.position.rawValue
      return cursor
    }
    return subscribe
  }

  /// The connection is gone: of what a catch-up has collected only parts of large snapshots are worth something.
  public mutating func disconnected() {
    if let draft { kept = KeptParts(draft) }
    draft = nil
    view?.online = []
  }

  /// The client subscribes again: what a catch-up has collected is not gone on from.
  mutating func subscribedAgain() { draft = nil }

  /// Subscribes without cursors next time. What was verified is still compared with the server's answer.
  public mutating func dropCursors() {
    offersCursors = false
    kept = nil
  }

  /// Somebody came or left.
  ///
  /// - Returns: false when it changes nothing.
  public mutating func take(_ change: PresenceChanged) -> Bool {
    guard let member = MemberID(change.memberID) else { return false }
    if draft != nil {
      draft?.view.online.set(member, present: change.online)
      return false
    }
    return view?.online.set(member, present: change.online) ?? false
  }

  /// Takes events whose stored bytes are known.
  ///
  /// - Returns: what changed in the view; nil during a catch-up.
  public mutating func take(_ events: SealedLaneEvents) throws(ReplicaFault) -> GroupUpdate? {
    guard let lane = Lane(name: events.lane) else { return nil }
    return try take(events.events.map(WireEvent.init), of: lane)
  }

  /// Takes events of a JSON message, whose chain cannot be verified.
  ///
  /// - Returns: what changed in the view; nil during a catch-up.
  public mutating func take(_ events: LaneEvents) throws(ReplicaFault) -> GroupUpdate? {
    guard let lane = Lane(name: events.lane) else { return nil }
    return try take(events.events.map(WireEvent.init), of: lane)
  }

  mutating func take(_ events: [WireEvent], of lane: Lane) throws(ReplicaFault) -> GroupUpdate? {
    guard draft == nil else { return try takeForCatchUp(events, of: lane) }
    guard view != nil else { throw .unexpected(lane) }
    var taken: [ReplicaEvent] = []
    taken.reserveCapacity(events.count)
    for event in events { taken.append(try view.fold(event, of: lane, in: group, scrutiny)) }
    try view?.awaited.requireEmpty()
    return GroupUpdate(group: group, kind: .live, events: taken)
  }

  /// The catch-up is complete: shows it.
  mutating func show(_ complete: CatchUpDraft) -> GroupUpdate {
    view = complete.view
    draft = nil
    offersCursors = true
    return GroupUpdate(group: group, kind: complete.hasSnapshot ? .restarted : .caughtUp, events: complete.told)
  }
}

extension GroupView? {
  fileprivate mutating func fold(
    _ wire: WireEvent, of lane: Lane, in group: GroupID, _ scrutiny: Scrutiny
  ) throws(ReplicaFault) -> ReplicaEvent {
    guard self != nil, let event = try self?.fold(wire, of: lane, scrutiny) else { throw .unexpected(lane) }
    return event
  }
}

extension GroupView {
  /// Folds the lane's next event in; on a fault nothing has changed.
  mutating func fold(_ wire: WireEvent, of lane: Lane, _ scrutiny: Scrutiny) throws(ReplicaFault) -> ReplicaEvent {
    guard let mark = marks[lane] else { throw .unexpected(lane) }
    let expected = LanePosition(mark.position.rawValue &+ 1)
    guard wire.position <= expected else { throw .gap(lane, expected: expected, found: wire.position) }
    guard wire.position == expected else { throw .repeated(lane, expected: expected, found: wire.position) }
    let event: Event
    switch scrutiny {
    case .full:
      guard let read = wire.read() else { throw .unreadable(lane, expected) }
      event = read
      if let stored = wire.stored {
        guard let last = mark.hash, let hash = wire.hash, awaited.follows(stored, in: lane, at: expected, after: last, hash: hash) else {
          throw .hashMismatch(lane, expected)
        }
      }
      // Its place and its hash count, whatever it is.
      try state.fold(ReplicaEvent(lane: lane, position: expected, event: event, hash: wire.hash))
    case .order: event = Event()
    }
    marks[lane] = LaneMark(position: expected, hash: wire.hash)
    return ReplicaEvent(lane: lane, position: expected, event: event, hash: wire.hash)
  }
}

extension AwaitedErasures {
  /// Requires an event of a page, with its bytes, to follow on the chain behind a mark.
  ///
  /// - Parameter stored: its bytes; nil where the wire format has none.
  mutating func requireToFollow(_ event: ReplicaEvent, _ stored: [UInt8]?, _ mark: LaneMark) throws(ReplicaFault) {
    guard let stored else { return }
    guard let last = mark.hash, let hash = event.hash, follows(stored, in: event.lane, at: event.position, after: last, hash: hash) else {
      throw .hashMismatch(event.lane, event.position)
    }
  }

  /// Requires that every event without its words was named.
  func requireEmpty() throws(ReplicaFault) {
    if let first { throw .hashMismatch(first.lane, first.position) }
  }
}

extension Set {
  /// Puts an element in or takes it out.
  ///
  /// - Returns: whether that changed anything.
  @discardableResult
  fileprivate mutating func set(_ element: Element, present: Bool) -> Bool {
    present ? insert(element).inserted : remove(element) != nil
  }
}
