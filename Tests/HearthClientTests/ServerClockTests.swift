import Testing

@testable import HearthClient

/// The server's clock goes on from what a welcome said (SPEC CM-16), whatever that is.
struct ServerClockTests {
  @Test(
    "A time that no server has counts as the nearest that one may have",
    arguments: [
      (0, 0), (-1, 0), (.min, 0), (1_793_016_000_000, 1_793_016_000_000), (253_402_300_799_999, 253_402_300_799_999),
      (253_402_300_800_000, 253_402_300_799_999), (.max, 253_402_300_799_999),
    ] as [(Int64, Int64)])
  func range(said: Int64, taken: Int64) throws {
    let clock = ServerClock()
    #expect(clock.now == nil)
    clock.set(said)
    let first = try #require(clock.now)
    #expect(first >= taken)
    #expect(try #require(clock.now) >= first)
    // No difference of such times overflows.
    #expect(!first.subtractingReportingOverflow(ServerClock.range.upperBound).overflow)
  }
}
