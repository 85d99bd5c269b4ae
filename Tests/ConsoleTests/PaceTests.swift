import HearthClient
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

  /// Sends commands one after the other, as the pace says: how long that takes in milliseconds, and how many are
  /// refused.
  private func send(_ commands: Int, _ pace: SendingPace, to bucket: Bucket, wayMilliseconds: Double) -> (now: Double, refusals: Int) {
    var (bucket, pace) = (bucket, pace)
    var (now, refusals) = (0.0, 0)
    for _ in 0..<commands {
      now += Double(pace.beforeNext())
      while let milliseconds = bucket.take(now) {
        refusals += 1
        now += Double(pace.refused(retryAfterMs: milliseconds))
      }
      // The way there and back.
      now += wayMilliseconds
    }
    return (now, refusals)
  }

  @Test(
    "CM-08: three refusals at most, whatever the server's rate, and hardly slower than it allows",
    arguments: [0.01, 0.5, 3, 7, 10, 19, 20, 33, 100, 100_000])
  func refusals(perSecond: Double) {
    // A login, a list of groups and a subscription went before.
    var bucket = Bucket(perSecond: perSecond)
    bucket.level = max(bucket.level - 3, 0)
    let commands = 500
    let (now, refusals) = send(commands, SendingPace(), to: bucket, wayMilliseconds: 0.3)
    #expect(refusals <= 3)
    #expect(now <= 1.25 * max(Double(commands) * 1_000 / perSecond, Double(commands) * 61))
  }

  @Test(
    "CM-08: a server that tells its rate refuses nothing, and one that takes 10,000 a second is not waited for",
    arguments: [0.05, 0.5, 3, 20, 33, 500, 9_999, 10_000, 100_000])
  func told(perSecond: Double) {
    var bucket = Bucket(perSecond: perSecond)
    let rate = MessageRate(atOnce: Int(bucket.burst), perMinute: Int(perSecond * 60))
    // A login, a list of groups and a subscription went before.
    bucket.level = max(bucket.level - 3, 0)
    let commands = 500
    let (now, refusals) = send(commands, SendingPace(rate), to: bucket, wayMilliseconds: 0)
    // A burst of fewer than ten is gone with the login.
    #expect(refusals <= (bucket.burst < 10 ? 3 : 0))
    #expect(now <= 1.3 * max(Double(commands) * 1_000 / perSecond, Double(commands) * 2))
    #expect(perSecond < 10_000 || now == 0)
  }

  @Test("fewer are without an answer than the refusals that close a connection, but where none is waited for")
  func underWay() {
    #expect(SendingPace().underWayMax == 4)
    #expect(SendingPace(MessageRate(atOnce: 60, perMinute: 1_200)).underWayMax == 4)
    #expect(SendingPace(MessageRate(atOnce: 30_000, perMinute: 599_999)).underWayMax == 4)
    var pace = SendingPace(MessageRate(atOnce: 30_000, perMinute: 600_000))
    #expect(pace.underWayMax == 64)
    // Whatever it has told, a server that refuses is waited for.
    _ = pace.refused(retryAfterMs: 5)
    #expect(pace.underWayMax == 4)
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
