/// When somebody tried invite codes that nobody gave out, and whether they may try another (SPEC IN-06).
struct WrongCodes: Sendable {
  /// How many are let pass.
  struct Limits: Sendable {
    var perMinute: Int
    var perHour: Int
    /// Whether the last of an hour's closes the door for an hour, or only until the first of them is an hour ago.
    var blocks: Bool
  }

  private static let minute: Int64 = 60_000
  static let hour: Int64 = 3_600_000

  /// Monotonic milliseconds, oldest first. Limit: as many as may be tried in an hour.
  private var times: [Int64] = []

  /// The milliseconds until another code is looked at; nil when it is now.
  mutating func wait(_ limits: Limits, now: Int64) -> UInt32? {
    if limits.blocks, times.count >= limits.perHour, let last = times.last, now - last < Self.hour {
      return UInt32(clamping: last + Self.hour - now)
    }
    times.removeAll { now - $0 >= Self.hour }
    if times.count >= limits.perHour, let first = times.first { return UInt32(clamping: first + Self.hour - now) }
    guard times.count >= limits.perMinute else { return nil }
    let oldest = times[times.count - limits.perMinute]
    return now - oldest < Self.minute ? UInt32(clamping: oldest + Self.minute - now) : nil
  }

  /// Whether they have tried none in the last hour.
  func isClean(now: Int64) -> Bool { times.last.map { now - $0 >= Self.hour } ?? true }

  /// Notes a wrong one.
  mutating func note(now: Int64) { times.append(now) }

  /// Notes wrong ones that were heard of later, no more than say something.
  mutating func note(now: Int64, _ count: Int, most: Int) {
    times += Array(repeating: now, count: min(count, most))
    times.sort()
    times.removeFirst(max(0, times.count - most))
  }
}
