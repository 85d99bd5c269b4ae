import Ledger

/// What the time is, by both clocks, read together.
public struct ClockReading: Equatable, Sendable {
  /// Milliseconds since 1970, by the system's clock, which may jump at any time.
  public var wall: Int64
  /// Milliseconds since some moment, by a clock that never jumps.
  public var steady: Int64

  /// Makes a reading.
  public init(wall: Int64, steady: Int64) {
    self.wall = wall
    self.steady = steady
  }
}

/// The time by which everything ends (SPEC TM-03): invites, waits between reminders, roles that wait, groups to be
/// deleted, devices' tokens. What recurs is booked by it too.
///
/// A system's clock that has jumped by more than an hour, ahead or back, is not believed before it has stayed there for
/// an hour; until then time goes on as it did before. One that was set back by less makes time stand still until it has
/// caught up, so that nothing that was over begins again. What a server is started with it has to believe.
public struct SettledClock: Sendable {
  /// Limit: by how much the system's clock may get ahead from one reading to the next, or behind what it showed before,
  /// in milliseconds; by more, it has jumped.
  public static let jumpMilliseconds = GroupState.clockStepMilliseconds
  /// Limit: how long a clock has to stay where it jumped to until it is believed, in milliseconds.
  public static let doubtMilliseconds: Int64 = 3_600_000

  private enum Direction { case ahead, back }

  /// What was read last, and when by the steady clock.
  private var last: (time: Int64, steady: Int64)?
  /// Where the clock has jumped to and since when it is there, by the steady clock.
  private var doubted: (direction: Direction, since: Int64)?

  /// Makes a clock that believes what it reads first.
  public init() {}

  /// Milliseconds since 1970; never less than before, unless a jump back was believed.
  public mutating func read(_ reading: ClockReading) -> Int64 {
    guard let last else { return settle(reading.wall, reading) }
    // Loops read the clocks before they have this one to themselves, so a reading may come a little late.
    let expected = last.time + max(0, reading.steady - last.steady)
    let direction: Direction? =
      reading.wall > expected + Self.jumpMilliseconds ? .ahead : reading.wall < expected - Self.jumpMilliseconds ? .back : nil
    guard let direction else {
      doubted = nil
      return settle(max(reading.wall, last.time), reading)
    }
    let since = doubted?.direction == direction ? doubted?.since ?? reading.steady : reading.steady
    doubted = (direction, since)
    if reading.steady - since < Self.doubtMilliseconds { return settle(expected, reading) }
    doubted = nil
    return settle(reading.wall, reading)
  }

  private mutating func settle(_ time: Int64, _ reading: ClockReading) -> Int64 {
    last = (time, max(reading.steady, last?.steady ?? reading.steady))
    return time
  }
}
