/// How fast messages may follow one another for a server that counts them (SPEC CM-08), found out from what it says.
///
/// A server closes a connection that it has refused too often, so waiting as each refusal says is not enough: after the
/// second refusal at the latest the pace is the server's own.
struct SendingPace: Sendable, Equatable {
  // Limit: a server that is set up as usual takes 60 at once, of which a login and a few questions are gone.
  private static let atOnce = 40
  // Limit: and 20 a second after that.
  private static let usualMilliseconds: Int64 = 60
  // Limit: an hour, the longest time that a server says.
  private static let millisecondsMax: Int64 = 3_600_000

  private var sent = 0
  private var interval: Int64 = 0

  /// How long to wait before the next message, in milliseconds, which then counts as sent.
  mutating func beforeNext() -> Int64 {
    sent += 1
    if sent > Self.atOnce { interval = max(interval, Self.usualMilliseconds) }
    return interval
  }

  /// A message was refused: how long to wait before it is sent again, in milliseconds.
  ///
  /// What was waited already and what is still missing make the time that the server takes to allow one message more.
  ///
  /// - Parameter retryAfterMs: as the server said.
  mutating func refused(retryAfterMs: UInt32) -> Int64 {
    let missing = min(Int64(retryAfterMs), Self.millisecondsMax)
    // A twentieth more, since neither clock ticks as finely as a network delays.
    interval = min(interval + missing + max(missing / 20, 2), Self.millisecondsMax)
    return missing + 50
  }
}
