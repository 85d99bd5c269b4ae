import HearthClient

/// How fast messages may follow one another for a server that counts them (SPEC CM-08), by what it tells at the login,
/// or found out from what it refuses.
///
/// A server closes a connection that it has refused too often, so waiting as each refusal says is not enough: after the
/// second refusal at the latest the pace is the server's own.
struct SendingPace: Sendable, Equatable {
  // Limit: a server that is set up as usual takes 60 at once, of which a login and a few questions are gone.
  private static let usualAtOnce = 40
  // Limit: and 20 a second after that.
  private static let usualMilliseconds: Int64 = 60
  // Limit: an hour, the longest time that a server says.
  private static let millisecondsMax: Int64 = 3_600_000
  // Limit: a server that takes so many a minute, 10,000 a second, is never waited for.
  private static let perMinuteUnlimited = 600_000
  // Limit: messages without an answer, where the server is not waited for; and elsewhere fewer than the refusals after
  // which it closes a connection.
  private static let (underWayUnlimited, underWayUsual) = (64, 4)

  private let atOnce: Int
  private let usualInterval: Int64
  private var sent = 0
  private var interval: Int64 = 0

  /// - Parameter told: what the server tells; nil: as it is set up usually.
  init(_ told: MessageRate? = nil) {
    guard let told else {
      (atOnce, usualInterval) = (Self.usualAtOnce, Self.usualMilliseconds)
      return
    }
    // A login and a few questions are gone of them.
    atOnce = told.atOnce / 3 * 2
    // A twentieth more, as in `refused`.
    usualInterval = told.perMinute >= Self.perMinuteUnlimited ? 0 : min(Int64(63_000 / told.perMinute) + 1, Self.millisecondsMax)
  }

  /// How many messages may be without an answer.
  var underWayMax: Int { interval == 0 && usualInterval == 0 ? Self.underWayUnlimited : Self.underWayUsual }

  /// How long to wait before the next message, in milliseconds, which then counts as sent.
  mutating func beforeNext() -> Int64 {
    sent += 1
    if sent > atOnce { interval = max(interval, usualInterval) }
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
