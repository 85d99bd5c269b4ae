import Locking

/// How often in an hour each key may do something, or how much of something, all of it at once if it wants. Any thread
/// may ask.
final class HourlyRate<Key: Hashable & Sendable>: Sendable {
  private let perHour: Double
  private let buckets = Locked(RecentTable<Key, TokenBucket>(spanMilliseconds: WrongCodes.hour))

  init(_ perHour: Int) { self.perHour = Double(perHour) }

  /// Charges a key; nil when it may, otherwise the milliseconds until it may.
  ///
  /// - Parameters:
  ///   - count: how much; more than an hour's is an hour's.
  ///   - now: monotonic milliseconds.
  func charge(_ key: Key, _ count: Int = 1, now: Int64) -> UInt32? {
    buckets.withLock { [perHour] buckets in
      let fresh = TokenBucket(ratePerSecond: perHour / 3_600, burst: perHour, now: now)
      return buckets.touch(key, now: now, fresh: fresh) { $0.take(min(Double(count), perHour), now: now) }
    }
  }

  /// Charges a key with what was done already, whether or not it might.
  func spend(_ key: Key, _ count: Int, now: Int64) {
    buckets.withLock { [perHour] buckets in
      let fresh = TokenBucket(ratePerSecond: perHour / 3_600, burst: perHour, now: now)
      buckets.touch(key, now: now, fresh: fresh) { $0.spend(min(Double(count), perHour), now: now) }
    }
  }

  /// Gives back what a key was charged for nothing.
  func giveBack(_ key: Key, _ count: Int, now: Int64) {
    buckets.withLock { [perHour] buckets in
      let fresh = TokenBucket(ratePerSecond: perHour / 3_600, burst: perHour, now: now)
      buckets.touch(key, now: now, fresh: fresh) { $0.giveBack(min(Double(count), perHour)) }
    }
  }

  /// Forgets what says nothing any more.
  func sweep(now: Int64) { buckets.withLock { $0.sweep(now: now) } }
}
