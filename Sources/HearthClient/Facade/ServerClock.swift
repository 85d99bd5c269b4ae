import Locking

/// The server's clock, as a welcome told it and a clock that is never set carries it on.
final class ServerClock: Sendable {
  private struct Mark {
    var milliseconds: Int64
    var instant: ContinuousClock.Instant
  }

  private let mark = Locked<Mark?>(nil)

  /// Takes what a welcome says, in milliseconds since 1970.
  func set(_ milliseconds: Int64) {
    let fresh = Mark(milliseconds: milliseconds, instant: .now)
    mark.withLock { $0 = fresh }
  }

  /// Milliseconds since 1970; nil before the first welcome. A sum past what 64 bits hold stays at the largest.
  var now: Int64? {
    guard let mark = mark.withLock({ $0 }) else { return nil }
    let passed = mark.instant.duration(to: .now).components
    let (sum, overflows) = mark.milliseconds.addingReportingOverflow(passed.seconds * 1_000 + passed.attoseconds / 1_000_000_000_000_000)
    return overflows ? .max : sum
  }
}
