import HearthProtocol

/// The last event of a lane and the chain's hash there.
public struct LaneHead: Sendable, Hashable {
  /// The last event's position.
  public var position: LanePosition
  /// The chain after it.
  public var hash: LaneHash

  /// Makes a head.
  public init(position: LanePosition, hash: LaneHash) {
    self.position = position
    self.hash = hash
  }

  /// Where a lane stands before its first event.
  public static func genesis(group: GroupID, lane: Lane) -> LaneHead {
    LaneHead(position: .start, hash: .genesis(group: group, lane: lane))
  }
}

/// Follows a group's log by numbers and hashes alone, without reading what the events say.
///
/// It is the one place that says what a sound log is. Loading a group, verification and the room's own history use it.
public struct ChainWalk: Sendable, Hashable {
  /// The group.
  public let group: GroupID
  /// The last event stepped on.
  public private(set) var sequence: GroupSequence = .start
  /// The flaw of an event whose hash is not the chain's.
  package static let brokenChain = "the hash chain does not hold"
  /// Heads of the lanes that have events.
  public private(set) var heads: [Lane: LaneHead] = [:]
  /// Events without their words that a later event is to name; nothing at the end of a sound log.
  private var awaited = AwaitedErasures()

  /// Stands before the first event.
  public init(group: GroupID) { self.group = group }

  /// Stands where a snapshot does.
  public init(group: GroupID, sequence: GroupSequence, heads: [Lane: LaneHead]) {
    self.group = group
    self.sequence = sequence
    self.heads = heads
  }

  /// Where a lane stands.
  public func head(of lane: Lane) -> LaneHead { heads[lane] ?? .genesis(group: group, lane: lane) }

  /// The flaw of an event as the next one; nil: it has none.
  ///
  /// An event without its words counts as sound until the event that is to name it (SPEC EW-04), or `flawOfEnd`.
  public mutating func flaw(of event: StoredEvent) -> String? { flaw(of: event, after: head(of: event.lane)) }

  private mutating func flaw(of event: StoredEvent, after head: LaneHead) -> String? {
    if event.sequence.rawValue != sequence.rawValue &+ 1 { return "the sequence follows \(sequence)" }
    if event.position.rawValue != head.position.rawValue &+ 1 { return "the position follows \(head.position)" }
    guard awaited.follows(event.bytes, in: event.lane, at: event.position, after: head.hash, hash: event.hash) else {
      return Self.brokenChain
    }
    return nil
  }

  /// Moves on over events in the order of the log.
  ///
  /// - Returns: the first event that is not sound and what is wrong with it, and the heads stand before it; nil when
  ///   all are sound.
  public mutating func follow(_ events: [StoredEvent]) -> (event: StoredEvent, flaw: String)? {
    // Most events follow one of their own lane, whose head is not looked up again.
    var at: (lane: Lane, head: LaneHead)?
    defer { if let at { heads[at.lane] = at.head } }
    for event in events {
      if let last = at, last.lane != event.lane {
        heads[last.lane] = last.head
        at = nil
      }
      let head = at?.head ?? head(of: event.lane)
      if let flaw = flaw(of: event, after: head) { return (event, flaw) }
      sequence = event.sequence
      at = (event.lane, LaneHead(position: event.position, hash: event.hash))
    }
    return nil
  }

  /// The flaw of a log that ends here; nil: it has none.
  public var flawOfEnd: String? {
    awaited.first.map { "lane \($0.lane), position \($0.position): its words are gone, and no later event says so" }
  }

  /// Moves on to an event as it is stored. Going on from what is stored reports one damage once, not at every event
  /// after it.
  public mutating func step(to event: StoredEvent) {
    sequence = event.sequence
    heads[event.lane] = LaneHead(position: event.position, hash: event.hash)
  }
}
