/// A budget that refills with time: so many at once, so many a second.
struct TokenBucket: Sendable {
  private let ratePerSecond: Double
  private let burst: Double
  private var level: Double
  private var updatedAt: Int64

  /// - Parameters:
  ///   - ratePerSecond: what comes back in a second.
  ///   - burst: what there is at most, and at first.
  ///   - now: monotonic milliseconds.
  init(ratePerSecond: Double, burst: Double, now: Int64) {
    self.ratePerSecond = ratePerSecond
    self.burst = burst
    level = burst
    updatedAt = now
  }

  /// Takes one; nil when it was there, otherwise the milliseconds until it will be.
  mutating func take(now: Int64) -> UInt32? {
    if let wait = wait(now: now) { return wait }
    level -= 1
    return nil
  }

  /// The milliseconds until there will be one; nil when there is.
  mutating func wait(now: Int64) -> UInt32? {
    level = min(burst, level + Double(max(0, now - updatedAt)) * ratePerSecond / 1_000)
    updatedAt = now
    if level >= 1 { return nil }
    // Limit: an hour, however slow the rate.
    return UInt32(min((1 - level) / ratePerSecond * 1_000, 3_600_000).rounded(.up))
  }

  /// How long an empty bucket takes to be full again, in milliseconds.
  static func fillMilliseconds(ratePerSecond: Double, burst: Double) -> Int64 {
    // Limit: an hour, however slow the rate.
    Int64(min(burst / ratePerSecond * 1_000, 3_600_000).rounded(.up))
  }
}
