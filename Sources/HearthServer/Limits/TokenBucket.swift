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

  /// Takes one, or so many; nil when they were there, otherwise the milliseconds until they will be.
  mutating func take(_ count: Double = 1, now: Int64) -> UInt32? {
    if let wait = wait(for: count, now: now) { return wait }
    level -= count
    return nil
  }

  /// The milliseconds until there will be one, or so many; nil when there are.
  mutating func wait(for count: Double = 1, now: Int64) -> UInt32? {
    level = min(burst, level + Double(max(0, now - updatedAt)) * ratePerSecond / 1_000)
    // What is heard of late was done before.
    updatedAt = max(updatedAt, now)
    if level >= count { return nil }
    // Limit: an hour, however slow the rate.
    return UInt32(min((count - level) / ratePerSecond * 1_000, 3_600_000).rounded(.up))
  }

  /// Takes so many, whether or not they are there; never more than a burst below nothing.
  mutating func spend(_ count: Double, now: Int64) {
    _ = wait(now: now)
    level = max(-burst, level - count)
  }

  /// Gives back what was taken for nothing.
  mutating func giveBack(_ count: Double) { level = min(burst, level + count) }

  /// How long an empty bucket takes to be full again, in milliseconds.
  static func fillMilliseconds(ratePerSecond: Double, burst: Double) -> Int64 {
    // Limit: an hour, however slow the rate.
    Int64(min(burst / ratePerSecond * 1_000, 3_600_000).rounded(.up))
  }
}
