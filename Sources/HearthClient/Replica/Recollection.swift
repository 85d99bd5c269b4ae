import HearthProtocol

/// A hash of a lane's chain that was seen at some time, by this client or by another that told of it.
public struct SeenHead: Equatable, Sendable {
  /// The lane.
  public var lane: Lane
  /// The event that the hash belongs to, from 1 on: a lane's beginning is the same for everybody.
  public var position: LanePosition
  /// It vouches for this event and all before it (SPEC LN-05).
  public var hash: LaneHash
  /// Milliseconds since 1970 by this machine's clock; nil for what was told by somebody else.
  public var seenAt: Int64?

  /// Makes a head of its parts.
  public init(lane: Lane, position: LanePosition, hash: LaneHash, seenAt: Int64?) {
    self.lane = lane
    self.position = position
    self.hash = hash
    self.seenAt = seenAt
  }
}

/// What a history differs in from what was seen of it (product N1).
public enum HistoryAlteration: Error, Equatable, Sendable {
  /// At least one of these events is another than it was.
  case altered(Lane, first: LanePosition, last: LanePosition, seenAt: Int64?)
  /// The lane once went further.
  case cutOff(Lane, had: LanePosition, found: LanePosition, seenAt: Int64?)
}

/// What was seen of a group, compared with its history as it is told now.
///
/// It is pure: the reader of the history gives the events in, lane by lane and in order. That they follow one another
/// is not looked at here.
public struct Recollection: Sendable {
  /// Heads that were not met yet, by lane, the next one last.
  private var open: [Lane: [SeenHead]]
  /// Up to where each lane is what it was.
  private var vouched: [Lane: LanePosition] = [:]
  /// How many heads were met again.
  public private(set) var metAgain = 0

  /// Remembers the heads, in any order.
  public init(_ heads: [SeenHead]) {
    open = Dictionary(grouping: heads, by: \.lane).mapValues { $0.sorted { $0.position > $1.position } }
  }

  /// Compares the lane's next event.
  public mutating func compare(_ event: ReplicaEvent) throws(HistoryAlteration) {
    while let head = open[event.lane]?.last, head.position <= event.position {
      guard head.position == event.position, head.hash == event.hash else {
        let first = (vouched[event.lane] ?? .start).next
        throw .altered(event.lane, first: first, last: head.position, seenAt: head.seenAt)
      }
      open[event.lane]?.removeLast()
      vouched[event.lane] = head.position
      metAgain += 1
    }
  }

  /// The lane goes no further than this.
  public func end(of lane: Lane, at position: LanePosition) throws(HistoryAlteration) {
    guard let furthest = open[lane]?.first else { return }
    throw .cutOff(lane, had: furthest.position, found: position, seenAt: furthest.seenAt)
  }
}
