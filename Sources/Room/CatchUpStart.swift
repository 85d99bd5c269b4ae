import HearthProtocol

/// Names a catch-up under way.
public struct CatchUpID: Hashable, Sendable {
  /// Unlike any other of the group since the server started.
  public let rawValue: UInt64

  /// Wraps what `rawValue` gave.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What a subscriber gets first: the answer, then per lane a snapshot or nothing, then events.
public struct CatchUpStart: Sendable {
  /// The answer.
  public var subscribed: Subscribed
  /// The subscriber's group.
  public var group: GroupID
  /// Snapshots of lanes whose cursor was missing or too old, as messages in the subscriber's format (SPEC SB-03).
  public var snapshotMessages: [[UInt8]]
  /// Events after cursor or snapshot, per lane.
  public var events: [(Lane, [CommittedEvent])]

  /// Puts it together.
  public init(subscribed: Subscribed, group: GroupID, snapshotMessages: [[UInt8]], events: [(Lane, [CommittedEvent])]) {
    (self.subscribed, self.group, self.snapshotMessages, self.events) = (subscribed, group, snapshotMessages, events)
  }

  /// Whether nothing of it follows in pieces.
  public var isWhole: Bool {
    !snapshotMessages.isEmpty || !events.isEmpty || subscribed.lanes.allSatisfy { !$0.snapshot && $0.start == $0.head }
  }
}
