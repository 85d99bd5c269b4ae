/// What a loop keeps, counted.
public struct LoopCensus: Hashable, Sendable {
  /// Connections of any phase.
  public var connections = 0
  /// Those that have a state of TLS.
  public var secured = 0
  /// Those to be secured whose first record has not come whole.
  public var openings = 0
  /// Those that have a backlog, and the bytes of all backlogs.
  public var backlogs = 0
  /// Bytes that sockets have not taken.
  public var backlogBytes = 0
  /// Those that are being established: handshakes, headers of proxies, connections that go out.
  public var establishing = 0
  /// Bytes of the space for output; what a turn needs beyond 1 MiB goes when it is over.
  public var arenaBytes = 0
  /// Timers that have neither fired nor been cancelled, the handler's included.
  public var timers = 0

  /// Nothing.
  public init() {}

  /// Both together.
  public static func + (left: LoopCensus, right: LoopCensus) -> LoopCensus {
    var sum = left
    sum.connections += right.connections
    sum.secured += right.secured
    sum.openings += right.openings
    sum.backlogs += right.backlogs
    sum.backlogBytes += right.backlogBytes
    sum.establishing += right.establishing
    sum.arenaBytes += right.arenaBytes
    sum.timers += right.timers
    return sum
  }
}

extension Loop {
  /// Counts what there is: it looks at every slot, so it is for tests and for the operator.
  public func census() -> LoopCensus {
    var census = LoopCensus()
    census.connections = connectionCount
    census.backlogBytes = backlogBytes
    census.establishing = establishing.count + announcements.count
    census.openings = openings.count
    census.arenaBytes = arena.pointee.capacity
    census.timers = wheel.pointee.count
    for index in 0..<slotsUsed where slots[index].phase != .free {
      if slots[index].tls != nil { census.secured += 1 }
      if slots[index].backlog != nil { census.backlogs += 1 }
    }
    return census
  }
}
