/// How fast pages of history follow one another that nobody asked for, so that the user's own messages always find
/// space within what a server takes of a connection (SPEC CM-08).
struct PagePace: Sendable {
  /// Limit: pages at once; a server that is set up as usual takes 60 messages.
  static let atOnce: Int64 = 30
  /// Limit: time for each page after that, in milliseconds; such a server takes 20 messages a second.
  static let usualMilliseconds: Int64 = 100
  /// Limit: an hour, the longest time that a server says, in milliseconds.
  static let longestMilliseconds: Int64 = 3_600_000

  private var interval = usualMilliseconds
  /// When the next page would be due if none were ever sent at once.
  private var dueAt = Int64.min

  /// How long to wait before the next page, in milliseconds; with 0 it counts as sent.
  mutating func beforeNext(now: Int64) -> Int64 {
    let due = max(dueAt, now &- (Self.atOnce - 1) &* interval)
    guard due <= now else { return due &- now }
    dueAt = due &+ interval
    return 0
  }

  /// A page has come: what a refusal has added to the time between two is taken back by and by.
  mutating func succeeded() { interval -= (interval - Self.usualMilliseconds + 9) / 10 }

  /// A page was refused for the pace, which is the server's own now: how long to wait until it is asked for again, in
  /// milliseconds.
  ///
  /// - Parameter retryAfterMs: as the server said.
  mutating func refused(retryAfterMs: UInt32, now: Int64) -> Int64 {
    let wait = min(max(Int64(retryAfterMs), Backoff.firstMilliseconds), Self.longestMilliseconds)
    interval = min(interval + Int64(retryAfterMs), Self.longestMilliseconds)
    dueAt = now &+ wait
    return wait
  }
}
