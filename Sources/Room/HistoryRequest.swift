import HearthProtocol

/// A page of a lane's history that may be read.
public struct HistoryRequest: Sendable {
  /// The group.
  public var group: GroupID
  /// The lane.
  public var lane: Lane
  /// Events after this position.
  public var after: LanePosition
  /// At most this many.
  public var limit: Int
  /// The lane's last committed position.
  public var head: LanePosition

  /// Puts it together.
  public init(group: GroupID, lane: Lane, after: LanePosition, limit: Int, head: LanePosition) {
    (self.group, self.lane, self.after, self.limit, self.head) = (group, lane, after, limit, head)
  }
}
