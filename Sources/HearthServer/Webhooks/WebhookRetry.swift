import EventStore

/// When what was not taken is sent again (SPEC WH-05).
enum WebhookRetry {
  /// Limit: three days in which nothing is taken; then the webhook is paused.
  static let failingMilliseconds: Int64 = 259_200_000

  /// How long after so many tries in vain the next one is, in seconds: soon at first, at last every four hours.
  private static let delays: [Int64] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400]

  /// The progress behind a try in vain.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func failed(_ progress: WebhookProgress, now: Int64) -> WebhookProgress {
    var progress = progress
    progress.attempts += 1
    progress.failingSince = progress.failingSince ?? now
    progress.nextAt = now + milliseconds(after: progress.attempts)
    return progress
  }

  /// How long nothing is tried after so many tries in vain, at least one.
  static func milliseconds(after attempts: Int) -> Int64 { delays[max(1, min(attempts, delays.count)) - 1] * 1_000 }

  /// Whether nothing has been taken for so long that no more is tried.
  static func isOver(_ progress: WebhookProgress, now: Int64) -> Bool {
    progress.failingSince.map { now - $0 >= failingMilliseconds } ?? false
  }
}
