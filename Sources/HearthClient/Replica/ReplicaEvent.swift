import HearthProtocol
import Ledger

/// An event as a client received it, checked and in its place.
public struct ReplicaEvent: Sendable, Equatable {
  /// The lane it belongs to.
  public let lane: Lane
  /// Its place there.
  public let position: LanePosition
  /// What happened.
  public let event: Event
  /// The lane's chain after it; nil when the server sent none that can be read.
  public let hash: LaneHash?
  /// The stored bytes, in pages of history only; nil where the wire format has none (SPEC LN-06).
  public let stored: [UInt8]?

  /// Makes an event of its parts.
  public init(lane: Lane, position: LanePosition, event: Event, hash: LaneHash?, stored: [UInt8]? = nil) {
    self.stored = stored
    self.lane = lane
    self.position = position
    self.event = event
    self.hash = hash
  }
}

/// Where a client stands in a lane.
public struct LaneMark: Sendable, Hashable {
  /// The last event it has.
  public var position: LanePosition
  /// The chain's hash there; nil when the server sent none that can be read.
  public var hash: LaneHash?

  /// Makes a mark.
  public init(position: LanePosition, hash: LaneHash?) {
    self.position = position
    self.hash = hash
  }
}

/// What a member sees of a group: complete up to `marks`, never half a catch-up.
public struct GroupView: Sendable {
  /// The folded lanes.
  public var state: GroupState
  /// Who the client is in the group.
  public var member: MemberID
  /// The epoch the marks belong to (SPEC SB-07).
  public var epoch: UInt64
  /// The lanes the member receives and where each stands.
  public var marks: [Lane: LaneMark]
  /// Members with a live connection.
  public var online: Set<MemberID>
  /// Events without their words that a later event is to name; none in a view that is shown (SPEC EW-05).
  var awaited = AwaitedErasures()

  /// Makes a view of its parts.
  public init(state: GroupState, member: MemberID, epoch: UInt64, marks: [Lane: LaneMark], online: Set<MemberID>) {
    self.state = state
    self.member = member
    self.epoch = epoch
    self.marks = marks
    self.online = online
  }
}

/// What a message of the server changed in a group's view.
public struct GroupUpdate: Sendable {
  /// How it came about.
  public enum Kind: Sendable {
    /// Live events.
    case live
    /// A catch-up is complete: what was missed follows the view shown before.
    case caughtUp
    /// A catch-up is complete, and at least one lane came as a snapshot: `events` do not tell all that changed.
    case restarted
  }

  /// The group.
  public var group: GroupID
  /// How it came about.
  public var kind: Kind
  /// The events, each lane's in order.
  public var events: [ReplicaEvent]

  /// Makes an update of its parts.
  public init(group: GroupID, kind: Kind, events: [ReplicaEvent]) {
    self.group = group
    self.kind = kind
    self.events = events
  }
}

/// How closely a replica looks at what it receives.
public enum Scrutiny: Sendable {
  /// Order, hash chain where the wire format allows, and the fold: for people.
  case full
  /// Order only: events come without content, and the state stays empty. For many simulated members in one process.
  case order
}

/// An event as it stood in a message, before any check.
struct WireEvent {
  var position: LanePosition
  /// What a JSON message carries instead of stored bytes.
  private var open: Event?
  /// The stored bytes; nil with JSON, which does not carry them (SPEC LN-06).
  var stored: [UInt8]?
  var hash: LaneHash?

  init(_ sealed: SealedLaneEvent) {
    position = LanePosition(sealed.position)
    stored = Array(sealed.event)
    hash = LaneHash(bytes: sealed.hash)
  }

  init(_ event: LaneEvent) {
    position = LanePosition(event.position)
    open = event.event
    hash = LaneHash(bytes: event.hash)
  }

  /// What happened; nil when the bytes are no event.
  func read() -> Event? { open ?? stored.flatMap { try? WireFormat.protobuf.decode(Event.self, from: $0) } }
}
