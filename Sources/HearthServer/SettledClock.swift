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

/// The time by which is done what cannot be taken back: deleting a group, booking what recurs, ending a device's token.
///
/// A system's clock that has jumped ahead is not believed before it has stayed ahead for a while; until then time goes on as it did before. One that was
/// set back is believed at once, since by it nothing is due that was not. What a server is started with it has to believe.
public struct SettledClock: Sendable {
  /// Limit: by how much the system's clock may get ahead from one reading to the next, in milliseconds; by more, it has jumped.
  public static let jumpMilliseconds: Int64 = 3_600_000
  /// How long a clock has to stay ahead until it is believed, in milliseconds.
  public static let doubtMilliseconds: Int64 = 3_600_000

  /// What the system's clock is ahead of the steady one, as far as it is believed.
  private var lead: Int64?
  /// Since when it has been too far ahead, by the steady clock.
  private var doubtedSince: Int64?

  /// Makes a clock that believes what it reads first.
  public init() {}

  /// Milliseconds since 1970.
  public mutating func read(_ reading: ClockReading) -> Int64 {
    let found = reading.wall - reading.steady
    if let lead, found > lead + Self.jumpMilliseconds {
      let since = doubtedSince ?? reading.steady
      doubtedSince = since
      if reading.steady - since < Self.doubtMilliseconds { return reading.steady + lead }
    }
    lead = found
    doubtedSince = nil
    return reading.wall
  }
}
