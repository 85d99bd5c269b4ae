import HearthProtocol

/// What to collect for a subscriber: the tail of the log, snapshots of lanes, or both.
public struct CatchUpWork: Sendable {
  /// Given back with the result.
  public var id: CatchUpID
  /// Read events after this sequence up to `until`; nil: no events are needed.
  public var tailAfter: GroupSequence?
  /// Behind which all that is wanted stands, unless the asker's connection broke off between two lanes: this is read
  /// first, and what stands before it only where something is missing.
  public var likelyAfter: GroupSequence = .start
  /// The positions of those events that are wanted, by lane; nil: all lanes. Events that the asker may not read, or
  /// has, are not kept, however many of them stand between.
  public var wanted: [Lane: ClosedRange<LanePosition>]?
  /// The last committed event.
  public var until: GroupSequence
  /// Lanes to take a snapshot of, from `history`.
  public var snapshotLanes: [Lane]
  /// How many things of a lane's snapshot the asker has (SPEC SB-09).
  public var snapshotBehind: [Lane: Int] = [:]
  /// The history as it stands, or as it stood where the asker has parts of its snapshots; a copy costs nothing.
  public var history: GroupHistory
  /// The encoding of the snapshots.
  public var format: WireFormat
  /// For whom it is collected; nil: for all who follow the group.
  public var reader: IdentityID?
}
