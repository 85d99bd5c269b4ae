import Locking

/// The server's clock, as a welcome told it and a clock that is never set carries it on.
final class ServerClock: Sendable {
  private struct Mark {
    var milliseconds: Int64
    var instant: ContinuousClock.Instant
  }

  private let mark = Locked<Mark?>(nil)

  // Limit: no server is before 1970 or behind the year 9999, whatever it says; so no sum or difference of times
  // overflows.
  static let range: ClosedRange<Int64> = 0...253_402_300_799_999

  /// Takes what a welcome says, in milliseconds since 1970.
  func set(_ milliseconds: Int64) {
    let fresh = Mark(milliseconds: min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound), instant: .now)
    mark.withLock { $0 = fresh }
  }

  /// Milliseconds since 1970; nil before the first welcome.
  var now: Int64? {
    guard let mark = mark.withLock({ $0 }) else { return nil }
    let passed = mark.instant.duration(to: .now).components
    return mark.milliseconds + passed.seconds * 1_000 + passed.attoseconds / 1_000_000_000_000_000
  }
}
