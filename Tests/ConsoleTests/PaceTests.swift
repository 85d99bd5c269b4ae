import Testing

@testable import Console

/// Many commands to a server that counts them (SPEC CM-08), with its clock turned by hand.
@Suite struct PaceTests {
  /// As the server counts: so many at once, so many a second.
  private struct Bucket {
    let perSecond: Double
    let burst: Double
    var level: Double
    var at: Double = 0

    init(perSecond: Double) {
      self.perSecond = perSecond
      burst = max(3 * perSecond, 1)
      level = burst
    }

    mutating func take(_ now: Double) -> UInt32? {
      level = min(burst, level + (now - at) * perSecond / 1_000)
      at = now
      guard level < 1 else {
        level -= 1
        return nil
      }
      return UInt32(((1 - level) / perSecond * 1_000).rounded(.up))
    }
  }

  @Test(
    "CM-08: three refusals at most, whatever the server's rate, and hardly slower than it allows",
    arguments: [0.01, 0.5, 3, 7, 10, 19, 20, 33, 100, 100_000])
  func refusals(perSecond: Double) {
    // A login, a list of groups and a subscription went before.
    var bucket = Bucket(perSecond: perSecond)
    bucket.level = max(bucket.level - 3, 0)
    var pace = SendingPace()
    var now = 0.0
    var refusals = 0
    let commands = 500
    for _ in 0..<commands {
      now += Double(pace.beforeNext())
      while let milliseconds = bucket.take(now) {
        refusals += 1
        now += Double(pace.refused(retryAfterMs: milliseconds))
      }
      // The way there and back.
      now += 0.3
    }
    #expect(refusals <= 3)
    #expect(now <= 1.25 * max(Double(commands) * 1_000 / perSecond, Double(commands) * 61))
  }

  @Test func nothingIsWaitedForAtFirst() {
    var pace = SendingPace()
    #expect((0..<40).allSatisfy { _ in pace.beforeNext() == 0 })
    #expect(pace.beforeNext() == 60)
  }

  @Test func noTimeIsLongerThanAnHour() {
    var pace = SendingPace()
    for _ in 0..<3 { _ = pace.refused(retryAfterMs: .max) }
    #expect(pace.beforeNext() == 3_600_000)
  }
}
