import EventStore

/// When a webhook is sent an event again that its receiver did not take (SPEC WH-05).
enum WebhookRetry {
  // Limit: three days in which the receiver takes nothing; then the webhook is paused.
  static let failingMilliseconds: Int64 = 259_200_000

  /// Seconds from each failed attempt to the next: few at first, four hours at last.
  private static let delays: [Int64] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]

  /// The progress after a failed attempt.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func failed(_ progress: WebhookProgress, now: Int64) -> WebhookProgress {
    var progress = progress
    progress.attempts += 1
    progress.failingSince = progress.failingSince ?? now
    progress.nextAt = now + milliseconds(after: progress.attempts)
    return progress
  }

  /// The pause after this many failed attempts.
  ///
  /// - Parameter attempts: at least 1.
  static func milliseconds(after attempts: Int) -> Int64 { delays[max(1, min(attempts, delays.count)) - 1] * 1_000 }

  /// Whether the receiver has taken nothing for so long that the webhook is paused.
  static func isOver(_ progress: WebhookProgress, now: Int64) -> Bool {
    progress.failingSince.map { now - $0 >= failingMilliseconds } ?? false
  }
}
