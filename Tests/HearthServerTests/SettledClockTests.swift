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

  @Test("The jump ahead of years is doubted for an hour, and so is the next one")
  func doubt() {
    var clock = Self.settled
    let years = 3_652 * 24 * Self.jump
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 0)) == Self.start)
    // It is right again, and then it is not.
    #expect(clock.read(ClockReading(wall: Self.start + Self.doubt - 1, steady: Self.doubt - 1)) == Self.start + Self.doubt - 1)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: Self.doubt)) == Self.start + Self.doubt)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 2 * Self.doubt - 1)) == Self.start + 2 * Self.doubt - 1)
    #expect(clock.read(ClockReading(wall: Self.start + years, steady: 2 * Self.doubt)) == Self.start + years)
  }

  @Test("TM-03: Limit: a clock that is set back by up to an hour makes time stand still until it has caught up")
  func back() {
    for by: Int64 in [1, 12 * 60_000, Self.jump] {
      var clock = Self.settled
      #expect(clock.read(ClockReading(wall: Self.start - by, steady: 0)) == Self.start)
      #expect(clock.read(ClockReading(wall: Self.start - 1, steady: by - 1)) == Self.start)
      #expect(clock.read(ClockReading(wall: Self.start + 5, steady: by + 5)) == Self.start + 5)
    }
  }

  @Test("TM-03: Limit: one that is set back by a millisecond more is not believed for an hour, in which time goes on")
  func farBack() {
    var clock = Self.settled
    let behind = Self.start - Self.jump - 1
    #expect(clock.read(ClockReading(wall: behind, steady: 0)) == Self.start)
    #expect(clock.read(ClockReading(wall: behind + 5, steady: 5)) == Self.start + 5)
    #expect(clock.read(ClockReading(wall: behind + Self.doubt - 1, steady: Self.doubt - 1)) == Self.start + Self.doubt - 1)
    #expect(clock.read(ClockReading(wall: behind + Self.doubt, steady: Self.doubt)) == behind + Self.doubt)
    // Set back and forward again within the hour: nothing was.
    clock = Self.settled
    #expect(clock.read(ClockReading(wall: behind - 1_000_000_000, steady: 0)) == Self.start)
    #expect(clock.read(ClockReading(wall: Self.start + 60_000, steady: 60_000)) == Self.start + 60_000)
  }

  @Test("TM-03: many small steps back that come to more than an hour are a jump; a late reading takes nothing back")
  func steps() {
    var clock = Self.settled
    for step in 1...7 {
      let behind = Int64(step) * 600_000
      #expect(clock.read(ClockReading(wall: Self.start - behind, steady: 0)) == Self.start)
    }
    // It is doubted, so time goes on.
    #expect(clock.read(ClockReading(wall: Self.start - 4_199_000, steady: 1_000)) == Self.start + 1_000)
    clock = Self.settled
    #expect(clock.read(ClockReading(wall: Self.start + 10, steady: 10)) == Self.start + 10)
    #expect(clock.read(ClockReading(wall: Self.start + 9, steady: 9)) == Self.start + 10)
    #expect(clock.read(ClockReading(wall: Self.start + 11, steady: 11)) == Self.start + 11)
  }
}
