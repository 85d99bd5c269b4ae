import HearthProtocol

/// The findings of a walk through a store's history.
public struct HistoryReport: Sendable {
  /// How many groups were walked.
  public internal(set) var groups = 0
  /// How many events were read.
  public internal(set) var events = 0
  /// How many groups have a snapshot whose checksum holds.
  public internal(set) var snapshots = 0
  /// How many damages were found.
  public internal(set) var damageCount = 0
  /// The first thousand of them.
  public internal(set) var damages: [HistoryDamage] = []

  /// Whether nothing is damaged.
  public var isIntact: Bool { damageCount == 0 }
}

/// A place in a store's history that does not verify.
public struct HistoryDamage: Error, Sendable, Hashable, CustomStringConvertible {
  /// The group.
  public var group: GroupID
  /// The event's lane, where an event could be read.
  public var lane: Lane?
  /// The place in the group's log, where it is known.
  public var sequence: GroupSequence?
  /// The place in the lane, where an event could be read.
  public var position: LanePosition?
  /// The flaw, for the operator.
  public var what: String

  /// Makes a damage.
  public init(group: GroupID, lane: Lane? = nil, sequence: GroupSequence? = nil, position: LanePosition? = nil, what: String) {
    self.group = group
    self.lane = lane
    self.sequence = sequence
    self.position = position
    self.what = what
  }

  /// One line for the operator.
  public var description: String {
    var text = "group \(group)"
    if let lane { text += ", lane \(lane)" }
    if let sequence { text += ", sequence \(sequence)" }
    if let position { text += ", position \(position)" }
    return text + ": " + what
  }
}
