import HearthServer
import Testing

@Suite struct SettledClockTests {
  private static let jump = SettledClock.jumpMilliseconds
  private static let doubt = SettledClock.doubtMilliseconds
  private static let start: Int64 = 1_790_000_000_000

  /// A clock that has been read once.
  private static var settled: SettledClock {
    var clock = SettledClock()
    #expect(clock.read(ClockReading(wall: start, steady: 0)) == start)
    return clock
  }

  @Test("Limit: a clock that gets an hour ahead is believed, a millisecond more is not for an hour")
  func ahead() {
    var clock = Self.settled
    #expect(clock.read(ClockReading(wall: Self.start + Self.jump + 5, steady: 5)) == Self.start + Self.jump + 5)
    clock = Self.settled
    let ahead = Self.start + Self.jump + 1
    #expect(clock.read(ClockReading(wall: ahead + 5, steady: 5)) == Self.start + 5)
    #expect(clock.read(ClockReading(wall: ahead + 4 + Self.doubt, steady: 4 + Self.doubt)) == Self.start + 4 + Self.doubt)
    #expect(clock.read(ClockReading(wall: ahead + 5 + Self.doubt, steady: 5 + Self.doubt)) == ahead + 5 + Self.doubt)
  }

  @Test("A clock that is set back is believed at once, and so is one that is right again; the next jump is doubted anew")
  func back() {
    var clock = Self.settled
    let years = 3_652 * 24 * Self.jump
    #expect(clock.read(ClockReading(wall: Self.start - years, steady: 1)) == Self.start - years)
    clock = Self.settled
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 0)) == Self.start)
    #expect(clock.read(ClockReading(wall: Self.start + Self.doubt - 1, steady: Self.doubt - 1)) == Self.start + Self.doubt - 1)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: Self.doubt)) == Self.start + Self.doubt)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 2 * Self.doubt - 1)) == Self.start + 2 * Self.doubt - 1)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 2 * Self.doubt)) == Self.start + years)
  }
}
